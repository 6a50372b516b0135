// A new build is deployed: under a live run it waits for the run's end and for consent, in one tab and in two; and a page
// whose chunks are gone reloads once, with the draft kept, and says so where that does not help.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { openSite, type Site } from './deploy.ts';
import { createGate } from './model-server/gate.ts';
import { say } from './model-server/reply.ts';
import { inOrder } from './model-server/small-scripts.ts';
import { button, connectModel, expectIdle, messageBox, openApp, said, send, sessionAddress } from './room.ts';

const NEXT = '9.9.9+00000002';
const offer = (page: Page) => button(page, 'Reload with it');
const settings = (page: Page) => page.getByRole('link', { name: 'Settings', exact: true });
const budgets = (page: Page) => page.getByRole('link', { name: 'Budgets', exact: true });

const buildOf = (page: Page): Promise<string> =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem('bowline.starts') ?? '{}').build));

let site: Site;
test.beforeEach(async ({ watch }) => {
  site = await openSite(NEXT);
  watch.admit(site.origin);
});
test.afterEach(() => site.close());

test('a build deployed under a live run waits for its end and for a press; every tab goes on with its own chunks', async ({
  page,
  context,
  model,
}) => {
  // Two builds are stored, file by file.
  test.slow();
  const gate = createGate();
  const server = await model(inOrder([say(['Working', ' and done.'], { hold: { at: 2, gate } })]));
  await connectModel(page, server, { appOrigin: site.origin });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const before = await buildOf(page);
  await send(page, 'Go.');
  await expect(said(page, /Working/)).toBeVisible();
  const second = await context.newPage();
  await second.goto(`${site.origin}/${sessionAddress(page)}`);
  await expect(said(second, /Working/)).toBeVisible();

  await site.deploy();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await expect
    .poll(
      () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? ''),
      { timeout: 40_000 },
    )
    .toBe('installed');
  await expect(offer(page)).toBeHidden();
  // A chunk that nobody has asked for yet, of a build that the server does not have any more.
  await settings(page).click();
  await expect(budgets(page)).toBeVisible();
  await page.goBack();
  gate.open();
  await expect(said(page, 'Working and done.')).toBeVisible();
  await expectIdle(page);
  expect(await buildOf(page)).toBe(before);

  await messageBox(page).fill('not sent yet');
  await offer(page).click();
  await expect.poll(() => buildOf(page).catch(() => '')).toBe(NEXT);
  await expect(said(page, 'Working and done.')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('not sent yet');

  // The other tab is of the build before: it works, and is offered the new one.
  await settings(second).click();
  await expect(budgets(second)).toBeVisible();
  await offer(second).click();
  await expect(budgets(second)).toBeVisible();
  await expect(offer(second)).toBeHidden();
});

test.describe('without the service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a chunk that is gone costs one reload, with the draft kept', async ({ page, watch }) => {
    watch.expectNoise(/Failed to load resource|Refused to apply style|service worker/i);
    await openApp(page, `${site.origin}/`);
    await messageBox(page).fill('not sent yet');
    await site.deploy();
    await settings(page).click();
    await expect(budgets(page)).toBeVisible();
    await expect.poll(() => buildOf(page)).toBe(NEXT);
    await page.goBack();
    await expect(messageBox(page)).toHaveValue('not sent yet');
  });

  test('where the reload does not help, the page says so and does not reload again', async ({
    page,
    watch,
  }) => {
    watch.expectNoise(/Failed to load resource|Refused to apply style|service worker/i);
    await page.route(/\/assets\/settings-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    await openApp(page, `${site.origin}/`);
    await settings(page).click();
    await expect(
      page
        .getByRole('main')
        .or(page.getByRole('alert'))
        .getByText(/could not be loaded/)
        .first(),
    ).toBeVisible();
    await expect(button(page, 'Reload').first()).toBeVisible();
    expect(loads).toBe(2);
  });
});
