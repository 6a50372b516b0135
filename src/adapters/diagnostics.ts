// The diagnostic log in a small database of its own, so that it can be written where the app's own can't be opened.
// Written in batches, errors at once; a log that can't be kept is no reason to fail.

import {
  cleanDiagnostic,
  cleanStored,
  diagnosticLines,
  DIAGNOSTICS_DB,
  DIAGNOSTICS_KEPT,
  DIAGNOSTICS_STORE,
} from '../features/diagnostics/forms.ts';
import type {
  Diagnostic,
  DiagnosticLog,
  StoredDiagnostic,
  Where,
} from '../features/diagnostics/diagnostics.ts';

const BATCH_MS = 500;
const AT_ONCE: readonly Diagnostic['type'][] = ['start', 'start-failed', 'error', 'update'];

export function createIdbDiagnostics(name = DIAGNOSTICS_DB): DiagnosticLog {
  let opening: Promise<IDBDatabase> | undefined;
  let waiting: StoredDiagnostic[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const database = (): Promise<IDBDatabase> => {
    opening ??= open(name, () => {
      opening = undefined;
    });
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      await add(await database(), batch);
    } catch {
      // Full or forbidden: the app goes on without.
    }
  };
  const readAll = async (): Promise<readonly StoredDiagnostic[]> => {
    await write();
    try {
      const db = await database();
      const all: readonly unknown[] = await done(
        db.transaction(DIAGNOSTICS_STORE).objectStore(DIAGNOSTICS_STORE).getAll(),
      );
      return all.map(cleanStored).filter((event) => event !== undefined);
    } catch {
      return [];
    }
  };
  return {
    note: (diagnostic: Diagnostic, from: Where = 'worker') => {
      const clean = cleanDiagnostic(diagnostic);
      if (clean === undefined) return;
      waiting.push({ ...clean, at: Date.now(), from });
      if (AT_ONCE.includes(clean.type)) void write();
      else timer ??= setTimeout(() => void write(), BATCH_MS);
    },
    read: readAll,
    lines: async (now) => diagnosticLines(await readAll(), now),
  };
}

function open(name: string, closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(DIAGNOSTICS_STORE, { autoIncrement: true });
    };
    request.onblocked = () => reject(new TypeError('blocked'));
    request.onerror = () => reject(request.error ?? new TypeError('not opened'));
    request.onsuccess = () => {
      const db = request.result;
      const close = (): void => {
        db.close();
        closed();
      };
      db.onversionchange = close;
      db.onclose = closed;
      resolve(db);
    };
  });
}

/** Keys only grow, so the ring is a range of them. */
async function add(db: IDBDatabase, batch: readonly StoredDiagnostic[]): Promise<void> {
  const tx = db.transaction(DIAGNOSTICS_STORE, 'readwrite', { durability: 'relaxed' });
  const ring = tx.objectStore(DIAGNOSTICS_STORE);
  let last: IDBRequest<IDBValidKey> | undefined;
  for (const event of batch) last = ring.add(event);
  const key = last === undefined ? undefined : await done(last);
  if (typeof key === 'number' && key > DIAGNOSTICS_KEPT)
    ring.delete(IDBKeyRange.upperBound(key - DIAGNOSTICS_KEPT));
  await new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new TypeError('aborted'));
  });
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new TypeError('failed'));
  });
}
