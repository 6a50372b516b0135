// Without a network: the app opens from its service worker, history is readable, and the demo model still works.

import { expect, test } from './app.ts';
import { allowUntilIdle, button, messageBox, openApp, toolLines } from './room.ts';
import { allFiles, changedFiles } from './workspace-files.ts';

test('after one visit the app opens offline, shows history, and a Rehearsal task changes a file', async ({
  page,
  context,
}) => {
  await openApp(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await button(page, 'Send').click();
  await expect(toolLines(page).first()).toBeVisible();
  await allowUntilIdle(page);
  const lines = await toolLines(page).count();
  // The second load is the first that the service worker controls.
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await expect(toolLines(page)).toHaveCount(lines);
  await button(page, 'New session').click();
  await expect(messageBox(page)).not.toBeEmpty();
  const before = await allFiles(page);
  await page.getByRole('main').getByRole('listitem').getByRole('button').nth(1).click();
  await button(page, 'Send').click();
  await expect(toolLines(page).first()).toBeVisible();
  await allowUntilIdle(page);
  await expect(toolLines(page, '(edit_file|write_file)').first()).toBeVisible();
  expect(changedFiles(before, await allFiles(page)).length).toBeGreaterThan(0);

  await page.reload();
  await expect(toolLines(page).first()).toBeVisible();
  await context.setOffline(false);
});
