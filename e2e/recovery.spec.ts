// The app can't start: a page that needs nothing of it shows what is there, saves it, and starts anew or deletes it all.

import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './app.ts';
import { say } from './model-server/reply.ts';
import { button, connectModel, messageBox, openApp, runTask, said } from './room.ts';

const LETTER = 'Dear Anna, the boat is sold.';

const saved = async (page: Page, name: string): Promise<Buffer> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFileSync(await download.path());
};

const openAnew = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Open Bowline', exact: true }).click();
  await expect(messageBox(page)).toBeVisible();
};

test('data of a newer build: the app says so, and the recovery page saves it and starts anew', async ({
  page,
  model,
}) => {
  const server = await model(() => say('It is written.'));
  await connectModel(page, server, { key: 'sk-of-the-test' });
  await runTask(page, LETTER, 'It is written.');
  await page.goto('/recovery.html');
  await expect(page.getByText('Sessions', { exact: true })).toBeVisible();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('bowline', 900);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error ?? new Error('not opened'));
      }),
  );
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('newer version of Bowline');
  await expect(page.getByRole('alert')).toContainText('Nothing was changed or lost');
  await page.getByRole('link', { name: 'Recovery page', exact: true }).click();

  await expect(page.getByRole('definition').filter({ hasText: /^version 900$/ })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
  const files = unzipSync(await saved(page, 'Export everything'));
  const text = (name: string): string => Buffer.from(files[name] ?? []).toString();
  expect(text('stores/entries.jsonl')).toContain(LETTER);
  expect(text('files.jsonl')).toContain('README.md');
  expect(Object.keys(files).filter((name) => /secrets|keys/.test(name))).toEqual([]);
  const log = (await saved(page, 'Export the diagnostic log')).toString();
  expect(log).toContain('"code":"storage-newer"');
  for (const secret of [LETTER, 'Anna', 'sk-of', 'README']) expect(log).not.toContain(secret);

  // One script, no chunk of the app.
  expect(await page.locator('script, link[rel=modulepreload]').count()).toBe(1);
  await page.evaluate(() => localStorage.setItem('bowline.look', JSON.stringify({ language: 'ru' })));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Восстановление', exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('bowline.look'));
  await page.reload();

  const erase = button(page, 'Delete everything');
  await expect(erase).toBeDisabled();
  await page.getByLabel(/^To confirm, type/).fill('delete everything');
  await erase.click();
  await expect(page.getByText('Everything is deleted.')).toBeVisible();
  await openAnew(page);
  await expect(page.getByText(LETTER)).toHaveCount(0);
});

test('a damaged build is fetched anew, and the sessions stay', async ({ page, model }) => {
  const server = await model(() => say('It is written.'));
  await connectModel(page, server);
  await runTask(page, LETTER, 'It is written.');
  await page.goto('/recovery.html');
  await button(page, 'Fetch the app anew').click();
  await expect(messageBox(page)).toBeVisible();
  await openApp(page);
  await expect(said(page, 'It is written.')).toBeVisible();
});
