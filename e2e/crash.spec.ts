// SIGKILL of the whole browser at many moments of a run that uses tools, and what must be true when it is opened
// again. Witnesses: the model server (request n+1 carries result n, judged and compared with all before), and a file
// that each step lengthens by one line, so that a step lost or run twice shows in its bytes.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { type BrowserProcess, type DiskPart, startBrowser } from './browser-process.ts';
import { createGate, type Gate } from './model-server/gate.ts';
import type { Reply } from './model-server/reply.ts';
import type { ModelServer, Script } from './model-server/server.ts';
import { appendLines, stepLine } from './model-server/task-scripts.ts';
import {
  approvals,
  button,
  connectModel,
  expectIdle,
  messageBox,
  messagesOf,
  said,
  send,
  sessionAddress,
  unknownCalls,
} from './room.ts';
import { watchContext } from './watch.ts';
import { readWorkspaceFile } from './workspace-files.ts';

const kills = Number(process.env['SOAK'] ?? '20');
const killsPerSession = 10;
const lines = killsPerSession * 3 + 4;

/**
 * When the browser is killed. `silent`: the request has arrived, nothing is answered. `arguments`: half of a call is
 * streamed. `tool`: so many ms after the answer is complete. `files`, `database`: at so many changes on disk to
 * either after that, which falls into the write, or into the records of the call's start and result.
 */
type Moment = { at: 'silent' | 'arguments' | 'tool' | DiskPart; request: number; offset: number };

const kinds = [
  'files',
  'silent',
  'database',
  'files',
  'tool',
  'files',
  'arguments',
  'files',
  'database',
] as const;

const momentOf = (kill: number): Moment => {
  const at = kinds[kill % kinds.length] ?? 'tool';
  return { at, request: 1 + (kill % 3), offset: (kill * 11) % (at === 'files' ? 24 : 64) };
};

const neverOpen = (onReached: () => void): Gate => {
  const { opened } = createGate();
  return {
    get opened() {
      onReached();
      return opened;
    },
    open: () => undefined,
  };
};

/** Plays `task`, but holds the answer of the moment's request where the browser is to be killed. */
const heldAt = (task: Script, moment: Moment, onReached: () => void): Script => {
  let served = 0;
  return async (conversation): Promise<Reply> => {
    const reply = await task(conversation);
    served += 1;
    if (served !== moment.request || reply.kind === 'plain') return reply;
    if (moment.at !== 'silent' && moment.at !== 'arguments') return reply;
    return { ...reply, hold: { at: moment.at === 'silent' ? 'head' : 3, gate: neverOpen(onReached) } };
  };
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const logName = (session: number): string => `log-${session}.txt`;

/** Steps that the file holds; fails when a line is missing, doubled or broken. */
const stepsInFile = async (page: Page, path: string): Promise<number> => {
  const text = await readWorkspaceFile(page, path);
  // A kill between the creation of a new file and its first bytes leaves it empty: nothing of it has been said yet.
  if (text === undefined || text === '') return -1;
  const found = text.trimEnd().split('\n');
  expect(found, `lines of ${path}`).toEqual(found.map((_, index) => stepLine(index)));
  return found.length - 1;
};

/** The highest step whose success the server was told: 0 for the file itself, -1 for nothing. */
const acknowledged = (server: ModelServer, path: string): number => {
  const steps = server.requests
    .flatMap((record) => record.conversation.steps)
    .filter((step) => step.state === 'ok' && step.args['path'] === path)
    .map(({ name, args }) => {
      if (name === 'write_file') return 0;
      return name === 'edit_file' ? Number(/step (\d{4})$/.exec(String(args['new']))?.[1] ?? -1) : -1;
    });
  return Math.max(-1, ...steps);
};

/** Allows whatever is asked, until the browser is gone. */
const allowForever = async (page: Page): Promise<void> => {
  const ask = approvals(page).first();
  while (!page.isClosed()) {
    await ask
      .waitFor({ timeout: 0 })
      .then(() => button(ask, 'Allow for this run').click({ timeout: 2_000 }))
      .catch(() => undefined);
  }
};

/** Answers what the product asks about calls whose end it can't know, as a person who looks at the file would. */
const resolveUnknown = async (page: Page, path: string, known: number): Promise<void> => {
  const ask = unknownCalls(page).first();
  while (await ask.isVisible()) {
    await button(ask, 'Check').click();
    const resolved = await expect(ask)
      .toBeHidden({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
    if (resolved) continue;
    const ran = (await stepsInFile(page, path)) > known;
    await button(ask, ran ? 'It ran' : 'It did not run').click();
    await expect(ask).toBeHidden();
  }
};

/** What a reopened run looked like, counted over all kills: a test that met no open call has shown little. */
type Tally = Record<
  'continue' | 'unknown call' | 'approval' | 'at its end' | 'step done but not told',
  number
>;

const reopened = async (
  page: Page,
  server: ModelServer,
  path: string,
  finished: string,
  tally: Tally,
): Promise<void> => {
  const offered = button(page, 'Continue');
  const end = said(page, finished);
  const asked = unknownCalls(page).or(approvals(page)).or(end);
  await expect(offered.or(asked).first()).toBeVisible({ timeout: 20_000 });
  const known = acknowledged(server, path);
  const inFile = await stepsInFile(page, path);
  expect(inFile, 'nothing acknowledged is lost').toBeGreaterThanOrEqual(known);
  expect(inFile, 'at most the one step in flight is ahead of what was told').toBeLessThanOrEqual(known + 1);
  if (inFile > known) tally['step done but not told'] += 1;
  if (await unknownCalls(page).first().isVisible()) tally['unknown call'] += 1;
  if (await approvals(page).first().isVisible()) tally.approval += 1;
  await resolveUnknown(page, path, known);
  await expect(offered.or(button(page, 'Stop')).or(asked).first()).toBeVisible();
  if (await end.isVisible()) tally['at its end'] += 1;
  if (!(await offered.isVisible())) return;
  tally.continue += 1;
  await expect(button(page, 'Stop'), 'no run pretends to go on').toBeHidden();
  await expect(button(page, 'Discard')).toBeVisible();
  await offered.click();
};

/** One life of the browser: `live` runs in it, then it is killed; what it complained of is kept. */
type Lives = {
  open(live: (browser: BrowserProcess) => Promise<void>): Promise<void>;
  readonly complaints: readonly string[];
  /** Torn database logs that were mended between lives. */
  readonly mended: number;
};

const createLives = (profile: string, appOrigin: string, server: ModelServer): Lives => {
  const complaints: string[] = [];
  let mended = 0;
  return {
    complaints,
    get mended() {
      return mended;
    },
    open: async (live) => {
      const browser = await startBrowser(profile);
      const watch = watchContext(browser.context, appOrigin);
      watch.admit(server.origin);
      try {
        await live(browser);
      } finally {
        complaints.push(...watch.complaints);
        mended += await browser.kill();
      }
    },
  };
};

test(`@soak killed at ${kills} moments of a run, nothing is lost and nothing is done twice`, async ({
  baseURL,
  model,
}) => {
  test.setTimeout(kills * 45_000 + 60_000);
  const appOrigin = new URL(baseURL ?? '').origin;
  const profile = await mkdtemp(join(tmpdir(), 'bowline-crash-'));
  const server = await model(appendLines(lines));
  const lives = createLives(profile, appOrigin, server);
  const finished = `The log holds ${lines} steps.`;
  const tally: Tally = {
    continue: 0,
    'unknown call': 0,
    approval: 0,
    'at its end': 0,
    'step done but not told': 0,
  };
  let address = '/';

  const begin = async (page: Page, session: number): Promise<void> => {
    if (session === 0) await connectModel(page, server, { appOrigin });
    else {
      await page.goto(`${appOrigin}/`);
      await button(page, 'New session').click();
      await expect(messageBox(page)).toBeVisible();
      await expect(messagesOf(page, 'You')).toHaveCount(0);
    }
    await send(page, `Keep ${logName(session)}.`);
  };

  const liveUntil = async (browser: BrowserProcess, kill: number): Promise<void> => {
    const { page } = browser;
    const session = Math.floor(kill / killsPerSession);
    const moment = momentOf(kill);
    const reached = createGate();
    const served = server.requestCount;
    server.play(heldAt(appendLines(lines, logName(session)), moment, reached.open));
    if (kill % killsPerSession === 0) await begin(page, session);
    else {
      // The root shows the session that was open last, as its own address does.
      await page.goto(`${appOrigin}${kill % 2 === 0 ? '/' : address}`);
      await reopened(page, server, logName(session), finished, tally);
    }
    void allowForever(page);
    const nextOfThisLife = () => server.nextRequest((record) => record.index >= served);
    let record = await nextOfThisLife();
    for (let count = 1; count < moment.request; count++) record = await nextOfThisLife();
    address = `/${sessionAddress(page)}`;
    if (moment.at === 'files' || moment.at === 'database') {
      await record.ended;
      browser.strikeAtDiskWrite(moment.at, moment.offset + 1);
      // A run that ended before so many changes is killed in its idleness.
      await Promise.race([browser.gone, wait(10_000)]);
      return;
    }
    await (moment.at === 'tool' ? record.ended : reached.opened);
    await wait(moment.offset);
  };

  const liveToTheEnd = async (page: Page, session: number): Promise<void> => {
    const path = logName(session);
    server.play(appendLines(lines, path));
    await page.goto(`${appOrigin}${address}`);
    await reopened(page, server, path, finished, tally);
    void allowForever(page);
    const ending = said(page, /The log holds \d+ steps|I could not/);
    await expect(ending).toBeVisible({ timeout: 60_000 });
    await expect(ending).toContainText(finished);
    await expectIdle(page);
    expect(await stepsInFile(page, path)).toBe(lines);
    await page.reload();
    await expect(said(page, finished)).toBeVisible();
    await expect(button(page, 'Continue')).toBeHidden();
  };

  try {
    for (let kill = 0; kill < kills; kill++) {
      const { at, request, offset } = momentOf(kill);
      await test.step(`kill ${kill}: ${at} of request ${request}, offset ${offset}`, () =>
        lives.open((browser) => liveUntil(browser, kill)));
      const isLast = (kill + 1) % killsPerSession === 0 || kill + 1 === kills;
      const session = Math.floor(kill / killsPerSession);
      if (isLast)
        await test.step(`session ${session} goes on to its end`, () =>
          lives.open(({ page }) => liveToTheEnd(page, session)));
    }
  } finally {
    test.info().annotations.push({
      type: 'reopened',
      description: JSON.stringify({ ...tally, 'torn logs mended': lives.mended }),
    });
    await rm(profile, { recursive: true, force: true });
  }
  expect(lives.complaints).toEqual([]);
});
