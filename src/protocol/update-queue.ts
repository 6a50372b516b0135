// A stream of updates for one reader: what is pushed while the reader is busy merges where it can, so that a slow
// reader gets fewer and larger updates and never holds the writer up.

import type { Clock } from '../engine/ports.ts';
import type { SessionUpdate } from './host.ts';

/** How long deltas gather before they go out; everything else goes at once. */
export const GATHER_MS = 16;

export interface UpdateQueue<T> extends AsyncIterable<T> {
  push(update: T): void;
  end(): void;
}

export interface Merging<T> {
  /** The two as one; undefined where they must stay apart. */
  merge(last: T, next: T): T | undefined;
  /** May wait for more of its kind. */
  gathers(update: T): boolean;
}

/** `onEnd` runs once, when the reader leaves or `end` is called. */
export function createUpdateQueue<T>(
  clock: Clock,
  merging: Merging<T>,
  onEnd: () => void = () => undefined,
): UpdateQueue<T> {
  const queue: T[] = [];
  let wake: (() => void) | undefined;
  let ended = false;
  let deliveredAt = Number.NEGATIVE_INFINITY;
  let cancel = (): void => undefined;

  const finish = (): void => {
    if (ended) return;
    ended = true;
    cancel();
    onEnd();
    wake?.();
  };
  /** Nothing to do now: woken by a push, or by the end of the gathering time. */
  const rest = (ms: number | undefined): Promise<void> =>
    new Promise((resolve) => {
      wake = () => {
        cancel();
        wake = undefined;
        resolve();
      };
      if (ms !== undefined) cancel = clock.after(ms, () => wake?.());
    });
  const iterator: AsyncIterator<T, undefined> = {
    next: async () => {
      for (;;) {
        const [first, second] = queue;
        if (first === undefined) {
          if (ended) return { done: true, value: undefined };
          await rest(undefined);
          continue;
        }
        const left = GATHER_MS - (clock.elapsed() - deliveredAt);
        if (merging.gathers(first) && second === undefined && left > 0 && !ended) {
          await rest(left);
          continue;
        }
        queue.shift();
        if (merging.gathers(first)) deliveredAt = clock.elapsed();
        return { done: false, value: first };
      }
    },
    return: async () => {
      queue.length = 0;
      finish();
      return { done: true, value: undefined };
    },
  };
  return {
    push: (update) => {
      if (ended) return;
      const last = queue.at(-1);
      const merged = last === undefined ? undefined : merging.merge(last, update);
      if (merged === undefined) queue.push(update);
      else queue[queue.length - 1] = merged;
      // A lone delta that grows has its timer already.
      if (merged === undefined) wake?.();
    },
    end: finish,
    [Symbol.asyncIterator]: () => iterator,
  };
}

/** Adjacent deltas of one block are one delta; a newer partial replaces an older. */
export const SESSION_MERGING: Merging<SessionUpdate> = {
  merge: (last, next) => {
    if (last.type === 'live' && next.type === 'live' && last.run === next.run) {
      const a = last.event;
      const b = next.event;
      if (a.type !== 'part-delta' || b.type !== 'part-delta' || a.id !== b.id || a.part !== b.part)
        return undefined;
      return { ...next, event: { ...b, delta: a.delta + b.delta } };
    }
    return last.type === 'partial' && next.type === 'partial' && last.partial.run === next.partial.run
      ? next
      : undefined;
  },
  gathers: (update) => update.type === 'live' && update.event.type === 'part-delta',
};

/** For updates that stand each for themselves. */
export const NO_MERGING: Merging<never> = { merge: () => undefined, gathers: () => false };
