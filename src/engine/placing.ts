// How drafts become entries: one rule for every EventLog (memory, IndexedDB, JSONL). Pure; stores nothing.

import { type Draft, ENTRY_VERSION, type Entry } from './events.ts';
import { FailureError, failure } from './failures.ts';
import type { SessionId } from './ids.ts';
import type { ReadRange } from './ports.ts';
import type { SessionHead } from './session-head.ts';
import { wellFormed } from './text.ts';

/** Brings a head up to one more entry; logs take it as an argument, since it is a feature's. */
export type FoldHead = (head: SessionHead | undefined, entry: Entry) => SessionHead;

export interface Placing {
  readonly head: SessionHead | undefined;
  /** The highest seq in use, unreadable records included; 0 for a new session. */
  readonly last: number;
  readonly now: number;
  readonly fold: FoldHead;
  /** The writer's (`AppendOptions.epoch`). */
  readonly epoch?: number | undefined;
}

export interface Placed {
  readonly entries: readonly Entry[];
  /** Undefined only where nothing was placed in a new session. */
  readonly head: SessionHead | undefined;
}

/**
 * Contract: seqs follow `last` without gaps; a draft without a parent hangs on the head as the drafts before it left
 * it; `at` never goes back; no lone surrogate gets past this point (E19). Throws `bug` for a place that doesn't exist,
 * `not-owner` for a writer whose session has been taken over.
 */
export function placeDrafts(session: SessionId, drafts: readonly Draft[], placing: Placing): Placed {
  const entries: Entry[] = [];
  let head = placing.head;
  let last = placing.last;
  if (placing.epoch !== undefined && (head?.epoch ?? 0) > placing.epoch) {
    throw new FailureError(failure('not-owner', 'the session was taken over by another tab'));
  }
  for (const draft of drafts) {
    const parent = draft.parent ?? head?.tip ?? 0;
    const target = draft.event.type === 'head' ? draft.event.to : 0;
    for (const place of [parent, target]) {
      if (!Number.isInteger(place) || place < 0 || place > last) {
        throw new FailureError(failure('bug', `there is no entry ${place} among ${last}`));
      }
    }
    last += 1;
    const entry: Entry = {
      session,
      seq: last,
      parent,
      v: ENTRY_VERSION,
      at: Math.max(placing.now, head?.lastAt ?? 0),
      by: draft.by,
      ...(draft.to === undefined ? {} : { to: draft.to }),
      ...(draft.run === undefined ? {} : { run: draft.run }),
      event: repaired(draft.event),
    };
    entries.push(entry);
    head = placing.fold(head, entry);
  }
  return { entries, head };
}

/** The head of a session that is inserted whole. Throws `bug` for entries of another session or out of order. */
export function headOfInserted(
  session: SessionId,
  entries: readonly Entry[],
  fold: FoldHead,
): SessionHead | undefined {
  let head: SessionHead | undefined;
  for (const entry of entries) {
    if (entry.session !== session || entry.seq <= (head?.count ?? 0)) {
      throw new FailureError(failure('bug', `entry ${entry.seq} is out of place`));
    }
    head = fold(head, entry);
  }
  return head;
}

/** Why a session can't be inserted: it is there. */
export const alreadyThere = (session: SessionId): FailureError =>
  new FailureError(failure('stale', 'a session with this id is there already', { facts: { session } }));

/** The entries of a range out of ascending ones, as `EventLog.read` promises. */
export function inRange(entries: readonly Entry[], range: ReadRange = {}): readonly Entry[] {
  const { after = 0, before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY } = range;
  const found = entries.filter((entry) => entry.seq > after && entry.seq < before);
  if (found.length <= limit) return found;
  return range.newest === true ? found.slice(found.length - limit) : found.slice(0, limit);
}

/** For lists: newest activity first. */
export function byActivity(a: SessionHead, b: SessionHead): number {
  return b.updatedAt - a.updatedAt || (a.session < b.session ? -1 : a.session > b.session ? 1 : 0);
}

/** The same value where every string in it is well-formed already: the common case allocates nothing. */
function repaired<Value>(value: Value): Value {
  return isClean(value) ? value : (repair(value) as Value);
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  for (const name in value) {
    if (!name.isWellFormed() || !isClean((value as { readonly [name: string]: unknown })[name])) return false;
  }
  return true;
}

function repair(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(repair);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [wellFormed(name), repair(field)]));
}
