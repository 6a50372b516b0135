// Sessions as things one keeps: pinned, archived, deleted for a while, forked, searched, switched between variants.
// What happens inside a session is the rooms'.

import { failure, FailureError } from '../src/engine/failures.ts';
import { type SessionId, USER } from '../src/engine/ids.ts';
import type { SessionHead } from '../src/engine/session-head.ts';
import { closingDrafts, type Rooms } from '../src/features/rooms/rooms.ts';
import { branchPath, loadDocuments } from '../src/features/sessions/sessions.ts';
import type { HostApi, SearchHit } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';

/** A deleted session can be taken back for so long. */
const KEPT_MS = 24 * 3600 * 1000;
const CHUNK = 1000;

export interface ShelfPorts {
  readonly platform: Pick<Platform, 'log' | 'clock' | 'ids'>;
  readonly rooms: Pick<Rooms, 'append' | 'stop' | 'moveHead'>;
  /** Runs `work` if this tab has the session or can get it; false: it can't. */
  whenOwned(session: SessionId, work: () => Promise<void>): Promise<boolean>;
  headChanged(head: SessionHead): void;
  /** It is gone for good. */
  removed(session: SessionId): void;
}

/** Contract: the caller owns the session, but for those that only read and for `fork`. */
export interface Shelf
  extends Pick<
    HostApi,
    | 'markSession'
    | 'removeSession'
    | 'restoreSession'
    | 'removedSessions'
    | 'purgeSession'
    | 'fork'
    | 'variants'
    | 'switchVariant'
    | 'searchSessions'
    | 'locate'
  > {
  /** Drops for good what was deleted long ago. */
  sweep(): Promise<void>;
}

export function createShelf(ports: ShelfPorts): Shelf {
  const { rooms } = ports;
  const { log, clock, ids } = ports.platform;

  const headOf = async (session: SessionId): Promise<SessionHead> => {
    const head = await log.head(session);
    if (head === undefined) throw new FailureError(failure('not-found', 'there is no such session'));
    return head;
  };
  const mark = async (
    session: SessionId,
    how: { readonly pinned?: boolean; readonly archived?: boolean; readonly removed?: boolean },
  ): Promise<void> => {
    await headOf(session);
    await rooms.append(session, [{ by: USER, event: { type: 'mark', ...how } }]);
  };
  const purge = async (session: SessionId): Promise<void> => {
    await rooms.stop(session);
    await log.remove(session);
    ports.removed(session);
  };

  async function* search(question: string, limit: number): AsyncGenerator<SearchHit> {
    const { textQuery } = await loadDocuments();
    const query = textQuery(question);
    if (query === undefined) return;
    let left = limit;
    for (const { session, title, archived, removedAt } of await log.heads()) {
      if (removedAt !== undefined) continue;
      let before: number | undefined;
      do {
        const entries = await log.read(session, {
          ...(before === undefined ? {} : { before }),
          limit: CHUNK,
          newest: true,
        });
        for (const entry of entries.toReversed()) {
          const hit = query.hit(entry);
          if (hit === undefined) continue;
          yield { session, title, archived: archived === true, ...hit };
          left -= 1;
          if (left <= 0) return;
        }
        before = entries[0]?.seq;
      } while (before !== undefined && before > 1);
    }
  }

  return {
    markSession: (session, { pinned, archived }) =>
      mark(session, {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { archived }),
      }),
    removeSession: async (session) => {
      await rooms.stop(session);
      await mark(session, { removed: true });
    },
    restoreSession: (session) => mark(session, { removed: false }),
    removedSessions: async () =>
      (await log.heads())
        .filter(({ removedAt }) => removedAt !== undefined)
        .toSorted((a, b) => (b.removedAt ?? 0) - (a.removedAt ?? 0)),
    purgeSession: purge,
    sweep: async () => {
      const before = clock.now() - KEPT_MS;
      for (const { session, removedAt } of await log.heads()) {
        if (removedAt !== undefined && removedAt < before)
          await ports.whenOwned(session, () => purge(session));
      }
    },

    fork: async (source, place) => {
      const { forkEntries, seqOf } = await loadDocuments();
      const head = await headOf(source);
      const entries = await log.read(source);
      const upTo = seqOf(entries, place);
      if (upTo === undefined) throw new FailureError(failure('not-found', 'nothing to fork from'));
      const session = ids.next<SessionId>();
      const now = clock.now();
      await log.insert(
        session,
        forkEntries({ source: head, entries, upTo, session, now, close: closingDrafts }),
      );
      ports.headChanged(await headOf(session));
      return session;
    },
    variants: async (session) => {
      const head = await log.head(session);
      if (head?.branched !== true) return [];
      const { variantPoints } = await loadDocuments();
      return variantPoints(await log.read(session), head.tip);
    },
    switchVariant: async (session, seq) => {
      const { leafOf, seqOf } = await loadDocuments();
      const entries = await log.read(session);
      if (seqOf(entries, { seq }) === undefined)
        throw new FailureError(failure('not-found', 'no such entry'));
      await rooms.moveHead(session, leafOf(entries, seq));
    },
    searchSessions: async (question, limit) => search(question, limit),
    locate: async (session, place) => {
      const { leafOf, seqOf } = await loadDocuments();
      const head = await log.head(session);
      const entries = head === undefined ? [] : await log.read(session);
      const seq = seqOf(entries, place);
      if (head === undefined || seq === undefined) return undefined;
      const path = branchPath(entries, head.tip);
      const at = path.findIndex((entry) => entry.seq === seq);
      if (at >= 0) return { onBranch: true, window: path.length - at };
      const other = branchPath(entries, leafOf(entries, seq));
      return { onBranch: false, window: other.length - other.findIndex((entry) => entry.seq === seq) };
    },
  };
}
