// Reads what is stored as it is, past every part of the app: databases by their own schema, the private file system by
// its folders. Never writes, never upgrades; lets go of a database that somebody else wants to change.

export type Opened =
  | { readonly state: 'ok'; readonly db: IDBDatabase }
  | { readonly state: 'none' | 'blocked' | 'unavailable' }
  | { readonly state: 'failed'; readonly why: string };

const PATIENCE_MS = 4000;

export const nameOf = (thrown: unknown): string =>
  thrown instanceof Error || thrown instanceof DOMException ? thrown.name : 'Error';

/** Opens what is there; nothing is made where nothing is. */
export function openAsIs(name: string): Promise<Opened> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ state: 'blocked' }), PATIENCE_MS);
    const end = (opened: Opened): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    try {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onerror = (event) => {
        event.preventDefault();
        const why = nameOf(request.error);
        end(why === 'AbortError' ? { state: 'none' } : { state: 'failed', why });
      };
      request.onsuccess = () => {
        const db = request.result;
        db.onversionchange = () => db.close();
        end({ state: 'ok', db });
      };
    } catch {
      end({ state: 'unavailable' });
    }
  });
}

export function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('failed'));
  });
}

export async function countOf(db: IDBDatabase, store: string): Promise<number> {
  if (!db.objectStoreNames.contains(store)) return 0;
  return done(db.transaction(store).objectStore(store).count());
}

const CHUNK = 200;

/** A chunk of records at a time, in the order of their keys. */
export async function* recordsOf(
  db: IDBDatabase,
  store: string,
): AsyncGenerator<{ readonly key: IDBValidKey; readonly value: unknown }> {
  let range: IDBKeyRange | undefined;
  for (;;) {
    const objects = db.transaction(store).objectStore(store);
    const [keys, values]: readonly [IDBValidKey[], readonly unknown[]] = await Promise.all([
      done(objects.getAllKeys(range, CHUNK)),
      done(objects.getAll(range, CHUNK)),
    ]);
    for (const [index, key] of keys.entries()) yield { key, value: values[index] };
    const last = keys.at(-1);
    if (last === undefined || keys.length < CHUNK) return;
    range = IDBKeyRange.lowerBound(last, true);
  }
}

export interface RawFile {
  readonly path: string;
  readonly file: File;
}

/** Every file of the private file system; none where there is no such thing. */
export async function* privateFiles(): AsyncGenerator<RawFile> {
  let root: FileSystemDirectoryHandle;
  try {
    root = await navigator.storage.getDirectory();
  } catch {
    return;
  }
  yield* filesBelow(root, '');
}

async function* filesBelow(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<RawFile> {
  for await (const [name, handle] of folder.entries()) {
    const below = path === '' ? name : `${path}/${name}`;
    if (isFolder(handle)) yield* filesBelow(handle, below);
    // What another program holds or took away in between is left out.
    else if (isFile(handle)) {
      const file = await handle.getFile().catch(() => undefined);
      if (file !== undefined) yield { path: below, file };
    }
  }
}

const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory';
const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';
