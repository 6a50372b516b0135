// How the headless process ends, whatever happens: by itself, by a signal, by a bug. Its last line is run-end, once.
// Everything that is written to standard output goes through here.

import process from 'node:process';
import type { Failure } from '../engine/failures.ts';
import { endLine } from './event-lines.ts';

/** After a signal: when we end, whatever still runs. The bar is 300 ms. */
const STOP_MS = 250;
/** Two signals closer than this are one. */
const SAME_PRESS_MS = 150;
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface ProcessEnd {
  /** Aborts at the first signal; a second one ends the process at once. */
  readonly stop: AbortSignal;
  /** From now on an unforeseen end prints a run-end of its own, until `ended`. */
  began(): void;
  /** The run-end is printed, or there is to be none. */
  ended(): void;
  /** Resolves when standard output can take more. */
  print(text: string): Promise<void> | void;
  /** For people, on standard error. */
  tell(words: string): void;
  /** Once all is written. Idle connections and threads don't keep the process; a signal's code wins. */
  leave(code: number): Promise<never>;
}

export function watchProcess(): ProcessEnd {
  const stop = new AbortController();
  let open = false;
  let signalled: number | undefined;
  let signalledAt = 0;
  const { stdout, stderr } = process;

  const leaveNow = (outcome: Parameters<typeof endLine>[0], code: number): never => {
    if (open) stdout.write(endLine(outcome));
    open = false;
    process.exit(code);
  };
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.on(signal, () => {
      if (stop.signal.aborted) {
        // A terminal's Ctrl-C comes twice where a parent (npm) hands it on: that is one press, not impatience.
        if (performance.now() - signalledAt > SAME_PRESS_MS) leaveNow({ status: 'stopped' }, code);
        return;
      }
      signalledAt = performance.now();
      signalled = code;
      // A hung tool or a full pipe may hold the run up; it doesn't hold us.
      setTimeout(() => leaveNow({ status: 'stopped' }, code), STOP_MS);
      stop.abort();
    });
  }
  process.on('uncaughtException', (thrown) => {
    stderr.write(`Something went wrong that should not have: ${thrown.message}\n`);
    const failure: Failure = { code: 'bug', message: `${thrown.name}: ${thrown.message}` };
    leaveNow({ status: 'failed', failure }, 1);
  });
  // Nobody reads on, so nobody wants the rest.
  stdout.on('error', () => process.exit(1));

  return {
    stop: stop.signal,
    began: () => {
      open = true;
    },
    ended: () => {
      open = false;
    },
    print: (text) => {
      if (stdout.write(text)) return undefined;
      return new Promise((go) => void stdout.once('drain', () => go()));
    },
    tell: (words) => void stderr.write(`${words}\n`),
    leave: async (code) => {
      await new Promise<void>((go) => void stdout.write('', () => go()));
      process.exit(signalled ?? code);
    },
  };
}
