// N5: how long until a session's first screen, by the session's length. Every opening is a cold one: a new Chromium
// process over the profile that holds the sessions.

import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { launchOptions } from '../scripts/chromium.mjs';
import { median, round } from './figures.ts';
import { openSite } from './site.ts';
import type { Opening } from './open/page.ts';

const LENGTHS = [1000, 10_000, 50_000];
const ROUNDS = 7;

const site = await openSite('open');

async function inBrowser<Result>(work: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await chromium.launchPersistentContext(join(site.folder, 'profile'), launchOptions());
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(site.address);
    await page.waitForFunction(() => 'openSession' in globalThis);
    return await work(page);
  } finally {
    await context.close();
  }
}

const call = <Result>(page: Page, name: string, ...values: readonly unknown[]): Promise<Result> =>
  page.evaluate(`globalThis.${name}(...${JSON.stringify(values)})`);

const openings = new Map<number, Opening[]>(LENGTHS.map((length) => [length, []]));
try {
  for (const length of LENGTHS) {
    await inBrowser((page) => call(page, 'writeSession', `session-${length}`, length));
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (let place = 0; place < LENGTHS.length; place += 1) {
      const length = LENGTHS[(turn + place) % LENGTHS.length] ?? 0;
      const opening = await inBrowser((page) => call<Opening>(page, 'openSession', `session-${length}`));
      if (opening.count !== length || opening.read !== 100 || opening.shown === 0) {
        throw new Error(`The session of ${length} entries did not open: ${JSON.stringify(opening)}`);
      }
      openings.get(length)?.push(opening);
    }
  }
} finally {
  await site.close();
}

const figures = (length: number, name: keyof Opening): readonly number[] =>
  (openings.get(length) ?? []).map((opening) => opening[name]);
/** Of the openings of one round: by how much longer the longer session took. */
const ratios = (length: number): readonly number[] => {
  const short = figures(LENGTHS[0] ?? 0, 'paintedMs');
  return figures(length, 'paintedMs').map((ms, turn) => ms / (short[turn] ?? Number.NaN));
};

console.log(
  `Cold openings, median of ${ROUNDS} (slowest), in ms since the storage read began; window of 100 entries`,
);
console.log('entries   database open   window read       first screen      ratio to 1,000');
for (const length of LENGTHS) {
  const cells = (['openedMs', 'readMs', 'paintedMs'] as const).map((name) => {
    const values = figures(length, name);
    return `${median(values).toFixed(1)} (${Math.max(...values).toFixed(1)})`.padEnd(18);
  });
  const ratio = ratios(length);
  const spread = `${median(ratio).toFixed(2)} (${Math.min(...ratio).toFixed(2)} to ${Math.max(...ratio).toFixed(2)})`;
  console.log(`${String(length).padStart(7)}   ${cells.join('')}${spread}`);
}
console.log(
  JSON.stringify({
    firstScreenMs: Object.fromEntries(
      LENGTHS.map((length) => [length, round(median(figures(length, 'paintedMs')))]),
    ),
    slowestMs: Object.fromEntries(
      LENGTHS.map((length) => [length, round(Math.max(...figures(length, 'paintedMs')))]),
    ),
    ratio: round(median(ratios(LENGTHS.at(-1) ?? 0))),
  }),
);
