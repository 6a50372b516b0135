// The one database of the origin: its schema, its numbered upgrade steps, its failures. The stores are used by the
// adapters named beside them; nothing else opens IndexedDB.

import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import type { Entry } from '../engine/events.ts';
import { FailureError, type FailureCode, failure } from '../engine/failures.ts';
import type { PartialMessage } from '../engine/ports.ts';
import type { SessionHead } from '../engine/session-head.ts';

/** A secret at rest (`vault.ts`): no plaintext. `key` names the record of `keys` that opens it. */
export interface SealedSecret {
  readonly name: string;
  readonly origin: string;
  readonly key: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

export interface StoredPartial extends PartialMessage {
  readonly session: string;
}

/** Without a handle: a private folder of that id. */
export interface FolderRecord {
  readonly id: string;
  readonly handle?: FileSystemDirectoryHandle;
  readonly name?: string;
  readonly access?: 'read' | 'write';
  readonly rules?: boolean;
  readonly addedAt?: number;
}

/** Values are what we write; what is read may be damaged and is checked by the adapter that reads it. */
export interface Schema extends DBSchema {
  /** event-log.ts */
  entries: { key: [string, number]; value: Entry };
  heads: { key: string; value: SessionHead };
  partials: { key: [string, string]; value: StoredPartial };
  /** blobs.ts, by SHA-256 */
  blobs: { key: string; value: Uint8Array };
  /** vault.ts */
  secrets: { key: string; value: SealedSecret };
  keys: { key: string; value: CryptoKey };
  /** settings-store.ts, accounts-store.ts, rule-store.ts: one value each, under its name */
  values: { key: string; value: unknown };
  /** folders.ts, by id: handles survive only as structured clones. */
  folders: { key: string; value: FolderRecord };
  /** call-store.ts */
  calls: { key: [string, number, number]; value: StoredCall; indexes: { call: string } };
}

/** A model call as it was on the wire, compressed. */
export interface StoredCall {
  readonly session: string;
  readonly call: string;
  readonly packed: Uint8Array<ArrayBuffer>;
}

export type Db = IDBPDatabase<Schema>;
/** The entries within a transaction of either kind. Unknown: what is read may be damaged. */
export interface EntryStore {
  getAll(query: IDBKeyRange, count?: number): Promise<readonly unknown[]>;
  openKeyCursor(query?: IDBKeyRange, direction?: 'prev'): Promise<EntryCursor | null>;
}
interface EntryCursor {
  readonly key: readonly [string, number];
  continue(key: [string, number]): Promise<EntryCursor | null>;
}
type Step = (db: Db, tx: Upgrade) => void;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** Step n brings version n to n + 1. Released steps are never edited. */
const STEPS: readonly Step[] = [
  (db) => {
    db.createObjectStore('entries', { keyPath: ['session', 'seq'] });
    db.createObjectStore('heads', { keyPath: 'session' });
    db.createObjectStore('partials', { keyPath: ['session', 'run'] });
    db.createObjectStore('blobs');
    db.createObjectStore('secrets', { keyPath: 'name' });
    db.createObjectStore('keys');
    db.createObjectStore('values');
    db.createObjectStore('folders', { keyPath: 'id' });
  },
  (db) => {
    db.createObjectStore('calls').createIndex('call', 'call');
  },
];

export interface OpenDbOptions {
  readonly name?: string;
  /** Steps after those of this build: a newer one, for tests. */
  readonly more?: readonly Step[];
  /** An older tab keeps the database open; opening goes on once it lets go. */
  readonly onBlocked?: () => void;
  /** The connection is gone: a newer tab needs the database (`newer`), or the browser closed it (`terminated`). */
  readonly onClosed?: (why: 'newer' | 'terminated') => void;
}

/** Rejects with `storage-newer` where a newer build has been here, with `storage-failed` where it can't be opened. */
export async function openDb(options: OpenDbOptions = {}): Promise<Db> {
  let opened: Db | undefined;
  try {
    const steps = [...STEPS, ...(options.more ?? [])];
    opened = await openDB<Schema>(options.name ?? 'bowline', steps.length, {
      upgrade(db, from, _to, tx) {
        for (const step of steps.slice(from)) step(db, tx);
      },
      blocked: () => options.onBlocked?.(),
      blocking() {
        if (opened !== undefined) outdated.add(opened);
        opened?.close();
        options.onClosed?.('newer');
      },
      terminated: () => options.onClosed?.('terminated'),
    });
    return opened;
  } catch (thrown) {
    throw openError(thrown);
  }
}

/** Rejects with `storage-blocked` where an older tab keeps the database open; a later try may pass. */
export function openFreeDb(options: Omit<OpenDbOptions, 'onBlocked'> = {}): Promise<Db> {
  return new Promise((resolve, reject) => {
    let isBlocked = false;
    const onBlocked = (): void => {
      isBlocked = true;
      reject(new FailureError(failure('storage-blocked', 'another tab keeps the database open')));
    };
    openDb({ ...options, onBlocked }).then((db) => {
      if (isBlocked) db.close();
      else resolve(db);
    }, reject);
  });
}

/** Connections that a newer tab made us close. */
const outdated = new WeakSet<Db>();

function errorOf(thrown: unknown, db: Db): FailureError {
  if (!outdated.has(db) || thrown instanceof FailureError) return storageError(thrown);
  return new FailureError(failure('storage-newer', 'a newer tab has changed the database'));
}

/** Without a database at all (`ReferenceError`), in some private windows, or where site data is blocked. */
const UNAVAILABLE: readonly string[] = [
  'ReferenceError',
  'SecurityError',
  'InvalidStateError',
  'NotSupportedError',
];

function openError(thrown: unknown): FailureError {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  if (!UNAVAILABLE.includes(name)) return storageError(thrown);
  return new FailureError(failure('storage-unavailable', `${name}: the browser keeps nothing here`));
}

/** Anything that storage threw, as a failure of the table. */
export function storageError(thrown: unknown): FailureError {
  if (thrown instanceof FailureError) return thrown;
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  const message = thrown instanceof Error || thrown instanceof DOMException ? thrown.message : String(thrown);
  return new FailureError(failure(CODES[name] ?? 'storage-failed', `${name}: ${message}`));
}

const CODES: Readonly<Record<string, FailureCode>> = {
  QuotaExceededError: 'storage-full',
  VersionError: 'storage-newer',
};

/** A snapshot over some stores. `work` may await requests of it only. */
export async function read<Names extends StoreNames<Schema>[], Result>(
  db: Db,
  stores: Names,
  work: (tx: IDBPTransaction<Schema, Names, 'readonly'>) => Promise<Result>,
): Promise<Result> {
  try {
    const tx = db.transaction(stores);
    tx.done.catch(() => {}); // heard through the requests
    return await work(tx);
  } catch (thrown) {
    throw errorOf(thrown, db);
  }
}

/**
 * One transaction, all or nothing. `work` may await requests of it only. The answer comes after the commit; where a
 * commit fails the platform fires `abort` alone, which `done` hears too.
 */
export async function transact<Names extends StoreNames<Schema>[], Result>(
  db: Db,
  stores: Names,
  durability: 'strict' | 'relaxed',
  work: (tx: IDBPTransaction<Schema, Names, 'readwrite'>) => Promise<Result>,
): Promise<Result> {
  try {
    const tx = db.transaction(stores, 'readwrite', { durability });
    const done = tx.done;
    // Where `work` throws first, its error is the one to tell; this one is heard so that it is not unhandled.
    done.catch(() => {});
    try {
      const result = await work(tx);
      tx.commit();
      await done;
      return result;
    } catch (thrown) {
      abort(tx);
      throw thrown;
    }
  } catch (thrown) {
    throw errorOf(thrown, db);
  }
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // Already aborted by the error that brought us here, or finished.
  }
}
