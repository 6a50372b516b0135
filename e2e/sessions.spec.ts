// Sessions as things one keeps: found by what was said in them, branched, put aside, deleted and taken back, carried
// from one profile to another.

import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { createGate } from './model-server/gate.ts';
import { type Reply, say } from './model-server/reply.ts';
import type { Script } from './model-server/server.ts';
import { button, connectModel, expectIdle, messageBox, messagesOf, openApp, said, send } from './room.ts';

/** Answers each message with a count and its last words, so that every answer is another one. */
const echo = (): Script => {
  let count = 0;
  return (conversation): Reply => {
    count += 1;
    return say(`Answer ${count} to: ${conversation.users.at(-1) ?? ''}`);
  };
};

const ask = async (page: Page, text: string, answer: RegExp): Promise<void> => {
  await send(page, text);
  await expect(said(page, answer)).toBeVisible();
  await expectIdle(page);
};

const rail = (page: Page): Locator => page.getByRole('region', { name: 'Sessions', exact: true });
const row = (page: Page, title: string | RegExp): Locator => rail(page).getByRole('link', { name: title });
const menu = async (page: Page, title: RegExp, item: string): Promise<void> => {
  await row(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
const pager = (page: Page): Locator => page.getByRole('group', { name: /^(Version|Reply) \d of \d/ });
const sheet = (page: Page): Locator => page.getByRole('dialog');

test('a message said anew and a reply made anew are variants that one switches between', async ({
  page,
  model,
}) => {
  await connectModel(page, await model(echo()));
  await ask(page, 'Count the northern buoys.', /Answer 1/);
  const mine = messagesOf(page, 'You').first();
  await mine.hover();
  await button(mine, 'Edit and run again').click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Count the southern buoys.');
  await button(page, 'Run again').click();
  await expect(said(page, /Answer 2 to: .*southern/)).toBeVisible();
  await expectIdle(page);
  await expect(page.getByRole('log').getByText('northern')).toHaveCount(0);
  await expect(pager(page)).toHaveAccessibleName('Version 2 of 2 of this message');

  await button(pager(page), 'Previous variant').focus();
  await page.keyboard.press('Enter');
  await expect(said(page, /Answer 1 to: .*northern/)).toBeVisible();
  await expect(pager(page)).toHaveAccessibleName('Version 1 of 2 of this message');
  // The keyboard stands where it stood.
  await page.keyboard.press('ArrowRight');
  await expect(said(page, /Answer 2 to: .*southern/)).toBeVisible();

  const reply = messagesOf(page, 'scripted').last();
  await reply.hover();
  await button(reply, 'Regenerate').click();
  await expect(said(page, /Answer 3 to: .*southern/)).toBeVisible();
  await expectIdle(page);
  await expect(pager(page).last()).toHaveAccessibleName('Reply 2 of 2');
  await page.reload();
  await expect(said(page, /Answer 3/)).toBeVisible();
  await expect(pager(page)).toHaveCount(2);
});

test('a reply made anew while a run is on is asked about first', async ({ page, model }) => {
  const gate = createGate();
  let asked = 0;
  const server = await model(() => {
    asked += 1;
    return asked === 2 ? say(['Slow', ' one'], { hold: { at: 2, gate } }) : say(`Quick ${asked}`);
  });
  await connectModel(page, server);
  await ask(page, 'First.', /Quick 1/);
  await send(page, 'Second.');
  await expect(said(page, /Slow/)).toBeVisible();
  const first = messagesOf(page, 'scripted').first();
  await first.hover();
  await button(first, 'Regenerate').click();
  await expect(sheet(page)).toContainText('Stop what runs?');
  await button(sheet(page), 'Stop and regenerate').click();
  await expect(said(page, /Quick 3/)).toBeVisible();
  gate.open();
});

test('the search finds words in every session, and Enter goes to them, whatever branch they are on', async ({
  page,
  model,
}) => {
  await connectModel(page, await model(echo()));
  await ask(page, 'Where is the lighthouse keeper?', /Answer 1/);
  const mine = messagesOf(page, 'You').first();
  await mine.hover();
  await button(mine, 'Edit and run again').click();
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Where is the harbour master?');
  await button(page, 'Run again').click();
  await expect(said(page, /Answer 2/)).toBeVisible();
  await expectIdle(page);
  await button(page, 'New session').click();
  await ask(page, 'Something else.', /Answer 3/);

  await button(page, 'Search').click();
  const box = page.getByRole('combobox', { name: 'Search sessions' });
  await box.fill('keeper lighthouse');
  const hits = page.getByRole('listbox', { name: 'Messages found' }).getByRole('option');
  await expect(hits).toHaveCount(2);
  await expect(hits.first().locator('mark')).toHaveCount(2);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await box.press('ArrowDown');
  await expect(hits.nth(1)).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(sheet(page)).toHaveCount(0);
  const found = messagesOf(page, 'You').filter({ hasText: 'lighthouse keeper' });
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
  expect(await page.evaluate(() => CSS.highlights.get('hit')?.size)).toBe(2);
});

test('a fork holds what was said so far and goes its own way', async ({ page, model }) => {
  await connectModel(page, await model(echo()));
  await ask(page, 'One.', /Answer 1/);
  await ask(page, 'Two.', /Answer 2/);
  const address = page.url();
  const reply = messagesOf(page, 'scripted').first();
  await reply.hover();
  await button(reply, 'Fork from here').click();
  await expect.poll(() => page.url()).not.toBe(address);
  await expect(page.getByText('Forked from')).toBeVisible();
  await expect(messagesOf(page, 'You')).toHaveCount(1);
  await ask(page, 'Another two.', /Answer 3/);
  await page.goto(address);
  await expect(messagesOf(page, 'You')).toHaveCount(2);
});

test('sessions are pinned, archived, deleted, taken back and deleted for good', async ({ page, model }) => {
  await connectModel(page, await model(echo()));
  await ask(page, 'Alpha.', /Answer 1/);
  await button(page, 'New session').click();
  await ask(page, 'Beta.', /Answer 2/);

  // By keyboard: Tab goes from a row to its menu.
  await row(page, /Alpha/).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rail(page).getByRole('heading').first()).toHaveText('Pinned');
  await expect(rail(page).getByRole('link').first()).toHaveText(/Alpha/);

  await menu(page, /Beta/, 'Archive');
  await expect(row(page, /Beta/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Archive', exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /Beta/ })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await button(page, 'Search').click();
  await page.getByRole('combobox', { name: 'Search sessions' }).fill('beta');
  await expect(page.getByText('archived', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Back to the list/ })
    .click();
  await expect(row(page, /Beta/)).toHaveCount(1);

  await menu(page, /Alpha/, 'Delete session');
  await button(sheet(page), 'Delete').click();
  await expect(row(page, /Alpha/)).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Take back: .*Alpha/ })
    .click();
  await expect(row(page, /Alpha/)).toHaveCount(1);
  await menu(page, /Alpha/, 'Delete session');
  await button(sheet(page), 'Delete').click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delete for good: .*Alpha/ })
    .click();
  await button(sheet(page), 'Delete for good').click();
  await expect(page.getByText('Nothing was deleted in the last day.')).toBeVisible();
  await page.reload();
  await expect(row(page, /Beta/)).toHaveCount(1);
  await expect(row(page, /Alpha/)).toHaveCount(0);
});

test('an exported session comes into an empty profile as it was, and only once', async ({
  page,
  model,
  browser,
  baseURL,
}) => {
  await connectModel(page, await model(echo()));
  await ask(page, 'Which way to Wangerooge?', /Answer 1/);
  const save = async (format: string): Promise<{ readonly name: string; readonly text: string }> => {
    await button(page, 'Export').click();
    await sheet(page)
      .getByRole('radio', { name: new RegExp(`^${format}`) })
      .check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(sheet(page), 'Save file').click(),
    ]);
    await expect(sheet(page)).toHaveCount(0);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const markdown = await save('Markdown');
  expect(markdown.name).toMatch(/Wangerooge.*\.md$/);
  expect(markdown.text).toMatch(/## You[^]*Wangerooge[^]*Answer 1/);
  expect((await save('Single HTML page')).text).toMatch(/^<!doctype html>[^]*Wangerooge/i);
  const { name, text } = await save('JSONL');

  const fresh = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }), locale: 'en-US' });
  try {
    const other = await fresh.newPage();
    await openApp(other);
    await other.getByRole('link', { name: 'Archive', exact: true }).click();
    const take = (): Promise<void> =>
      other
        .getByLabel('Files to import')
        .setInputFiles({ name, mimeType: 'application/jsonl', buffer: Buffer.from(text) });
    await take();
    await expect(other.getByText('Added 1 session and 2 messages from Bowline.')).toBeVisible();
    await take();
    await expect(other.getByText('Nothing was added: its session is already here.')).toBeVisible();
    await expect(row(other, /Wangerooge/)).toHaveCount(1);
    await row(other, /Wangerooge/).click();
    await expect(said(other, /Answer 1 to: .*Wangerooge/)).toBeVisible();
    await expect(messageBox(other)).toBeVisible();
  } finally {
    await fresh.close();
  }
});
