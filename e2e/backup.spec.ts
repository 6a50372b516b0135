// Everything out of one profile and into an empty one: what comes out of the second is byte for byte what came out of
// the first.

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './app.ts';
import { say } from './model-server/reply.ts';
import { button, connectModel, openApp, runTask, said, seedFiles } from './room.ts';
import { watchContext } from './watch.ts';

const PASSPHRASE = 'three small boats';

const openStorage = async (page: Page): Promise<void> => {
  await page.goto('/#/settings/storage');
  await expect(button(page, 'Back up now')).toBeVisible();
};

const backUp = async (page: Page, passphrase?: string): Promise<string> => {
  if (passphrase !== undefined) {
    await page.getByRole('checkbox', { name: /keys of accounts/ }).check();
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await expect(button(page, 'Back up now')).toBeDisabled();
    await page.getByLabel('Once more', { exact: true }).fill(passphrase);
  }
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Back up now').click()]);
  await expect(page.getByText(/^Written: bowline-.*\.zip/)).toBeVisible();
  return download.path();
};

/** All but what names the moment and the seal: that is another one each time. */
const contents = (path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(readFileSync(path)))
      .filter(([name]) => name !== 'bowline.json' && name !== 'keys.sealed' && name !== 'settings.json')
      .map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );

test('a backup restored into an empty profile gives the same backup again', async ({
  page,
  browser,
  model,
  baseURL,
}) => {
  const server = await model(() => say('…'));
  await connectModel(page, server, { key: 'sk-of-the-test' });
  await seedFiles(page, server, { 'notes/tides.md': '# Tides\n', 'notes/port.txt': 'east\n' });
  server.play(() => say('The notes are kept.'));
  await runTask(page, 'Keep the notes.', 'The notes are kept.');
  await openStorage(page);
  const first = await backUp(page, PASSPHRASE);
  expect(Object.keys(contents(first)).filter((name) => name.startsWith('entries/'))).toHaveLength(1);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const watch = watchContext(context, new URL(baseURL ?? '').origin);
  watch.admit(server.origin);
  const other = await context.newPage();
  await openStorage(other);
  await other.getByLabel('Choose a backup').setInputFiles(first);
  await expect(other.getByRole('row', { name: /^Sessions 1$/ })).toBeVisible();
  await expect(other.getByRole('row', { name: /^Keys 1$/ })).toBeVisible();
  await other.getByLabel('Passphrase of the keys').fill('another one');
  await button(other, 'Restore').click();
  await expect(other.getByRole('alert')).toContainText('does not open the keys');
  await other.getByLabel('Passphrase of the keys').fill(PASSPHRASE);
  await button(other, 'Restore').click();
  await expect(other.getByText(/^1 session came in\./)).toBeVisible();
  const second = await backUp(other, PASSPHRASE);
  expect(contents(second)).toEqual(contents(first));

  // It is a session that goes on, with the key that came along.
  await openApp(other);
  await expect(said(other, 'The notes are kept.')).toBeVisible();
  server.play(() => say('Gone on elsewhere.'));
  await runTask(other, 'Go on.', 'Gone on elsewhere.');
  expect(watch.complaints).toEqual([]);
  await context.close();
});
