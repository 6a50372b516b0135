// A Chromium that a test can kill without warning: started as a process group of its own on a persistent profile,
// driven over CDP. Playwright's own launch would end it politely, which is what this is not about.

import { type ChildProcess, spawn } from 'node:child_process';
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { mendLogs } from './mend-logs.ts';
import { chromiumArgs, findChromium } from '../scripts/chromium.mjs';

/** Where the browser keeps an origin's private files, and its databases, inside a profile. */
const folderOf = { files: 'File System', database: 'IndexedDB' } as const;

export type DiskPart = keyof typeof folderOf;

export type BrowserProcess = {
  context: BrowserContext;
  page: Page;
  /** Resolves when the browser's main process is no more. */
  gone: Promise<void>;
  /** SIGKILL to every process of the browser, at once. */
  strike(): void;
  /** Strikes if nothing has; resolves when the browser is gone and the profile can be opened again, with the number
   * of torn logs that were mended (see mend-logs.ts). */
  kill(): Promise<number>;
  /**
   * Calls `strike` at the `count`-th change from now on that the browser makes on disk to the origin's files or
   * databases: the only clock that is fine enough to fall between the start of a write, its end and its record.
   */
  strikeAtDiskWrite(part: DiskPart, count: number): void;
};

const endpointOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${text.slice(-500)}`)));
  });

/** A killed browser leaves locks that name a process which is no more. */
const freeProfile = async (profile: string): Promise<void> => {
  for (const name of await readdir(profile)) {
    if (name.startsWith('Singleton')) await rm(join(profile, name), { force: true });
  }
};

/**
 * Whether a process has a file of the profile open. The service that writes databases is a process of its own: killed
 * at the same time, it may still be in the middle of a write when the main process is already gone.
 */
const isHeld = async (profile: string): Promise<boolean> => {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const path = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (path.startsWith(profile)) return true;
    }
  }
  return false;
};

export const startBrowser = async (profile: string): Promise<BrowserProcess> => {
  const program = findChromium();
  if (program === undefined) throw new Error('there is no Chromium');
  const child = spawn(
    program,
    [
      ...chromiumArgs,
      '--headless',
      '--lang=en-US',
      '--no-default-browser-check',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const browser = await chromium.connectOverCDP(await endpointOf(child));
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = context.pages()[0] ?? (await context.newPage());
  let isStruck = false;
  const strike = (): void => {
    if (isStruck || child.pid === undefined) return;
    isStruck = true;
    process.kill(-child.pid, 'SIGKILL');
  };
  let watcher: FSWatcher | undefined;
  return {
    context,
    page,
    gone,
    strike,
    strikeAtDiskWrite: (part, count) => {
      let left = count;
      watcher = watch(join(profile, 'Default'), { recursive: true }, (_event, name) => {
        if (name?.startsWith(folderOf[part]) !== true) return;
        left -= 1;
        if (left <= 0) strike();
      });
    },
    kill: async () => {
      strike();
      await gone;
      watcher?.close();
      while (await isHeld(profile)) await wait(10);
      await freeProfile(profile);
      return mendLogs(join(profile, 'Default'));
    },
  };
};
