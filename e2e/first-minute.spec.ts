// The first minute of someone who has no key: the demo does real work on real files and asks nobody for anything.

import { expect, test } from './app.ts';
import { allowUntilIdle, button, messageBox, openApp, toolLines } from './room.ts';
import { allFiles, changedFiles } from './workspace-files.ts';

test('the first screen does a task of several steps in under a minute and changes files', async ({
  page,
  context,
}) => {
  const origins = new Set<string>();
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  const began = Date.now();
  await openApp(page);
  await expect(messageBox(page)).not.toBeEmpty();
  // The sample workspace is there before anything is asked.
  await expect.poll(async () => (await allFiles(page)).size).toBeGreaterThan(0);
  const before = await allFiles(page);
  await button(page, 'Send').click();
  await expect(toolLines(page).first()).toBeVisible();
  await allowUntilIdle(page);
  expect(Date.now() - began).toBeLessThan(60_000);

  expect(await toolLines(page).count()).toBeGreaterThanOrEqual(3);
  const writes = await toolLines(page, '(edit_file|write_file)').all();
  const labels = await Promise.all(
    writes.map(async (line) => (await line.getAttribute('aria-label')) ?? (await line.innerText())),
  );
  const changed = changedFiles(before, await allFiles(page)).map((path) => path.split('/').at(-1) ?? path);
  const named = changed.filter((name) => labels.some((label) => label.includes(name)));
  expect(named.length, `of ${changed.join(', ')} one is named in: ${labels.join(' | ')}`).toBeGreaterThan(0);
  expect([...origins].filter((origin) => origin.startsWith('http'))).toEqual([new URL(page.url()).origin]);
});

test('each of the three things to try runs to its end', async ({ page }) => {
  test.setTimeout(180_000);
  await openApp(page);
  const examples = page.getByRole('main').getByRole('listitem').getByRole('button');
  await expect(examples).toHaveCount(3);
  for (const index of [0, 1, 2]) {
    await examples.nth(index).click();
    await expect(messageBox(page)).not.toBeEmpty();
    await button(page, 'Send').click();
    await expect(toolLines(page).first()).toBeVisible();
    await allowUntilIdle(page);
    await button(page, 'New session').click();
    await expect(examples).toHaveCount(3);
  }
});

test('what the demo did is still there after a reload', async ({ page }) => {
  await openApp(page);
  await button(page, 'Send').click();
  await expect(toolLines(page).first()).toBeVisible();
  await allowUntilIdle(page);
  const lines = await toolLines(page).count();
  const files = await allFiles(page);
  await page.reload();
  await expect(toolLines(page).first()).toBeVisible();
  await expect(toolLines(page)).toHaveCount(lines);
  expect(changedFiles(files, await allFiles(page))).toEqual([]);
});
