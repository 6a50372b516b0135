// A lost grant is the person's to give back, not the model's to fumble with (T1): the call waits on record, off the
// wall clock, and then goes on as the same call. Decides nothing about what is tried again.

import { ABORTED, orAborted, type Stop } from './abort.ts';
import type { RunEvent } from './events.ts';
import type { Failure } from './failures.ts';
import type { Call } from './transcript.ts';
import type { WorkClock } from './work-clock.ts';

export interface RegainSeams {
  /**
   * The folder's grant is gone: settles when a person gave it back, false where nobody can. Missing: nobody can, and
   * the failure is the call's result.
   */
  regained?(call: Call, failure: Failure): Promise<boolean>;
}

export interface Tries<Made> {
  first(): Promise<Made>;
  again(): Promise<Made>;
  failureOf(made: Made): Failure | undefined;
}

export interface Waiter {
  readonly call: Call;
  readonly stop: Stop;
  record(event: RunEvent): Promise<void>;
}

export type WhileGranted = <Made>(waiter: Waiter, tries: Tries<Made>) => Promise<Made | typeof ABORTED>;

export function createWhileGranted(seams: RegainSeams, work: WorkClock): WhileGranted {
  return async ({ call, stop, record }, { first, again, failureOf }) => {
    let made = await first();
    for (;;) {
      const cause = failureOf(made);
      if (cause?.code !== 'permission-lost' || seams.regained === undefined || stop.aborted) return made;
      await record({ type: 'call-blocked', callId: call.part.callId, failure: cause });
      const back = await work.waiting(orAborted(seams.regained(call, cause), stop));
      if (back === ABORTED) return ABORTED;
      if (!back) return made;
      made = await again();
    }
  };
}
