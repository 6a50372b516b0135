// What of a background session is worth a notice: that it asks for something, or that its run has ended. Pure: compares
// the heads of sessions with those before.

import type { SessionId } from '../../engine/ids.ts';
import type { SessionHead } from '../../engine/session-head.ts';

export interface Notice {
  readonly session: SessionId;
  readonly title: string;
  readonly kind: 'asks' | 'done' | 'failed' | 'interrupted' | 'over-budget';
}

interface Seen {
  readonly running: boolean;
  /** Ids of what it asks. */
  readonly asks: ReadonlySet<string>;
}

/** The first heads are what was there already: nothing of it is news. */
export function createNoticeWatch(): (heads: readonly SessionHead[]) => readonly Notice[] {
  let before: ReadonlyMap<SessionId, Seen> | undefined;
  return (heads) => {
    const now = new Map(heads.map((head) => [head.session, seenOf(head)]));
    const known = before;
    before = now;
    if (known === undefined) return [];
    return heads.flatMap((head) => {
      const was = known.get(head.session);
      const kind = newsOf(was, now.get(head.session), head);
      return kind === undefined ? [] : [{ session: head.session, title: head.title, kind }];
    });
  };
}

function seenOf({ openRuns, approvals, blocked = [], questions = [] }: SessionHead): Seen {
  return {
    running: openRuns.some(({ status }) => status === 'running'),
    asks: new Set([
      ...approvals.map(({ approvalId }) => approvalId),
      ...[...blocked, ...questions].map(({ callId }) => callId),
    ]),
  };
}

function newsOf(
  was: Seen | undefined,
  is: Seen | undefined,
  { lastStatus }: SessionHead,
): Notice['kind'] | undefined {
  if (is === undefined) return undefined;
  for (const ask of is.asks) if (was?.asks.has(ask) !== true) return 'asks';
  if (was?.running !== true || is.running) return undefined;
  // Who stopped it knows.
  return lastStatus === undefined || lastStatus === 'stopped' ? undefined : lastStatus;
}
