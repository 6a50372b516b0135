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
}

const KEY = 'backup';

interface Kept {
  readonly handle?: FileSystemDirectoryHandle;
  readonly lastAt?: number;
}

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
      await change(() => ({ handle }));
    },
    forget: () => change(() => ({})),
    lastAt: async () => (await load()).lastAt,
    done: (at) => change((kept) => ({ ...kept, lastAt: at })),
  };
}

export function createMemoryBackupPlace(folder?: BackupFolder): BackupPlace {
  let kept = folder;
  let last: number | undefined;
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
  };
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
  const { handle, lastAt } = fields;
  return {
    ...(isDirectory(handle) ? { handle } : {}),
    ...(typeof lastAt === 'number' ? { lastAt } : {}),
  };
}

function isDirectory(value: unknown): value is FileSystemDirectoryHandle {
  return typeof FileSystemDirectoryHandle !== 'undefined' && value instanceof FileSystemDirectoryHandle;
}
