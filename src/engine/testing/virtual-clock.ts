// A clock that stands still until a test moves it.

import type { Clock } from '../ports.ts';

export interface VirtualClock extends Clock {
  /**
   * Moves time on by `ms`: calls what falls due in order, each at its own time, and lets what that sets going run
   * (promise chains, timers set on the way) before the next.
   */
  advance(ms: number): Promise<void>;
  /** Timers that have not fired: sleepers and `after` calls. */
  waiting(): number;
  /** Moves to the next timer, however far off it is; false where there is none. */
  advanceToNext(): Promise<boolean>;
}

/** Longer chains of promises than this between two timers need an event to wait for. */
const ROUNDS = 64;

export function createVirtualClock(start = 1_750_000_000_000): VirtualClock {
  let now = start;
  let order = 0;
  const timers = new Map<number, { readonly at: number; readonly call: () => void }>();

  const settle = async (): Promise<void> => {
    for (let round = 0; round < ROUNDS; round += 1) await Promise.resolve();
  };
  const after = (ms: number, call: () => void): (() => void) => {
    order += 1;
    const id = order;
    timers.set(id, { at: now + Math.max(0, ms), call });
    return () => timers.delete(id);
  };
  const next = (): { readonly id: number; readonly at: number } | undefined => {
    let first: { readonly id: number; readonly at: number } | undefined;
    for (const [id, { at }] of timers) if (first === undefined || at < first.at) first = { id, at };
    return first;
  };
  const advanceTo = async (end: number): Promise<void> => {
    await settle();
    for (let due = next(); due !== undefined && due.at <= end; due = next()) {
      const timer = timers.get(due.id);
      timers.delete(due.id);
      now = Math.max(now, due.at);
      timer?.call();
      await settle();
    }
    now = Math.max(now, end);
  };

  return {
    now: () => now,
    elapsed: () => now - start,
    after,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = (): void => {
          cancel();
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const cancel = after(ms, wake);
        signal.addEventListener('abort', wake, { once: true });
      }),
    advance: (ms) => advanceTo(now + ms),
    waiting: () => timers.size,
    async advanceToNext() {
      await settle();
      const due = next();
      if (due !== undefined) await advanceTo(due.at);
      return due !== undefined;
    },
  };
}
