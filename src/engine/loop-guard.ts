// Sees when a run goes in circles (E10): the same call over and over, or rounds that bring nothing. Pure; counts, and
// leaves what follows to the loop. Rejected calls are counted where they are rejected.

import { canonicalJson } from './canonical.ts';
import { type Failure, failure } from './failures.ts';
import type { Json, RunId } from './ids.ts';
import type { ToolRegistry } from './tool.ts';
import { type Call, type HistoryItem, unfolded } from './transcript.ts';

/** Of one call with the same arguments, in a row: after so many the model is told, and that many never run. */
export const REPEATS = { hint: 3, stop: 5 } as const;
/** Of rounds without progress, in a row. */
export const IDLE_ROUNDS = { hint: 2, stop: 4 } as const;

export interface Verdict {
  readonly nudge?: 'repeated-call' | 'no-progress';
  readonly failure?: Failure;
}

export interface LoopGuard {
  /** Of the calls to be run now, how many may; the next one would be one repetition too many. */
  admits(calls: readonly Call[]): number;
  /** A round is over; all of its calls have their results. */
  seen(calls: readonly Call[]): Verdict;
  /** The person said something: what looked stuck may be what is wanted now. */
  reset(): void;
}

/** `items`: what the run did before, where it goes on after a pause. */
export function createLoopGuard(tools: ToolRegistry, run: RunId, items: readonly HistoryItem[]): LoopGuard {
  let last = '';
  let streak = 0;
  let idle = 0;
  /** What each call gave last: the same again is nothing new. */
  const known = new Map<string, string>();

  const isPolling = ({ part }: Call): boolean => tools.get(part.tool)?.polling === true;
  /** How often in a row this call was asked for, itself included. 0: it may be repeated as often as it likes. */
  const counted = (
    call: Call,
    before: { last: string; streak: number },
  ): { last: string; streak: number } => {
    if (isPolling(call)) return { last: '', streak: 0 };
    const key = keyOf(call);
    return { last: key, streak: key === before.last ? before.streak + 1 : 1 };
  };
  const reset = (): void => {
    last = '';
    streak = 0;
    idle = 0;
  };
  const seen = (calls: readonly Call[]): Verdict => {
    let highest = 0;
    let moved = false;
    for (const call of calls) {
      ({ last, streak } = counted(call, { last, streak }));
      highest = Math.max(highest, streak);
      if (isPolling(call)) moved = true;
      if (call.result?.ok !== true) continue;
      const key = last === '' ? keyOf(call) : last;
      if (known.get(key) !== call.result.text) moved = true;
      known.set(key, call.result.text);
    }
    idle = moved ? 0 : idle + 1;
    if (idle >= IDLE_ROUNDS.stop)
      return {
        failure: failure('no-progress', `${idle} rounds of calls in a row brought nothing new`, {
          facts: { rounds: idle },
        }),
      };
    if (highest === REPEATS.hint) return { nudge: 'repeated-call' };
    return idle === IDLE_ROUNDS.hint ? { nudge: 'no-progress' } : {};
  };

  for (const item of unfolded(items)) {
    if (item.type === 'user') reset();
    else if (
      item.run === run &&
      item.calls.length > 0 &&
      item.calls.every(({ state }) => state === 'finished')
    )
      seen(item.calls);
  }
  return {
    admits: (calls) => {
      let now = { last, streak };
      for (const [index, call] of calls.entries()) {
        now = counted(call, now);
        if (now.streak >= REPEATS.stop) return index;
      }
      return calls.length;
    },
    seen,
    reset,
  };
}

/** Tool and arguments, whatever the order of their keys; as written where they can't be read. */
function keyOf({ part }: Call): string {
  try {
    return `${part.tool} ${canonicalJson(JSON.parse(part.argumentsText) as Json)}`;
  } catch {
    return `${part.tool} ${part.argumentsText}`;
  }
}
