// The EventLog in IndexedDB: one record per entry under [session, seq]. No queue of our own: the platform runs
// writing transactions over the same stores one after the other, in the order of their creation, across tabs too, and
// each reads the head that it goes on from.

import type { Entry } from '../engine/events.ts';
import { asId, type SessionId } from '../engine/ids.ts';
import { alreadyThere, byActivity, type FoldHead, headOfInserted, placeDrafts } from '../engine/placing.ts';
import type { Clock, EventLog, PartialMessage, ReadRange } from '../engine/ports.ts';
import { HEAD_VERSION, type SessionHead } from '../engine/session-head.ts';
import { readEntry } from '../features/sessions/sessions.ts';
import { type Db, type EntryStore, read, type StoredPartial, transact } from './db.ts';

const CHUNK = 1000;
const ALL = Number.POSITIVE_INFINITY;

/** Entries from `first` to `last`, both included. */
const between = (session: SessionId, first: number, last: number): IDBKeyRange =>
  IDBKeyRange.bound([session, first], [session, last]);
/** Whatever has the session as the first part of its key: an array sorts after every string. */
const partsOf = (session: SessionId): IDBKeyRange => IDBKeyRange.bound([session], [session, []]);

/** `fold` is the sessions feature's; a head record of an older fold is folded anew when it is met. */
export function createIdbEventLog(
  db: Db,
  options: { readonly fold: FoldHead; readonly clock: Clock },
): EventLog {
  const { fold, clock } = options;
  const unreadable = new Map<SessionId, Set<number>>();

  /** The readable ones; the others are counted, once each. */
  const readable = (session: SessionId, records: readonly unknown[]): Entry[] => {
    const entries: Entry[] = [];
    for (const record of records) {
      const entry = readEntry(record);
      if (entry !== undefined) entries.push(entry);
      else unreadable.set(session, (unreadable.get(session) ?? new Set()).add(seqOf(record)));
    }
    return entries;
  };

  const foldAll = async (store: EntryStore, session: SessionId): Promise<SessionHead | undefined> => {
    let head: SessionHead | undefined;
    let after = 0;
    for (;;) {
      const records = await store.getAll(between(session, after + 1, ALL), CHUNK);
      for (const entry of readable(session, records)) head = fold(head, entry);
      after = Math.max(after, seqOf(records.at(-1)));
      if (records.length < CHUNK) return head === undefined ? undefined : { ...head, count: after };
    }
  };

  const refold = (session: SessionId): Promise<SessionHead | undefined> =>
    transact(db, ['entries', 'heads'], 'relaxed', async (tx) => {
      const head = await foldAll(tx.objectStore('entries'), session);
      if (head === undefined) await tx.objectStore('heads').delete(session);
      else await tx.objectStore('heads').put(head);
      return head;
    });

  const readOldest = async (session: SessionId, range: ReadRange, store: EntryStore): Promise<Entry[]> => {
    const { before = ALL, limit = ALL } = range;
    const entries: Entry[] = [];
    let after = range.after ?? 0;
    while (entries.length < limit && after < before - 1) {
      const wanted = Math.min(limit - entries.length, CHUNK);
      const records = await store.getAll(between(session, after + 1, before - 1), wanted);
      entries.push(...readable(session, records));
      if (records.length < wanted) break;
      after = seqOf(records.at(-1));
    }
    return entries;
  };

  /** Seqs have no gaps, so the newest are found by counting back; where some can't be read, further back. */
  const readNewest = async (session: SessionId, range: ReadRange, store: EntryStore): Promise<Entry[]> => {
    const { after = 0, before = ALL, limit = ALL } = range;
    const windows: Entry[][] = [];
    let missing = limit;
    let last = before > 1 ? await lastSeq(store, session, before) : 0;
    while (missing > 0 && last > after) {
      const first = Math.max(after, last - missing) + 1;
      const window = readable(session, await store.getAll(between(session, first, last)));
      windows.unshift(window);
      missing -= window.length;
      last = first - 1;
    }
    return windows.flat();
  };

  return {
    append: (session, drafts, { durable, clearPartial, epoch }) =>
      transact(db, ['entries', 'heads', 'partials'], durable ? 'strict' : 'relaxed', async (tx) => {
        const entries = tx.objectStore('entries');
        const heads = tx.objectStore('heads');
        const kept: unknown = await heads.get(session);
        const head = isCurrent(kept) ? kept : await foldAll(entries, session);
        const last = head?.count ?? (await lastSeq(entries, session));
        const placed = placeDrafts(session, drafts, { head, last, now: clock.now(), fold, epoch });
        const requests: Promise<unknown>[] = [];
        for (const entry of placed.entries) {
          const request = entries.add(entry);
          request.catch(() => {}); // heard below, unless a later one throws before that
          requests.push(request);
        }
        if (placed.head !== undefined) requests.push(heads.put(placed.head));
        if (clearPartial !== undefined) {
          requests.push(tx.objectStore('partials').delete([session, clearPartial]));
        }
        await Promise.all(requests);
        return placed.entries;
      }),

    insert: (session, inserted) =>
      transact(db, ['entries', 'heads'], 'strict', async (tx) => {
        const entries = tx.objectStore('entries');
        if ((await lastSeq(entries, session)) > 0) throw alreadyThere(session);
        const head = headOfInserted(session, inserted, fold);
        const requests: Promise<unknown>[] = [];
        for (const entry of inserted) {
          const request = entries.add(entry);
          request.catch(() => {}); // heard below
          requests.push(request);
        }
        if (head !== undefined) requests.push(tx.objectStore('heads').put(head));
        await Promise.all(requests);
      }),

    read: (session, range = {}) =>
      read(db, ['entries'], (tx) => {
        const backwards = range.newest === true && range.limit !== undefined;
        return (backwards ? readNewest : readOldest)(session, range, tx.objectStore('entries'));
      }),

    async head(session) {
      const head: unknown = await read(db, ['heads'], (tx) => tx.objectStore('heads').get(session));
      return isCurrent(head) ? head : refold(session);
    },

    async heads() {
      const found = await read(db, ['entries', 'heads'], async (tx) => {
        const heads: readonly unknown[] = await tx.objectStore('heads').getAll();
        // An append writes the head too, so entries without any head mean that all were dropped.
        return heads.length > 0 ? heads : sessionsOf(tx.objectStore('entries'));
      });
      const heads: SessionHead[] = [];
      for (const record of found) {
        const head = isCurrent(record) ? record : await refold(sessionIn(record));
        if (head !== undefined) heads.push(head);
      }
      return heads.sort(byActivity);
    },

    async savePartial(session, partial) {
      await transact(db, ['partials'], 'relaxed', (tx) =>
        tx.objectStore('partials').put({ ...partial, session }),
      );
    },

    partials: (session) =>
      read(db, ['partials'], async (tx) =>
        (await tx.objectStore('partials').getAll(partsOf(session))).map(partialOf),
      ),

    async remove(session) {
      await transact(db, ['entries', 'heads', 'partials', 'calls'], 'strict', (tx) =>
        Promise.all([
          tx.objectStore('entries').delete(partsOf(session)),
          tx.objectStore('heads').delete(session),
          tx.objectStore('partials').delete(partsOf(session)),
          tx.objectStore('calls').delete(partsOf(session)),
        ]),
      );
      unreadable.delete(session);
    },

    refold,
    damaged: (session) => unreadable.get(session)?.size ?? 0,
  };
}

/** The highest seq below `before`, readable or not; 0 for none. */
async function lastSeq(store: EntryStore, session: SessionId, before = ALL): Promise<number> {
  const cursor = await store.openKeyCursor(between(session, 0, before - 1), 'prev');
  return cursor?.key[1] ?? 0;
}

/** The sessions that have entries, by jumping from one to the next. */
async function sessionsOf(store: EntryStore): Promise<readonly { readonly session: string }[]> {
  const sessions: { readonly session: string }[] = [];
  let cursor = await store.openKeyCursor();
  while (cursor !== null) {
    const [session] = cursor.key;
    sessions.push({ session });
    cursor = await cursor.continue([session, ALL]);
  }
  return sessions;
}

function isCurrent(record: unknown): record is SessionHead {
  return (
    typeof record === 'object' && record !== null && 'version' in record && record.version === HEAD_VERSION
  );
}

/** Key paths: no record is stored without them. */
function sessionIn(record: unknown): SessionId {
  return asId(
    typeof record === 'object' && record !== null && 'session' in record ? String(record.session) : '',
  );
}

function seqOf(record: unknown): number {
  return typeof record === 'object' && record !== null && 'seq' in record ? Number(record.seq) : 0;
}

function partialOf(stored: StoredPartial): PartialMessage {
  const { session: _, ...partial } = stored;
  return partial;
}
