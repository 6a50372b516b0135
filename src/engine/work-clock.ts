// Wall clock of a run (F1): work only. Waiting for a person stops it; when the ledger's time is up, it aborts.

import type { Ledger } from './budget.ts';
import type { Clock } from './ports.ts';

export interface WorkClock {
  /** Aborts when the wall clock runs out. */
  readonly signal: AbortSignal;
  /** While any wait is open no time is charged. */
  waiting<T>(wait: Promise<T>): Promise<T>;
  waitedMs(): number;
  /** Charges what has run so far and goes on. */
  charge(): void;
  /** Charges what has run so far and stops. */
  stop(): void;
}

export function startWorkClock(clock: Clock, ledger: Ledger): WorkClock {
  const controller = new AbortController();
  let since: number | undefined;
  let cancel: (() => void) | undefined;
  let waits = 0;
  let waited = 0;

  const charge = (): void => {
    if (since === undefined) return;
    const now = clock.elapsed();
    ledger.addTime(now - since);
    since = now;
  };
  /** Looks again when its time is up: the limit may have been raised meanwhile. */
  const watch = (): void => {
    charge();
    const left = ledger.remainingMs();
    if (left <= 0) controller.abort();
    else if (left !== Infinity) cancel = clock.after(left, watch);
  };
  const run = (): void => {
    since = clock.elapsed();
    watch();
  };
  const pause = (): void => {
    cancel?.();
    cancel = undefined;
    charge();
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
    charge,
    stop: pause,
  };
}
