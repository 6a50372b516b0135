// The connect link: nothing is probed, stored or sent before Connect is pressed; a key goes where its link said.

import { expect, test } from './app.ts';
import { say } from './model-server/reply.ts';
import { button, connectLink, connectModel, expectIdle, messageBox, said, send } from './room.ts';

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
