// A model inside the page: set up by two presses, made available offline, and then with no network at all it streams
// text and makes a call that runs. Its prompts are pinned: seen to work, and greedy, so that they go on to.

import { expect, test } from './app.ts';
import { button, expectIdle, messagesOf, openApp, send, toolLines } from './room.ts';

test('a model in this page works offline: it streams text and calls a tool that runs; Stop ends it', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  await openApp(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await button(page, 'Connect a model').first().click();
  await page.getByRole('button', { name: /^Use the model in this page \(.* MB\)$/ }).click();
  await page.getByRole('button', { name: /^Make available offline \(.* MB\)$/ }).click();
  await expect(page.getByText('On this device: works offline.')).toBeVisible({ timeout: 60_000 });
  await button(page, 'Use this model').click();
  // The next load is the first that the service worker controls.
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  await context.setOffline(true);
  await page.reload();
  await button(page, 'New session').click();
  await send(page, 'say the river bends twice');
  const reply = messagesOf(page, 'Tiny agent');
  // The engine is compiled anew after each load of the page.
  await expect(reply.getByText('the river bends twice', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expectIdle(page);

  await button(page, 'New session').click();
  await send(page, 'call read_file {"path": "notes/05-may.md"}');
  const line = toolLines(page, 'read_file');
  await expect(line).toBeVisible({ timeout: 20_000 });
  await expect(line).toContainText('05-may.md');
  // What it makes of the file is anybody's guess; it ends or is stopped.
  await button(page, 'Stop')
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expectIdle(page);
  await context.setOffline(false);
});
