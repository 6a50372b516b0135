// The entries that a room writes about runs, as drafts. Pure.

import type {
  ApprovalAnswer,
  ApprovalRequest,
  Draft,
  Entry,
  Outcome,
  ResumeCause,
  StoredEvent,
} from '../../engine/events.ts';
import { type RunId, USER } from '../../engine/ids.ts';
import type { OpenRun, SessionHead } from '../../engine/session-head.ts';
import { outcomeOf } from './repair.ts';

export function responseTo(request: ApprovalRequest, answer: ApprovalAnswer): StoredEvent {
  return {
    type: 'approval-response',
    approvalId: request.approvalId,
    callId: request.callId,
    hash: request.hash,
    answer,
  };
}

export function resumeDraft(open: OpenRun, cause: ResumeCause): Draft {
  return { by: open.agent, run: open.run, event: { type: 'run-resume', run: open.run, cause } };
}

/** For a run that can't say so itself. */
export function endDraft(
  { agent, run }: Pick<OpenRun, 'agent' | 'run'>,
  entries: readonly Entry[],
  how: Pick<Outcome, 'status' | 'failure'>,
): Draft {
  return {
    by: agent,
    run,
    event: { type: 'run-end', run, outcome: { ...outcomeOf(entries, run, how.status), ...how } },
  };
}

export function discardDraft(
  { agent, run }: Pick<OpenRun, 'agent' | 'run'>,
  entries: readonly Entry[],
): Draft {
  const outcome = outcomeOf(entries, run, 'stopped');
  return { by: agent, run, event: { type: 'run-end', run, outcome, discarded: true } };
}

/** The calls of the run that wait for their folder are told that it is granted again. */
export function regainedDrafts(head: SessionHead | undefined, run: RunId): readonly Draft[] {
  return (head?.blocked ?? [])
    .filter((call) => call.run === run)
    .map(({ callId }): Draft => ({ by: USER, run, event: { type: 'call-unblocked', callId } }));
}
