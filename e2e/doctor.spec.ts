// What the doctor must tell apart and only a browser can produce: an answer that no page may read, the local network
// denied or never asked for, plain HTTP from a page of HTTPS, no network at all. Real Chromium, local servers.

import { createServer } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { launchOptions } from '../scripts/chromium.mjs';
import type { Diagnosis } from '../src/protocol/host.ts';
import type { PageQuestion } from './doctor-page.ts';
import {
  type Answer,
  closedPort,
  type Ill,
  json,
  startIll,
  withoutCors,
} from './model-server/doctor-servers.ts';

const THIS_MACHINE = 'loopback-network';
const HTML = '<!doctype html><title>Here</title>';

let bundle = '';
let pages = '';
const open: { close(): void }[] = [];

test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: new URL('doctor-page.ts', import.meta.url).pathname, formats: ['iife'], name: 'doctor' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('nothing was built');
  bundle = output.output[0].code;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  pages = `http://127.0.0.1:${address.port}`;
});

test.afterAll(() => {
  for (const one of open) one.close();
});

async function ill(answer: Answer): Promise<Ill> {
  const server = await startIll(answer);
  open.push({ close: () => void server.close() });
  return server;
}

/** What the browser itself says of the permission, as the page would pass it on. */
const permission = (page: Page, name: string): Promise<PermissionState> =>
  page.evaluate(
    // Not among the names that the types know.
    async (wanted) => (await navigator.permissions.query({ name: wanted as PermissionName })).state,
    name,
  );

async function ask(
  page: Page,
  question: Omit<PageQuestion, 'localNetwork' | 'thisMachine'>,
): Promise<Diagnosis> {
  await page.addScriptTag({ content: bundle });
  const localNetwork = await permission(page, 'local-network');
  const thisMachine = await permission(page, THIS_MACHINE);
  return page.evaluate(
    (asked) => {
      const doctor: unknown = Reflect.get(globalThis, 'askDoctor');
      if (typeof doctor !== 'function') throw new TypeError('no doctor');
      return doctor(asked);
    },
    { ...question, localNetwork, thisMachine },
  );
}

const models = json(200, { models: [{ name: 'm:latest' }] });

/** A page from the internet, as far as the browser can tell. */
async function far(page: Page): Promise<void> {
  await page.route('https://bowline.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: HTML }),
  );
  await page.goto('https://bowline.example/');
}

/** As a person would at the browser's question. */
async function deny(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const browser = page.context().browser();
  if (browser === null || targetInfo.browserContextId === undefined) throw new Error('no browser');
  const admin = await browser.newBrowserCDPSession();
  await admin.send('Browser.setPermission', {
    permission: { name },
    setting: 'denied',
    browserContextId: targetInfo.browserContextId,
  });
}

test('an answer that no page may read is told from a closed port, with this page’s origin in the command', async ({
  page,
}) => {
  const server = await ill(withoutCors(200));
  await page.goto(pages);
  const found = await ask(page, { provider: 'ollama', baseUrl: server.origin });
  expect(found).toMatchObject({ cause: 'cors-refused', failure: { code: 'unreachable' } });
  expect(found.command).toContain(`OLLAMA_ORIGINS=${pages}`);
  expect(server.asked, 'asked once, and once blind').toHaveLength(2);
  const baseUrl = await closedPort();
  expect(await permission(page, THIS_MACHINE), 'nobody was ever asked').toBe('prompt');
  expect(await ask(page, { provider: 'ollama', baseUrl })).toMatchObject({
    cause: 'port-closed',
    command: 'sudo systemctl start ollama || ollama serve',
  });
});

test('the local network of a page from the internet: never asked, denied, granted', async ({ page }) => {
  const { origin: baseUrl, asked } = await ill(models);
  await far(page);
  expect(await ask(page, { provider: 'ollama', baseUrl })).toMatchObject({ cause: 'local-network-unasked' });
  await deny(page, THIS_MACHINE);
  expect(await ask(page, { provider: 'ollama', baseUrl })).toMatchObject({ cause: 'local-network-denied' });
  expect(asked, 'the browser let nothing through').toEqual([]);
  await page.context().grantPermissions(['local-network-access']);
  expect(await ask(page, { provider: 'ollama', baseUrl })).toMatchObject({ cause: 'fine' });
});

test('a page of HTTPS: plain HTTP to the internet is mixed content, to this machine it is not', async ({
  page,
}) => {
  const { origin: baseUrl } = await ill(models);
  await far(page);
  await page.context().grantPermissions(['local-network-access']);
  expect(
    await ask(page, { provider: 'openai-compatible', baseUrl: 'http://models.example/v1' }),
  ).toMatchObject({
    cause: 'mixed-content',
  });
  expect(await ask(page, { provider: 'ollama', baseUrl })).toMatchObject({ cause: 'fine' });
});

test('no network', async ({ page, context }) => {
  await page.goto(pages);
  await page.addScriptTag({ content: bundle });
  await context.setOffline(true);
  expect(
    await ask(page, { provider: 'openai', baseUrl: 'https://api.openai.com/v1', key: 'k' }),
  ).toMatchObject({
    cause: 'no-network',
  });
});

test('what vendors do: a wrong key hidden from pages, and no page answered at all', async ({
  playwright,
}) => {
  const server = await ill(withoutCors(401));
  const options = launchOptions();
  const { port } = new URL(server.origin);
  const hosts = ['api.cerebras.ai', 'integrate.api.nvidia.com'];
  const rules = hosts.map((host) => `MAP ${host}:80 127.0.0.1:${port}`).join(', ');
  const browser = await playwright.chromium.launch({
    ...options,
    args: [...options.args, `--host-resolver-rules=${rules}`],
  });
  try {
    const page = await browser.newPage();
    await page.goto(pages);
    const asks = (host: string) =>
      ask(page, { provider: 'openai-compatible', baseUrl: `http://${host}/v1`, key: 'k' });
    expect(await asks('api.cerebras.ai')).toMatchObject({ cause: 'wrong-key' });
    expect(await asks('integrate.api.nvidia.com')).toMatchObject({ cause: 'pages-refused' });
    expect(server.asked.length).toBeGreaterThan(0);
  } finally {
    await browser.close();
  }
});
