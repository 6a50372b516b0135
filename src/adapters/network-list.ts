// The list of the hosts that this app has talked to (G10): counted here, kept over visits where there is a store, and
// added up over tabs. It sends nothing and knows no addresses beyond hosts.

import type { Clock } from '../engine/ports.ts';
import type { NetworkEntry } from '../protocol/host.ts';

/** What earlier visits and other tabs have talked to. */
export interface NetworkStore {
  load(): Promise<readonly NetworkEntry[]>;
  /** Adds the counts to what is stored, all or nothing; what is stored then. */
  add(rows: readonly NetworkEntry[]): Promise<readonly NetworkEntry[]>;
}

export interface NetworkList {
  /** Names the row for `answered` and `failed`. */
  begin(host: string, purpose: string): string;
  answered(row: string, status: number): void;
  failed(row: string): void;
  /** One row per host and purpose, most recent first. */
  entries(): readonly NetworkEntry[];
  /** Resolves once the stored rows are in; never rejects. */
  readonly read: Promise<void>;
}

export interface NetworkListOptions {
  readonly clock: Clock;
  readonly store?: NetworkStore;
  /** After each request and each answer. */
  readonly changed?: () => void;
}

/** More hosts than a person looks through; the ones that were talked to last stay. */
const MAX_ROWS = 1_000;
const FLUSH_MS = 1_000;

const keyOf = ({ host, purpose }: Pick<NetworkEntry, 'host' | 'purpose'>): string => `${purpose} ${host}`;

/** Counts added up, row by row; most recent first, and no more than are kept. */
export function addedUp(...lists: readonly (readonly NetworkEntry[])[]): readonly NetworkEntry[] {
  const rows = new Map<string, NetworkEntry>();
  for (const row of lists.flat()) {
    const known = rows.get(keyOf(row));
    rows.set(keyOf(row), known === undefined ? row : sum(known, row));
  }
  return [...rows.values()].sort((a, b) => b.lastAt - a.lastAt || a.firstAt - b.firstAt).slice(0, MAX_ROWS);
}

function sum(a: NetworkEntry, b: NetworkEntry): NetworkEntry {
  const [earlier, later] = a.lastAt <= b.lastAt ? [a, b] : [b, a];
  const status = later.lastStatus ?? earlier.lastStatus;
  return {
    host: a.host,
    purpose: a.purpose,
    count: a.count + b.count,
    firstAt: Math.min(a.firstAt, b.firstAt),
    lastAt: later.lastAt,
    ...(status === undefined ? {} : { lastStatus: status }),
    failed: a.failed + b.failed,
  };
}

export function createNetworkList({ clock, store, changed }: NetworkListOptions): NetworkList {
  let kept: readonly NetworkEntry[] = [];
  /** Not stored yet. */
  let fresh: readonly NetworkEntry[] = [];
  let writing: readonly NetworkEntry[] = [];
  let isWaiting = false;

  const flush = async (): Promise<void> => {
    isWaiting = false;
    if (store === undefined || writing.length > 0 || fresh.length === 0) return;
    writing = fresh;
    fresh = [];
    try {
      kept = await store.add(writing);
      writing = [];
    } catch {
      // It is said elsewhere that nothing can be kept; the next change tries again.
      fresh = addedUp(writing, fresh);
      writing = [];
      return;
    }
    if (fresh.length > 0) flushSoon();
  };
  const flushSoon = (): void => {
    if (store === undefined || isWaiting) return;
    isWaiting = true;
    clock.after(FLUSH_MS, () => void flush());
  };
  const note = (row: Pick<NetworkEntry, 'host' | 'purpose'> & Partial<NetworkEntry>): void => {
    const at = clock.now();
    fresh = addedUp(fresh, [{ count: 0, firstAt: at, lastAt: at, failed: 0, ...row }]);
    changed?.();
    flushSoon();
  };
  const rowOf = (row: string): Pick<NetworkEntry, 'host' | 'purpose'> => {
    const at = row.indexOf(' ');
    return { purpose: row.slice(0, at), host: row.slice(at + 1) };
  };
  const read = (async () => {
    const stored = (await store?.load().catch(() => undefined)) ?? [];
    // A flush that was faster has brought them already.
    if (kept.length === 0) kept = stored;
  })();
  return {
    begin: (host, purpose) => {
      const row = { host, purpose };
      const isNew = !addedUp(kept, writing, fresh).some((known) => keyOf(known) === keyOf(row));
      note({ ...row, count: 1 });
      // A host is on record even where the tab closes at once.
      if (isNew) void flush();
      return keyOf(row);
    },
    answered: (row, status) => note({ ...rowOf(row), lastStatus: status, ...timesOf(row) }),
    failed: (row) => note({ ...rowOf(row), failed: 1, ...timesOf(row) }),
    entries: () => addedUp(kept, writing, fresh),
    read,
  };

  /** An answer is no later contact than its request. */
  function timesOf(row: string): Partial<NetworkEntry> {
    const known = addedUp(kept, writing, fresh).find((each) => keyOf(each) === row);
    return known === undefined ? {} : { firstAt: known.lastAt, lastAt: known.lastAt };
  }
}
