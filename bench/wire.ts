// N3: 50,000 streamed deltas from the worker to the page, through our wire and as one Comlink call each, in turns on
// one page. Main-thread time is Chromium's own TaskDuration; a stall is a gap between ticks of a 5 ms timer.

import { chromium } from 'playwright';
import { launchOptions } from '../scripts/chromium.mjs';
import { median, pairedRatio, printFigures, printTable, round } from './figures.ts';
import { openSite } from './site.ts';
import type { Seen, Way } from './wire/page.ts';

const DELTAS = 50_000;
const PAIRS = 7;
const WAYS: readonly Way[] = ['wire', 'call'];

const site = await openSite('wire');
const browser = await chromium.launch(launchOptions());
const samples: Record<Way, { mainMs: number; seen: Seen }[]> = { wire: [], call: [] };
try {
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const way of pair % 2 === 0 ? WAYS : WAYS.toReversed()) {
      const page = await browser.newPage();
      await page.goto(site.address);
      await page.waitForFunction(() => 'stream' in globalThis);
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      const taskMs = async (): Promise<number> => {
        const { metrics } = await session.send('Performance.getMetrics');
        return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
      };
      const before = await taskMs();
      const seen = await page.evaluate<Seen>(`globalThis.stream(${JSON.stringify(way)}, ${DELTAS})`);
      const mainMs = (await taskMs()) - before;
      if (seen.characters !== DELTAS * 5) throw new Error(`${way}: ${seen.characters} characters arrived`);
      samples[way].push({ mainMs, seen });
      await page.close();
    }
  }
} finally {
  await browser.close();
  await site.close();
}

const of = (way: Way, value: (sample: { mainMs: number; seen: Seen }) => number): readonly number[] =>
  samples[way].map(value);
const main = (way: Way): readonly number[] => of(way, ({ mainMs }) => mainMs);
printTable(
  WAYS.map((way) => ({
    way,
    'main thread ms': round(median(main(way)), 1),
    'longest stall ms': round(median(of(way, ({ seen }) => seen.stallMs)), 1),
    'worst stall ms': round(Math.max(...of(way, ({ seen }) => seen.stallMs)), 1),
    'whole ms': round(median(of(way, ({ seen }) => seen.ms)), 1),
    updates: round(median(of(way, ({ seen }) => seen.updates)), 0),
  })),
);
printFigures({
  bench: 'wire',
  deltas: DELTAS,
  pairs: PAIRS,
  mainThreadRatio: pairedRatio(main('wire'), main('call')).median,
  mainThread: pairedRatio(main('wire'), main('call')),
  longestStallMs: round(median(of('wire', ({ seen }) => seen.stallMs)), 1),
  worstStallMs: round(Math.max(...of('wire', ({ seen }) => seen.stallMs)), 1),
});
