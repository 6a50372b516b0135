// The headless run (L5): one task in a real folder, events as JSON lines on standard output, words for people on
// standard error. The harness is the page's own, over Node's adapters.

import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { createHarness } from '../../workers/wiring.ts';
import type { Failure } from '../engine/failures.ts';
import { createProviders, vaultName } from '../features/providers/providers.ts';
import { givenAccount } from './account.ts';
import { endLine } from './event-lines.ts';
import { type HeadlessOptions, HELP, parseArguments } from './headless-arguments.ts';
import { type Ended, runTask } from './headless-run.ts';
import { createNodePlatform } from './node-platform.ts';
import { type ProcessEnd, watchProcess } from './process-end.ts';

/** Ends the process. `scanThread`: the bundle of scan-thread.ts. */
export async function main(words: readonly string[], scanThread: URL): Promise<never> {
  const end = watchProcess();
  const parsed = parseArguments(words);
  if (parsed.type === 'help') {
    await end.print(HELP);
    return end.leave(0);
  }
  if (parsed.type === 'wrong') {
    end.tell(`${parsed.message}. --help shows what there is.`);
    return end.leave(2);
  }
  const { options } = parsed;
  const cwd = resolve(options.cwd);
  if (!(await isFolder(cwd))) {
    end.tell(`There is no folder at ${cwd}.`);
    return end.leave(2);
  }
  const state = options.state === undefined ? stateToThrowAway() : resolve(options.state);
  return end.leave(await run({ ...options, cwd }, { state, scanThread }, end));
}

async function run(
  options: HeadlessOptions,
  places: { readonly state: string; readonly scanThread: URL },
  end: ProcessEnd,
): Promise<number> {
  end.began();
  const platform = await createNodePlatform(options, places);
  // Not by `boot`, which counts every file of the folder.
  const presets = createProviders({ ...platform, store: platform.accounts }).presets();
  const given = givenAccount(options, presets, process.env);
  if (typeof given === 'string') {
    end.ended();
    end.tell(`${given}.`);
    return 2;
  }
  if (given !== undefined) {
    const { account, key } = given;
    if (key !== undefined) await platform.vault.put(vaultName(account.id), key, account.baseUrl);
    await platform.accounts.put(account);
  }

  let told = false;
  const denied = (tool: string): void => {
    if (told) return;
    told = true;
    end.tell(
      `${tool} was denied: nobody can be asked here. --mode auto or full lets more go without asking.`,
    );
  };
  const task = { task: options.task, setup: { model: options.model, mode: options.mode } };
  const listener = { line: end.print, denied };
  const came = await runTask(createHarness(platform), platform.ids, task, listener, end.stop);
  if ('failure' in came) await end.print(lineFor(came.failure));
  end.ended();
  for (const sentence of wordsFor(came)) end.tell(sentence);
  return 'outcome' in came && came.outcome.status === 'done' ? 0 : 1;
}

/** A run that could not even say how it ended. */
const lineFor = (failure: Failure): string =>
  endLine(failure.code === 'interrupted' ? { status: 'stopped' } : { status: 'failed', failure });

/** What people read of the end. */
function wordsFor(came: Ended): readonly string[] {
  if ('failure' in came)
    return came.failure.code === 'interrupted'
      ? ['The run was stopped.']
      : [`The run could not go on: ${explain(came.failure)}`];
  const { status, failure, limit, turnLimit } = came.outcome;
  if (status === 'failed')
    return [`The run failed: ${failure === undefined ? 'no reason is known.' : explain(failure)}`];
  if (status === 'over-budget')
    return [`The run stopped at its limit${limit === undefined ? '' : ` of ${limit}`}.`];
  if (status === 'stopped') return ['The run was stopped.'];
  return turnLimit === true ? ['The run ended at its limit of turns; --max-turns raises it.'] : [];
}

const HINTS: { readonly [Code in Failure['code']]?: string } = {
  'no-model': 'Name provider and model with a slash between them, as --help shows.',
  'key-missing': 'Put the key into the environment, as --help says.',
  auth: 'Check the key in the environment.',
  unreachable: 'Check that the server runs, and --base-url.',
  'model-missing': 'Check the name behind the slash of --model.',
};

function explain({ code, message }: Failure): string {
  const hint = HINTS[code];
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}

/** Gone with the process, however that ends. */
function stateToThrowAway(): string {
  const state = mkdtempSync(join(tmpdir(), 'bowline-'));
  process.on('exit', () => {
    try {
      rmSync(state, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // What is still being written there is in the system's temporary folder, and goes with it.
    }
  });
  return state;
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
