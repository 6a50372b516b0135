// Leaving a branch and going on from an earlier entry, as drafts: what is open where one leaves and where one arrives
// is ended, so that no branch holds a run that could go on behind a person's back. Pure.

import type { Draft, Entry } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import type { MessageId, RunId } from '../../engine/ids.ts';
import { USER } from '../../engine/ids.ts';
import type { OpenRun } from '../../engine/session-head.ts';
import { discardDraft, responseTo } from './drafts.ts';

/** `from`: the branch that is left, `path`: the one that ends where it goes on. */
export function branchDrafts(from: readonly Entry[], path: readonly Entry[], to: number): readonly Draft[] {
  return [...closingDrafts(from), { by: USER, event: { type: 'head', to } }, ...closingDrafts(path)];
}

/**
 * Ends whatever of a branch could still go on: running and interrupted runs, the last one where its budget ended it (it
 * could be raised), approvals that nobody's run waits for.
 */
export function closingDrafts(entries: readonly Entry[]): readonly Draft[] {
  const open = new Map<RunId, Pick<OpenRun, 'agent' | 'run'>>();
  const asked = new Map<string, Draft>();
  for (const { event, run, by } of entries) {
    if (event.type === 'run-start') open.set(event.run, { run: event.run, agent: event.agent });
    else if (event.type === 'run-resume') open.set(event.run, { run: event.run, agent: by });
    else if (event.type === 'run-end' && !canGoOn(event)) open.delete(event.run);
    else if (event.type === 'approval-request' && run === undefined) {
      const denied = responseTo(event, { type: 'deny', by: 'no-channel' });
      asked.set(event.approvalId, { by: USER, event: denied });
    } else if (event.type === 'approval-response') asked.delete(event.approvalId);
  }
  return [...asked.values(), ...[...open.values()].map((run) => discardDraft(run, entries))];
}

function canGoOn(event: Extract<Entry['event'], { type: 'run-end' }>): boolean {
  const { status } = event.outcome;
  return event.discarded !== true && (status === 'interrupted' || status === 'over-budget');
}

/** The entry of a message that a person may say anew. */
export function messageEntry(entries: readonly Entry[], id: MessageId): Entry {
  const found = entries.findLast(
    ({ by, event }) => by === USER && event.type === 'message' && event.id === id,
  );
  if (found === undefined) throw new FailureError(failure('not-found', 'no such message of the person'));
  return found;
}

/** Where a run began, and what it was asked. */
export function startOfRun(
  entries: readonly Entry[],
  run: RunId,
): { readonly parent: number; readonly message: MessageId } {
  for (const { event, parent } of entries) {
    if (event.type === 'run-start' && event.run === run) return { parent, message: event.cause.message };
  }
  throw new FailureError(failure('not-found', 'no such run'));
}
