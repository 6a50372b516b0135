// The folder that backups go to by themselves: its handle and the time of the last one among `values`, and what is
// written into it. The page picks it and asks for permission; a lost one is a `permission-lost` here.

import { failure, FailureError } from '../engine/failures.ts';
import type { BackupFolder } from '../features/backup/backup.ts';
import { type Db, read, transact } from './db.ts';
import { fileFailure } from './file-failures.ts';

export interface BackupPlace {
  folder(): Promise<BackupFolder | undefined>;
  /** A directory handle as the page got it from its picker. Rejects with `invalid-arguments` for anything else. */
  choose(handle: unknown): Promise<void>;
  forget(): Promise<void>;
  lastAt(): Promise<number | undefined>;
  done(at: number): Promise<void>;
  /** The handle itself, for the page to ask with; and whether the folder may be written now. */
  handle(): Promise<{ readonly handle: unknown; readonly granted: boolean } | undefined>;
  /** When one was last written to a file that the person keeps. */
  downloadedAt(): Promise<number | undefined>;
  downloaded(at: number): Promise<void>;
}

const KEY = 'backup';

interface Kept {
  readonly handle?: FileSystemDirectoryHandle;
  readonly lastAt?: number;
  readonly downloadedAt?: number;
}

const downloadOf = ({ downloadedAt }: Kept): Kept => (downloadedAt === undefined ? {} : { downloadedAt });

export function createBackupPlace(db: Db): BackupPlace {
  const load = async (): Promise<Kept> =>
    keptIn(await read(db, ['values'], (tx) => tx.objectStore('values').get(KEY)));
  const change = (edit: (kept: Kept) => Kept): Promise<void> =>
    transact(db, ['values'], 'strict', async (tx) => {
      const values = tx.objectStore('values');
      await values.put(edit(keptIn(await values.get(KEY))), KEY);
    });
  return {
    folder: async () => {
      const { handle } = await load();
      return handle === undefined ? undefined : folderOf(handle);
    },
    choose: async (handle) => {
      if (!isDirectory(handle)) throw new FailureError(failure('invalid-arguments', 'this is no folder'));
      // Another folder has no backup yet.
      await change((kept) => ({ ...downloadOf(kept), handle }));
    },
    forget: () => change(downloadOf),
    lastAt: async () => (await load()).lastAt,
    done: (at) => change((kept) => ({ ...kept, lastAt: at })),
    handle: async () => {
      const { handle } = await load();
      if (handle === undefined) return undefined;
      return { handle, granted: await isGranted(handle) };
    },
    downloadedAt: async () => (await load()).downloadedAt,
    downloaded: (at) => change((kept) => ({ ...kept, downloadedAt: at })),
  };
}

export function createMemoryBackupPlace(folder?: BackupFolder): BackupPlace {
  let kept = folder;
  let last: number | undefined;
  let download: number | undefined;
  return {
    folder: async () => kept,
    choose: () => Promise.reject(new FailureError(failure('invalid-arguments', 'there is no picker here'))),
    forget: async () => {
      kept = undefined;
      last = undefined;
    },
    lastAt: async () => last,
    done: async (at) => {
      last = at;
    },
    handle: async () => (kept === undefined ? undefined : { handle: undefined, granted: true }),
    downloadedAt: async () => download,
    downloaded: async (at) => {
      download = at;
    },
  };
}

/** Only Chromium asks; a private folder needs no grant. */
async function isGranted(handle: FileSystemDirectoryHandle & Asking): Promise<boolean> {
  if (handle.queryPermission === undefined) return true;
  return (await handle.queryPermission({ mode: 'readwrite' }).catch(() => 'denied')) === 'granted';
}

interface Asking {
  queryPermission?(descriptor: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

function folderOf(handle: FileSystemDirectoryHandle): BackupFolder {
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (thrown) {
      throw new FailureError(fileFailure(thrown, handle.name));
    }
  };
  return {
    name: handle.name,
    write: (file, chunks) =>
      guarded(async () => {
        const target = await handle.getFileHandle(file, { create: true });
        // What is written becomes the file at `close`, not before.
        const stream = await target.createWritable();
        try {
          for await (const chunk of chunks) await stream.write(chunk as Uint8Array<ArrayBuffer>);
          await stream.close();
        } catch (thrown) {
          await stream.abort().catch(() => undefined);
          throw thrown;
        }
      }),
    files: () =>
      guarded(async () => {
        const names: string[] = [];
        for await (const [name, entry] of handle.entries()) if (entry.kind === 'file') names.push(name);
        return names;
      }),
    remove: (file) => guarded(() => handle.removeEntry(file)),
  };
}

function keptIn(value: unknown): Kept {
  const fields: Readonly<Record<string, unknown>> = { ...Object(value) };
  const { handle, lastAt, downloadedAt } = fields;
  return {
    ...(isDirectory(handle) ? { handle } : {}),
    ...(typeof lastAt === 'number' ? { lastAt } : {}),
    ...(typeof downloadedAt === 'number' ? { downloadedAt } : {}),
  };
}

function isDirectory(value: unknown): value is FileSystemDirectoryHandle {
  return typeof FileSystemDirectoryHandle !== 'undefined' && value instanceof FileSystemDirectoryHandle;
}
