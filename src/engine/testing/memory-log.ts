// The EventLog in memory, for tests and for a session that nobody keeps. Entries come out frozen: who changes one
// after appending it finds out here.

import type { Entry } from '../events.ts';
import { type Failure, FailureError } from '../failures.ts';
import type { RunId, SessionId } from '../ids.ts';
import { alreadyThere, byActivity, type FoldHead, headOfInserted, inRange, placeDrafts } from '../placing.ts';
import type { Clock, EventLog, PartialMessage } from '../ports.ts';
import { HEAD_VERSION, type SessionHead } from '../session-head.ts';

export interface MemoryLog extends EventLog {
  /** What `read` gives, without waiting. */
  entries(session: SessionId): readonly Entry[];
  /** The next append rejects with this and stores nothing. */
  failNext(failure: Failure): void;
}

interface Session {
  readonly entries: Entry[];
  head: SessionHead | undefined;
  readonly partials: Map<RunId, PartialMessage>;
}

export interface MemoryLogOptions {
  readonly fold: FoldHead;
  readonly clock: Clock;
  /** False: entries are not frozen, for those who measure. */
  readonly freeze?: boolean;
}

export function createMemoryLog(options: MemoryLogOptions): MemoryLog {
  const { fold, clock } = options;
  const kept = options.freeze === false ? <Value>(value: Value): Value => value : frozen;
  const sessions = new Map<SessionId, Session>();
  let failing: Failure | undefined;

  const open = (id: SessionId): Session => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const created: Session = { entries: [], head: undefined, partials: new Map() };
    sessions.set(id, created);
    return created;
  };
  const refold = (session: Session): SessionHead | undefined => {
    session.head = undefined;
    for (const entry of session.entries) session.head = fold(session.head, entry);
    return session.head;
  };
  const headOf = (session: Session): SessionHead | undefined =>
    session.head?.version === HEAD_VERSION ? session.head : refold(session);

  return {
    async append(id, drafts, { clearPartial, epoch }) {
      if (failing !== undefined) {
        const failed = failing;
        failing = undefined;
        throw new FailureError(failed);
      }
      const session = open(id);
      const placed = placeDrafts(id, drafts, {
        head: headOf(session),
        last: session.entries.at(-1)?.seq ?? 0,
        now: clock.now(),
        fold,
        epoch,
      });
      for (const entry of placed.entries) session.entries.push(kept(entry));
      session.head = kept(placed.head);
      if (clearPartial !== undefined) session.partials.delete(clearPartial);
      return placed.entries;
    },
    async insert(id, entries) {
      if ((sessions.get(id)?.entries.length ?? 0) > 0) throw alreadyThere(id);
      const head = headOfInserted(id, entries, fold);
      const session = open(id);
      for (const entry of entries) session.entries.push(kept(entry));
      session.head = kept(head);
    },
    async read(id, range) {
      return inRange(sessions.get(id)?.entries ?? [], range);
    },
    async head(id) {
      const session = sessions.get(id);
      return session === undefined ? undefined : headOf(session);
    },
    async heads() {
      const heads = [...sessions.values()].map(headOf);
      return heads.filter((head) => head !== undefined).sort(byActivity);
    },
    async savePartial(id, partial) {
      open(id).partials.set(partial.run, kept(partial));
    },
    async partials(id) {
      return [...(sessions.get(id)?.partials.values() ?? [])];
    },
    async remove(id) {
      sessions.delete(id);
    },
    async refold(id) {
      const session = sessions.get(id);
      return session === undefined ? undefined : refold(session);
    },
    damaged: () => 0,
    entries: (id) => [...(sessions.get(id)?.entries ?? [])],
    failNext(failure) {
      failing = failure;
    },
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const field of Object.values(value)) frozen(field);
  return value;
}
