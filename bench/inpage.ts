// A model inside the page: tokens a second through our provider against the library alone, the same prompt, weights and
// engine in the same run, in turns. Goal: at least 0.8 of it.

import { join } from 'node:path';
import { chromium } from 'playwright';
import { launchOptions } from '../scripts/chromium.mjs';
import { root } from '../scripts/project.mjs';
import { median, pairedRatio, printFigures, printTable, round } from './figures.ts';
import type { Asked } from './inpage/page.ts';
import { openSite } from './site.ts';

const PROMPT =
  'say the river bends twice and the boat goes on to the town where the people wait for the news of the day';
const WARM_UPS = 3;
const ROUNDS = 21;
const GREETING = 'hello';

/** Lets WebGPU run on the processor: no card is needed, and no speed is to be had. */
const SOFTWARE_GPU = '--enable-unsafe-webgpu';

const site = await openSite('inpage', { publicDir: join(root, 'public') });
const browser = await chromium.launch(launchOptions());
let gpu = { device: '', text: '' };
const rows: { readonly ours: Asked; readonly bare: Asked }[] = [];
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.goto(site.address);
  await page.waitForFunction(() => 'ours' in globalThis);
  const ask = (who: 'ours' | 'bare'): Promise<Asked> =>
    page.evaluate(`globalThis.${who}(${JSON.stringify(PROMPT)})`) as Promise<Asked>;
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const oursFirst = round % 2 === 0;
    // Ours fetches what the other one takes: it begins.
    const first = await ask(oursFirst || round === -WARM_UPS ? 'ours' : 'bare');
    const second = await ask(oursFirst || round === -WARM_UPS ? 'bare' : 'ours');
    const ours = oursFirst || round === -WARM_UPS ? first : second;
    const bare = ours === first ? second : first;
    if (round >= 0) rows.push({ ours, bare });
  }
  const options = launchOptions();
  const other = await chromium.launch({ ...options, args: [...options.args, SOFTWARE_GPU] });
  try {
    const gpuPage = await other.newPage();
    gpuPage.on('pageerror', (error) => console.error(error));
    await gpuPage.goto(site.address);
    await gpuPage.waitForFunction(() => 'software' in globalThis);
    await gpuPage.evaluate(`globalThis.ours(${JSON.stringify(GREETING)})`);
    gpu = (await gpuPage.evaluate(`globalThis.software(${JSON.stringify(GREETING)})`)) as typeof gpu;
  } finally {
    await other.close();
  }
} finally {
  await browser.close();
  await site.close();
}

const speed = ({ tokens, ms }: Asked): number => tokens / (ms / 1000);
const speeds = (who: 'ours' | 'bare'): readonly number[] => rows.map((row) => speed(row[who]));
const ratio = pairedRatio(speeds('ours'), speeds('bare'));
const same = rows.every(({ ours, bare }) => ours.tokens === bare.tokens);
printTable(
  (['ours', 'bare'] as const).map((who) => ({
    who,
    'tokens/s p50': round(median(speeds(who)), 0),
    'first text p50 ms': round(median(rows.map((row) => row[who].firstMs)), 1),
    tokens: rows[0]?.[who].tokens ?? 0,
  })),
);
console.log(
  `ours / bare ${ratio.median} (${ratio.spread.join(' to ')}); same tokens: ${same}. Goal: at least 0.8.`,
);
console.log(`WebGPU in software: ran on ${gpu.device}, said ${JSON.stringify(gpu.text)}`);
printFigures({
  bench: 'inpage',
  gpuDevice: gpu.device,
  gpuText: gpu.text,
  ratio: ratio.median,
  spread: ratio.spread,
  sameTokens: same,
});
