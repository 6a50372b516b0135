// N10: how much script the first visit loads before one can type and send, and how long a repeat visit without a
// network takes to get there. The built app, behind its own static server, in real Chromium.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from 'playwright';
import { launchOptions } from '../scripts/chromium.mjs';
import { median, printFigures, printTable, round } from './figures.ts';
import { serveApp } from './site.ts';

const ROUNDS = 7;

const app = await serveApp();
const { address } = app;
const folder = await mkdtemp(join(tmpdir(), 'bowline-load-'));

/** The composer takes text and its button would send it. */
async function interactive(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  await page.waitForFunction(() => {
    const send = [...document.querySelectorAll('button')].find(
      (button) => button.textContent?.includes('Send') === true,
    );
    return send !== undefined && !send.disabled;
  });
}

interface Script {
  readonly path: string;
  readonly bytes: number;
}

async function firstVisit(): Promise<readonly Script[]> {
  const browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const scripts: Promise<Script>[] = [];
  let open = true;
  context.on('response', (response) => {
    if (!open || !new URL(response.url()).pathname.endsWith('.js')) return;
    scripts.push(
      response.body().then((body) => ({
        path: new URL(response.url()).pathname,
        bytes: gzipSync(body, { level: 9 }).length,
      })),
    );
  });
  await page.goto(address);
  await interactive(page);
  open = false;
  const loaded = await Promise.all(scripts);
  await browser.close();
  return loaded;
}

/** Milliseconds from navigation to a usable composer, each time in a new browser process over the same profile. */
async function offlineVisits(): Promise<readonly number[]> {
  const profile = join(folder, 'profile');
  const inBrowser = async <Result>(work: (page: Page) => Promise<Result>): Promise<Result> => {
    const context = await chromium.launchPersistentContext(profile, launchOptions());
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  };
  await inBrowser(async (page) => {
    await page.goto(address);
    await interactive(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  });
  const times: number[] = [];
  for (let visit = 0; visit < ROUNDS; visit++) {
    const ms = await inBrowser(async (page) => {
      await page.context().setOffline(true);
      const from = performance.now();
      const response = await page.goto(address);
      if (response?.fromServiceWorker() !== true)
        throw new Error('The page did not come from the service worker');
      await interactive(page);
      return performance.now() - from;
    });
    times.push(ms);
  }
  return times;
}

try {
  const scripts = await firstVisit();
  const offline = await offlineVisits();
  const kb = (bytes: number): number => round(bytes / 1000, 1);
  const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
  printTable(scripts.map(({ path, bytes }) => ({ script: path, 'gzip kB': kb(bytes) })));
  console.log(
    `\nfirst visit: ${kb(total)} kB of script; offline, cold browser: ${round(median(offline), 0)} ms (slowest ${round(Math.max(...offline), 0)})`,
  );
  printFigures({
    bench: 'load',
    firstLoadScriptKb: kb(total),
    offlineInteractiveMs: round(median(offline), 0),
    slowestOfflineMs: round(Math.max(...offline), 0),
  });
} finally {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}
