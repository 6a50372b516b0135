// Connecting: nothing is probed, stored or sent before Connect is pressed; a key goes where its link said; pasted
// blocks, signing in, the order and the roles of what is connected; what was on the wire.

import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';
import { say } from './model-server/reply.ts';
import { button, connectLink, connectModel, expectIdle, messageBox, openApp, said, send } from './room.ts';
import { startSignInServer } from './sign-in-server.ts';

const key = 'sk-test-4f1d9c';

test('nothing is asked of the server before Connect, and the key leaves the address at once', async ({
  page,
  model,
}) => {
  const server = await model(() => say('Connected.'), { apiKey: key });
  const addresses: string[] = [];
  await page.exposeFunction('noteAddress', (address: string) => addresses.push(address));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const note: unknown = Reflect.get(window, 'noteAddress');
      if (list.getEntriesByName('first-contentful-paint').length > 0 && typeof note === 'function')
        note(location.href);
    }).observe({ type: 'paint', buffered: true });
  });
  await page.goto(connectLink(server, { key }));
  const connect = button(page, 'Connect');
  await expect(connect).toBeVisible();
  await expect.poll(() => addresses.length, 'the first paint was seen').toBeGreaterThan(0);
  expect(addresses.join()).not.toContain(key);
  expect(page.url()).not.toContain(key);
  await server.quiet(1_000);
  expect(server.hits).toEqual([]);
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      databases.map(({ name }) => name),
    ]);
  });
  expect(stored).not.toContain(key);

  await connect.click();
  await expect(connect).toBeHidden();
  expect(server.hits.length).toBeGreaterThan(0);
  await button(page, 'New session').click();
  await send(page, 'Hello.');
  await expect(said(page, 'Connected.')).toBeVisible();
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  await page.goBack().catch(() => undefined);
  expect(page.url()).not.toContain(key);
});

test('the connected model is the default of new sessions, also after a reload', async ({ page, model }) => {
  const server = await model(() => say('Still here.'));
  await connectModel(page, server);
  await page.reload();
  await button(page, 'New session').click();
  await send(page, 'Hello.');
  await expect(said(page, 'Still here.')).toBeVisible();
  await expectIdle(page);
  expect(server.requests.at(-1)?.conversation.model).toBe('scripted');
});

test('a stored key is never sent to the base URL of a link', async ({ page, model }) => {
  const mine = await model(() => say('Mine.'), { apiKey: key });
  await connectModel(page, mine, { key });
  const theirs = await model(() => say('Theirs.'));
  await connectModel(page, theirs);
  await send(page, 'Hello.');
  await expect(said(page, 'Theirs.')).toBeVisible();
  for (const { headers } of theirs.requests) expect(headers.authorization ?? '').not.toContain(key);
});

test('the wrong key is said to be wrong, in the sheet, and nothing is stored', async ({
  page,
  model,
  watch,
}) => {
  watch.expectNoise(/Failed to load resource.*\b401\b/);
  const server = await model(() => say('x'), { apiKey: key });
  await page.goto(connectLink(server, { key: 'sk-wrong' }));
  await button(page, 'Connect').click();
  await expect(page.getByRole('dialog').getByText(/key/i).first()).toBeVisible();
  await expect(button(page, 'Connect')).toBeVisible();
  await page.goto('/');
  await expect(messageBox(page)).toBeVisible();
  await expect(page.getByText('127.0.0.1')).toHaveCount(0);
});

test('a pasted .env block, another key beside it, the order, a role: all still there after a reload', async ({
  page,
  model,
}) => {
  const server = await model(() => say('x'), { models: ['alpha', 'beta'] });
  await openApp(page);
  await button(page, 'Connect a model').click();
  await button(page, 'Paste a .env block').click();
  const block = `OPENAI_API_KEY=${key}\nOPENAI_BASE_URL=${server.baseUrl}\nMISTRAL_API_KEY=sk-mistral-0001\nPORT=1\n`;
  await page.getByRole('textbox', { name: 'Lines with keys' }).fill(block);
  await page.getByRole('checkbox', { name: /Mistral/ }).uncheck();
  expect(server.hits).toEqual([]);
  await button(page, 'Connect 1 account').click();
  await button(page, 'Leave new sessions as they are').click();

  await button(page, 'Connect a model').click();
  await page.getByRole('dialog').getByRole('button', { name: 'OpenAI-compatible' }).click();
  await page.getByLabel('Address').fill(server.baseUrl);
  await page.getByLabel('Key', { exact: true }).fill('sk-second-key');
  await page.getByRole('radio', { name: /Add this key beside it/ }).check();
  await button(page, 'Connect').click();
  await page.getByLabel(/Which model shall new sessions use/).selectOption('beta');
  await button(page, 'Use this model').click();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const place = (at: number): Locator => page.getByRole('button', { name: new RegExp(`^Place ${at} of 2`) });
  await expect(place(1)).toHaveAccessibleName(/OpenAI-compatible \(/);
  await place(2).press('ArrowUp');
  await expect(place(1)).toHaveAccessibleName(/OpenAI-compatible 2 \(/);
  await page.getByLabel('Worker').selectOption({ label: 'alpha' });
  await page.reload();
  await expect(place(1)).toHaveAccessibleName(/OpenAI-compatible 2 \(/);
  await expect(page.getByLabel('New sessions')).toHaveValue('openai-compatible-2/beta');
  await expect(page.getByLabel('Worker')).toHaveValue(/alpha$/);
});

test('signing in: the code becomes a key once; used, denied and stale answers are refused', async ({
  page,
  watch,
}) => {
  watch.expectNoise(/Failed to load resource.*\b403\b/);
  const vendor = await startSignInServer();
  watch.admit(vendor.origin);
  const link = `/#/connect?${new URLSearchParams({ provider: 'openrouter', baseUrl: vendor.baseUrl })}`;
  const signIn = async (): Promise<void> => {
    await page.goto('/');
    await page.goto(link);
    await button(page, 'Sign in at OpenRouter').click();
  };
  const alert = page.getByRole('dialog').getByRole('alert');
  await signIn();
  await expect(page.getByText(/Connected to OpenRouter/)).toBeVisible();
  expect(page.url()).not.toContain('code=');
  expect(page.url()).not.toContain('state=');
  await button(page, 'Use this model').click();
  expect(vendor.keys).toHaveLength(1);

  const [used = ''] = vendor.returns;
  await page.goto(used);
  await expect(alert).toContainText('nobody was waiting for');
  expect(page.url()).not.toContain('code=');

  vendor.answer = 'no';
  await signIn();
  await expect(alert).toContainText('You did not allow it');
  vendor.answer = 'stale-code';
  await signIn();
  await expect(alert).toContainText('did not accept the code');

  await page.goto('/#/settings/network');
  await expect(page.getByRole('row', { name: /signing in/ })).toContainText(new URL(vendor.origin).host);
  await page.goto('/#/settings/models');
  await expect(page.getByText(/signed in/)).toBeVisible();
  expect(vendor.keys).toHaveLength(1);
  await vendor.close();
});

test('the trace shows what was on the wire, without the key', async ({ page, model }) => {
  const server = await model(() => say('Heard.'), { apiKey: key });
  await connectModel(page, server, { key });
  await send(page, 'A message for the wire.');
  await expect(said(page, 'Heard.')).toBeVisible();
  await expectIdle(page);
  await page.getByRole('tab', { name: /^Trace/ }).click();
  await page.getByRole('button', { name: /scripted model call/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(`${server.baseUrl}/chat/completions`);
  await expect(sheet).toContainText('authorization: Bearer $KEY');
  await expect(sheet.getByLabel('Request', { exact: true })).toContainText('A message for the wire.');
  await expect(sheet.getByLabel('Answer', { exact: true })).toContainText('data: {');
  expect(await sheet.textContent()).not.toContain(key);
});
