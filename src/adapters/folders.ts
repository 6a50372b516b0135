// The folders that a person opened, and the private ones made in their place: kept by id in IndexedDB, handles
// included, so that they survive a reload; the browser's permission may not. Asks for none and shows no picker: only
// the page can.

import { failure, FailureError } from '../engine/failures.ts';
import type { FileSpace, Ids } from '../engine/ports.ts';
import { type Db, type FolderRecord, read, transact } from './db.ts';
import { fileFailure } from './file-failures.ts';
import { createHandleFiles, type FolderHandle, openPrivateFolder, removePrivateFolder } from './files.ts';

/** ready: may be read now · needs-permission: a press of the person away · gone: moved, renamed or deleted. */
export type FolderState = 'ready' | 'needs-permission' | 'gone';

export interface KeptFolder {
  readonly id: string;
  readonly name: string;
  readonly kind: 'private' | 'folder';
  /** The most that agents may do in it. What the browser grants at the moment is another matter. */
  readonly access: 'read' | 'write';
  /** Its project rules may go into prompts (T12). */
  readonly rules: boolean;
}

export type FolderChange = Partial<Pick<KeptFolder, 'access' | 'rules'>>;

export interface Folders {
  /** Oldest first. */
  list(): Promise<readonly KeptFolder[]>;
  /** The known one where the same folder is here already. Rejects with `invalid-arguments` for what is no folder. */
  add(handle: unknown, as: Pick<KeptFolder, 'access' | 'rules'>): Promise<KeptFolder>;
  /** `id`: the one that it had in a backup. */
  addPrivate(name: string, as: Pick<KeptFolder, 'rules'> & { readonly id?: string }): Promise<KeptFolder>;
  change(id: string, change: FolderChange): Promise<void>;
  /** A granted folder stays as it is on disk; of a private one the files go. */
  forget(id: string): Promise<void>;
  open(id: string): Promise<FileSpace>;
  state(id: string): Promise<FolderState>;
  /** For the page, which asks for permission; undefined for a private one. */
  handle(id: string): Promise<unknown>;
}

export function createFolders(db: Db, ids: Ids): Folders {
  const load = async (id: string): Promise<FolderRecord> => {
    const record = await read(db, ['folders'], (tx) => tx.objectStore('folders').get(id));
    if (record === undefined)
      throw new FailureError(failure('not-found', 'this folder is not known any more', { facts: { id } }));
    return record;
  };
  const all = (): Promise<readonly FolderRecord[]> =>
    read(db, ['folders'], (tx) => tx.objectStore('folders').getAll());
  const put = async (record: FolderRecord): Promise<KeptFolder> => {
    await transact(db, ['folders'], 'strict', async (tx) => {
      await tx.objectStore('folders').put(record);
    });
    return keptOf(record);
  };
  return {
    list: async () => [...(await all())].sort((a, b) => (a.addedAt ?? 0) - (b.addedAt ?? 0)).map(keptOf),
    add: async (handle, as) => {
      if (!isDirectory(handle)) throw new FailureError(failure('invalid-arguments', 'this is no folder'));
      for (const known of await all())
        if (known.handle !== undefined && (await handle.isSameEntry(known.handle))) return keptOf(known);
      return put({ id: ids.next(), handle, name: handle.name, ...as, addedAt: Date.now() });
    },
    addPrivate: (name, { id = ids.next<string>(), rules }) => put({ id, name, rules, addedAt: Date.now() }),
    change: (id, change) =>
      transact(db, ['folders'], 'strict', async (tx) => {
        const store = tx.objectStore('folders');
        const record = await store.get(id);
        if (record !== undefined) await store.put({ ...record, ...change });
      }),
    forget: async (id) => {
      const { handle } = await load(id);
      if (handle === undefined) await removePrivateFolder(id);
      await transact(db, ['folders'], 'strict', async (tx) => {
        await tx.objectStore('folders').delete(id);
      });
    },
    open: async (id) => {
      const record = await load(id);
      const { handle } = record;
      const { name, access } = keptOf(record);
      if (handle === undefined) return openPrivateFolder({ id, name });
      return createHandleFiles({ id, name, root: handle, writable: access === 'write', granted: true });
    },
    state: async (id) => {
      const { handle } = await load(id);
      return handle === undefined ? 'ready' : stateOf(handle);
    },
    handle: async (id) => (await load(id)).handle,
  };
}

/** Where nobody can open one: the headless run has its one folder, and keeps none. */
export function createNoFolders(): Folders {
  const none = (): Promise<never> =>
    Promise.reject(new FailureError(failure('not-found', 'folders are opened in the page')));
  return {
    list: () => Promise.resolve([]),
    add: none,
    addPrivate: none,
    change: none,
    forget: none,
    open: none,
    state: none,
    handle: none,
  };
}

/** Looked at, never asked for. A handle says nothing of a folder that is gone until something is read of it. */
export async function stateOf(handle: FolderHandle): Promise<FolderState> {
  try {
    if (handle.queryPermission !== undefined) {
      const granted = await handle.queryPermission({ mode: 'read' });
      if (granted !== 'granted') return 'needs-permission';
    }
    for await (const _ of handle.values()) break;
    return 'ready';
  } catch (thrown) {
    const { code } = fileFailure(thrown, handle.name);
    return code === 'permission-lost' ? 'needs-permission' : code === 'not-found' ? 'gone' : 'ready';
  }
}

function keptOf({ id, name, access, rules, handle }: FolderRecord): KeptFolder {
  return {
    id,
    name: name ?? handle?.name ?? '',
    kind: handle === undefined ? 'private' : 'folder',
    access: handle === undefined || access === 'write' ? 'write' : 'read',
    rules: rules === true,
  };
}

function isDirectory(value: unknown): value is FileSystemDirectoryHandle {
  return typeof FileSystemDirectoryHandle !== 'undefined' && value instanceof FileSystemDirectoryHandle;
}
