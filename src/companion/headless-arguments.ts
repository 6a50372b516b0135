// The command line of a headless run: words to options, or the sentence that says what is wrong with them. It reads
// no file and no environment.

import { parseArgs } from 'node:util';
import type { PermissionMode } from '../engine/events.ts';
import { MODES } from '../features/settings.ts';

export interface HeadlessOptions {
  readonly task: string;
  readonly cwd: string;
  /** `provider/model`. */
  readonly model: string;
  readonly baseUrl?: string;
  readonly mode: PermissionMode;
  readonly maxTurns?: number;
  readonly state?: string;
}

export type Arguments =
  | { readonly type: 'run'; readonly options: HeadlessOptions }
  | { readonly type: 'help' }
  | { readonly type: 'wrong'; readonly message: string };

export const HELP = `Runs one task in a folder, without a page: the same agent, tools and rules.

  npm run -s agent -- "TASK" --cwd DIR --model PROVIDER/MODEL [options]

  --cwd DIR          the folder to work in
  --model NAME       provider and model with a slash between; "rehearsal" needs no server
  --base-url URL     where the provider listens, if not at its usual address
  --mode MODE        read-only  nothing is changed
                     ask        changes ask first; nobody can be asked here, so they are denied (default)
                     auto       changes to files of the folder go, all else is denied
                     full       everything goes but files that hold credentials
  --max-turns N      model calls at most (default 100)
  --state DIR        keeps the log and the file snapshots there; without it they are thrown away at the end
  --help             this text

Each event is a line of JSON on standard output; the last one is "run-end". The exit code is 0 only when the task
was done, 2 when the command line is wrong, 1 otherwise (128 + the signal after Ctrl-C). The key of a provider is
taken from the environment: its name in capitals and _API_KEY; the first word of a longer name will do.
`;

const MAX_TURNS = 1_000;

export function parseArguments(words: readonly string[]): Arguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(words);
  } catch (thrown) {
    return wrong(thrown instanceof Error ? (thrown.message.split('. ', 1)[0] ?? '') : String(thrown));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { type: 'help' };
  const [task = '', ...more] = positionals;
  if (task.trim() === '') return wrong('There is no task: say in quotes what is to be done');
  if (more.length > 0) return wrong(`One task in quotes is wanted; "${more[0]}" stands outside of it`);
  if (values.cwd === undefined || values.cwd === '') return wrong('--cwd says which folder to work in');
  if (values.model === undefined || values.model === '') return wrong('--model says which model to use');
  const mode = MODES.find((known) => known === (values.mode ?? 'ask'));
  if (mode === undefined) return wrong(`--mode is one of ${MODES.join(', ')}, not "${values.mode}"`);
  const maxTurns = values['max-turns'] === undefined ? undefined : Number(values['max-turns']);
  if (maxTurns !== undefined && !(Number.isInteger(maxTurns) && maxTurns >= 1 && maxTurns <= MAX_TURNS)) {
    return wrong(`--max-turns is a whole number from 1 to ${MAX_TURNS}, not "${values['max-turns']}"`);
  }
  const baseUrl = values['base-url'];
  if (baseUrl !== undefined && !(URL.canParse(baseUrl) && /^https?:\/\/./i.test(baseUrl))) {
    return wrong(`--base-url is an address such as http://127.0.0.1:8080/v1, not "${baseUrl}"`);
  }
  if (values.state === '') return wrong('--state says where to keep the log');
  return {
    type: 'run',
    options: {
      task,
      cwd: values.cwd,
      model: values.model,
      mode,
      ...(baseUrl !== undefined && { baseUrl: baseUrl.replace(/\/+$/, '') }),
      ...(maxTurns !== undefined && { maxTurns }),
      ...(values.state !== undefined && { state: values.state }),
    },
  };
}

const wrong = (message: string): Arguments => ({ type: 'wrong', message });

function parse(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      cwd: { type: 'string' },
      model: { type: 'string' },
      'base-url': { type: 'string' },
      mode: { type: 'string' },
      'max-turns': { type: 'string' },
      state: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
