// Wall clock of a run (F1): work only. Waiting for a person stops it; when the ledger's time is up, it aborts.

import type { Ledger } from './budget.ts';
import type { Clock } from './ports.ts';

export interface WorkClock {
  /** Aborts when the wall clock runs out. */
  readonly signal: AbortSignal;
  /** While any wait is open no time is charged. */
  waiting<T>(wait: Promise<T>): Promise<T>;
  waitedMs(): number;
  /** Charges what has run so far and stops. */
  stop(): void;
}

export function startWorkClock(clock: Clock, ledger: Ledger): WorkClock {
  const controller = new AbortController();
  let since: number | undefined;
  let cancel: (() => void) | undefined;
  let waits = 0;
  let waited = 0;

  const run = (): void => {
    since = clock.elapsed();
    const left = ledger.remainingMs();
    if (left <= 0) controller.abort();
    else if (left !== Infinity) cancel = clock.after(left, () => controller.abort());
  };
  const pause = (): void => {
    cancel?.();
    cancel = undefined;
    if (since !== undefined) ledger.addTime(clock.elapsed() - since);
    since = undefined;
  };
  run();
  return {
    signal: controller.signal,
    waiting: async (wait) => {
      if (waits++ === 0) pause();
      const from = clock.elapsed();
      try {
        return await wait;
      } finally {
        if (--waits === 0) {
          waited += clock.elapsed() - from;
          run();
        }
      }
    },
    waitedMs: () => waited,
    stop: pause,
  };
}
