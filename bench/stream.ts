// N4: a reply of 100 kB at 100 updates a second into an empty session and into one of 2,000 messages, in the built app:
// frames, long tasks, script and layout per update, typing meanwhile, and a selection inside code that has to survive.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright';
import { say } from '../e2e/model-server/reply.ts';
import { startModelServer } from '../e2e/model-server/server.ts';
import { launchOptions } from '../scripts/chromium.mjs';
import { median, printFigures, printTable, round } from './figures.ts';
import { serveApp, buildPage } from './site.ts';
import { installMeter, type Measured, type Meter } from './stream/meter.ts';

const UPDATE_CHARACTERS = 100;
const UPDATES = 1000;
const PACE_MS = 10;
const MESSAGES = 2000;
const KEYS = 30;
const SELECTED = 'berth';

const PROSE =
  'The *tide* turns at **four**, and by then every boat must lie `astern` of the [pier](notes.md) with two lines out. ';
const CODE = Array.from(
  { length: 120 },
  (_, line) =>
    `export const berth${line} = { name: 'berth ${line}', depth: ${line % 9}.5 }; // soundings of the year`,
).join('\n');
const LIST = Array.from(
  { length: 60 },
  (_, row) => `${row + 1}. boat **${row}** lies at berth ${row % 7}`,
).join('\n');
const TABLE = `| boat | berth | depth |\n|---|---|---|\n${Array.from({ length: 60 }, (_, row) => `| ${row} | ${row % 7} | ${row % 9}.5 |`).join('\n')}`;
const SECTION = `## Harbour log\n\n${PROSE.repeat(6)}\n\n\`\`\`ts\n${CODE}\n\`\`\`\n\n${LIST}\n\n${PROSE.repeat(3)}\n\n${TABLE}\n\n`;
const REPLY = SECTION.repeat(Math.ceil((UPDATE_CHARACTERS * UPDATES) / SECTION.length)).slice(
  0,
  UPDATE_CHARACTERS * UPDATES,
);
const DELTAS = Array.from({ length: UPDATES }, (_, at) =>
  REPLY.slice(at * UPDATE_CHARACTERS, (at + 1) * UPDATE_CHARACTERS),
);

const app = await serveApp();
const seedPage = await buildPage('stream');
const server = await startModelServer({ script: () => say(DELTAS, { paceMs: PACE_MS }) });

interface Streamed extends Measured {
  readonly scriptMs: number;
  readonly layoutMs: number;
  readonly styleMs: number;
  readonly seconds: number;
  readonly selectionKept: boolean;
}

const metricsOf = async (client: CDPSession): Promise<ReadonlyMap<string, number>> => {
  const { metrics } = await client.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
};

/** Selects a word inside the first code block that is there. */
const selectCode = (): string => {
  const line = document.querySelector('[role=log] article:last-of-type pre .str');
  const text = line?.firstChild;
  if (text === null || text === undefined) return '';
  // As a mouse would: keys no longer go to the composer.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.setBaseAndExtent(text, 1, text, 6);
  return getSelection()?.toString() ?? '';
};

async function stream(page: Page, client: CDPSession): Promise<Streamed> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill('Tell me everything.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const articles = page.getByRole('log').getByRole('article');
  await articles.last().getByText('Harbour log').first().waitFor();
  const before = await metricsOf(client);
  const from = performance.now();
  await page.evaluate(() => (globalThis as unknown as { meter: Meter }).meter.start());
  await page.waitForFunction(selectCode, undefined, { polling: 250 });
  // Selecting text and typing exclude each other on one page: half of the stream for each. No locator meanwhile, since
  // looking for one is work on the page's thread.
  await page.waitForTimeout(4000);
  const selected = await page.evaluate(() => getSelection()?.toString() ?? '');
  await page.evaluate(() => document.querySelector('textarea')?.focus());
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.type('m');
    await page.waitForTimeout(100);
  }
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden' });
  const measured = await page.evaluate(() => (globalThis as unknown as { meter: Meter }).meter.stop());
  const after = await metricsOf(client);
  const spent = (name: string): number => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000;
  await box.fill('');
  return {
    ...measured,
    scriptMs: spent('ScriptDuration'),
    layoutMs: spent('LayoutDuration'),
    styleMs: spent('RecalcStyleDuration'),
    seconds: (performance.now() - from) / 1000,
    selectionKept: selected === SELECTED,
  };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

const results: { name: string; streamed: Streamed }[] = [];
try {
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(installMeter);
  await context.route('**/bench-seed.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="/bench-seed.js"></script>',
    }),
  );
  await context.route('**/bench-seed.js', async (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: await readFile(join(seedPage.folder, 'page.js'), 'utf8'),
    }),
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const client = await context.newCDPSession(page);
  await client.send('Performance.enable');
  const link = new URLSearchParams({
    provider: 'openai-compatible',
    baseUrl: server.baseUrl,
    model: 'scripted',
  });
  await page.goto(`${app.address}/#/connect?${link.toString()}`);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'New session' }).click();

  results.push({ name: 'empty session', streamed: await stream(page, client) });

  await page.goto(`${app.address}/bench-seed.html`);
  await page.waitForFunction(() => 'seed' in globalThis);
  await page.evaluate(`globalThis.seed('bench-long', ${MESSAGES}, 'openai-compatible/scripted')`);
  await page.goto(`${app.address}/#/s/bench-long`);
  await page.getByText(`Answer ${MESSAGES / 2 - 1}.`).waitFor();
  results.push({ name: `${MESSAGES} messages, last window`, streamed: await stream(page, client) });

  const earlier = page.getByRole('button', { name: 'Show earlier messages' });
  while (await earlier.isVisible()) {
    await earlier.click();
    await page.waitForTimeout(50);
  }
  await page.getByRole('log').evaluate((log) => {
    log.scrollTop = log.scrollHeight;
  });
  results.push({ name: `${MESSAGES} messages, all shown`, streamed: await stream(page, client) });
  await browser.close();
} finally {
  await server.close();
  await seedPage.close();
  await app.close();
}

printTable(
  results.map(({ name, streamed }) => ({
    case: name,
    'frame p50': round(percentile(streamed.gaps, 0.5), 1),
    'frame p99': round(percentile(streamed.gaps, 0.99), 1),
    'frame max': round(Math.max(...streamed.gaps), 1),
    'long tasks': streamed.longTasks.length,
    'longest task': round(Math.max(0, ...streamed.longTasks), 0),
    'script/update': round(streamed.scriptMs / UPDATES, 2),
    'layout/update': round((streamed.layoutMs + streamed.styleMs) / UPDATES, 2),
    'key handled p50': round(median(streamed.keys.map(({ handledMs }) => handledMs)), 1),
    'key framed p50': round(median(streamed.keys.map(({ framedMs }) => framedMs)), 1),
    selection: streamed.selectionKept ? 'kept' : 'LOST',
  })),
);
console.log(
  'Times in ms. Goal: frame p99 at most 50, typing under 16 at the median, the selection as it was made.',
);
printFigures({
  bench: 'stream',
  cases: Object.fromEntries(
    results.map(({ name, streamed }) => [
      name,
      {
        frameP99Ms: round(percentile(streamed.gaps, 0.99), 1),
        longestFrameMs: round(Math.max(...streamed.gaps), 1),
        longTasks: streamed.longTasks.length,
        scriptMsPerUpdate: round(streamed.scriptMs / UPDATES, 2),
        layoutMsPerUpdate: round((streamed.layoutMs + streamed.styleMs) / UPDATES, 2),
        typingMedianMs: round(median(streamed.keys.map(({ framedMs }) => framedMs)), 1),
        selectionKept: streamed.selectionKept,
      },
    ]),
  ),
});
