// A file space over a directory handle of the platform: the private one (OPFS) now, granted folders with the same
// code. Maps everything the platform throws; asks for no permission and shows no picker (only the page can).

import { failure, FailureError } from '../engine/failures.ts';
import type { DirectoryItem, FileSpace } from '../engine/ports.ts';
import { fileFailure } from './file-failures.ts';

/** What is used of the platform's handles; those are of this shape. */
export interface NamedHandle {
  readonly kind: 'file' | 'directory';
  readonly name: string;
}
export interface WritableHandle {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}
export interface FileHandle extends NamedHandle {
  readonly kind: 'file';
  getFile(): Promise<{
    readonly size: number;
    readonly lastModified: number;
    arrayBuffer(): Promise<ArrayBuffer>;
  }>;
  createWritable(options: { readonly keepExistingData: boolean }): Promise<WritableHandle>;
}
export interface FolderHandle extends NamedHandle {
  readonly kind: 'directory';
  getDirectoryHandle(name: string, options?: { readonly create?: boolean }): Promise<FolderHandle>;
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<FileHandle>;
  removeEntry(name: string): Promise<void>;
  values(): AsyncIterable<NamedHandle>;
  /** Only where the platform grants folders. */
  queryPermission?(descriptor: { readonly mode: 'read' | 'readwrite' }): Promise<PermissionState>;
}

export interface HandleFilesOptions {
  readonly id: string;
  readonly name: string;
  readonly root: FolderHandle;
  readonly writable: boolean;
  /** The browser grants it, and may take that back: writing is looked up before anything is touched. */
  readonly granted?: boolean;
}

/** Chromium's own files of a write in progress; a crash may leave one. */
const SWAP = /\.crswap$/;

/**
 * Contract: a write is committed by `close()` of a writable stream, so it is whole or not at all, and the check runs
 * right before. Writes of this origin to one path exclude each other across tabs (a Web Lock); a program outside can
 * still slip in between the check and the commit: the platform has no compare-and-swap. A new file exists, empty,
 * from just before the check: a crash there leaves it so.
 */
export function createHandleFiles({ id, name, root, writable, granted }: HandleFilesOptions): FileSpace {
  const folderAt = async (names: readonly string[], create = false): Promise<FolderHandle> => {
    let folder = root;
    for (const part of names) folder = await folder.getDirectoryHandle(part, { create });
    return folder;
  };
  const fileAt = async (path: string): Promise<FileHandle> => {
    const { folder, last } = split(path);
    return (await folderAt(folder)).getFileHandle(last);
  };
  const bytesOf = async (handle: FileHandle): Promise<Uint8Array> =>
    new Uint8Array(await (await handle.getFile()).arrayBuffer());

  /** Asked first: without the grant, creating the file would be what fails, or what opens a prompt that nobody sees. */
  const needWriting = async (path: string): Promise<void> => {
    if (granted !== true || root.queryPermission === undefined) return;
    const query = root.queryPermission.bind(root);
    if ((await walled(path, () => query({ mode: 'readwrite' }))) === 'granted') return;
    const why = 'the browser has not granted writing to this folder';
    throw new FailureError(failure('permission-lost', why, { facts: { path, access: 'readwrite' } }));
  };

  /** The handle to write to, and whether the file is new. */
  const target = async (folder: FolderHandle, last: string) => {
    try {
      return { handle: await folder.getFileHandle(last), isNew: false };
    } catch (thrown) {
      if (!isNotFound(thrown)) throw thrown;
      return { handle: await folder.getFileHandle(last, { create: true }), isNew: true };
    }
  };

  async function write(path: string, bytes: Uint8Array, check: Check): Promise<void> {
    const { folder: names, last } = split(path);
    const folder = await walled(path, () => folderAt(names, true));
    const { handle, isNew } = await walled(path, () => target(folder, last));
    let stream: WritableHandle | undefined;
    try {
      const open = await walled(path, () => handle.createWritable({ keepExistingData: false }));
      stream = open;
      await walled(path, () => open.write(new Uint8Array(bytes)));
      const current = await walled(path, () => bytesOf(handle));
      // Filled by somebody since we made it: then it is not new any more.
      const fine = await check(isNew && current.length === 0 ? null : current);
      if (!fine) throw new FailureError(failure('stale', `${path} changed`, { facts: { path } }));
      await walled(path, () => open.close());
    } catch (thrown) {
      await stream?.abort().catch(() => undefined);
      if (isNew) await removeEmpty(folder, handle, last);
      throw thrown;
    }
  }

  /** Takes back the file that a failed write made, unless it holds something by now. */
  async function removeEmpty(folder: FolderHandle, handle: FileHandle, last: string): Promise<void> {
    try {
      if ((await handle.getFile()).size === 0) await folder.removeEntry(last);
    } catch {
      // The failure of the write is what counts; an empty file may stay.
    }
  }

  return {
    id,
    name,
    writable,
    stat: async (path) => {
      if (path === '') return walled(path, async () => ({ kind: 'directory', size: 0, modifiedAt: 0 }));
      try {
        const { folder: names, last } = split(path);
        const folder = await folderAt(names);
        try {
          const { size, lastModified } = await (await folder.getFileHandle(last)).getFile();
          return { kind: 'file', size, modifiedAt: lastModified };
        } catch (thrown) {
          if (!isMismatch(thrown)) throw thrown;
          return { kind: 'directory', size: 0, modifiedAt: 0 };
        }
      } catch (thrown) {
        const mapped = fileFailure(thrown, path);
        if (mapped.code === 'not-found') return undefined;
        throw new FailureError(mapped);
      }
    },
    list: (path) =>
      walled(path, async () => {
        const folder = await folderAt(path === '' ? [] : path.split('/'));
        const items: Promise<DirectoryItem | undefined>[] = [];
        for await (const handle of folder.values()) if (!SWAP.test(handle.name)) items.push(itemOf(handle));
        return (await Promise.all(items)).filter((item) => item !== undefined);
      }),
    read: (path) => walled(path, async () => bytesOf(await fileAt(path))),
    write: async (path, bytes, check) => {
      if (!writable) throw readOnly(path);
      await needWriting(path);
      await navigator.locks.request(`file:${id}:${path}`, () => write(path, bytes, check));
    },
    remove: async (path) => {
      if (!writable) throw readOnly(path);
      await needWriting(path);
      await walled(path, async () => {
        const { folder: names, last } = split(path);
        await (await folderAt(names)).removeEntry(last);
      });
    },
  };
}

/** A folder of the origin's private file system, made where it is missing. */
export async function openPrivateFolder({
  id,
  name,
}: {
  readonly id: string;
  readonly name: string;
}): Promise<FileSpace> {
  const root = await walled(id, async () => {
    const top = await navigator.storage.getDirectory();
    const all = await top.getDirectoryHandle('workspaces', { create: true });
    return all.getDirectoryHandle(id, { create: true });
  });
  return createHandleFiles({ id, name, root, writable: true });
}

/** For good, with all that is in it. */
export async function removePrivateFolder(id: string): Promise<void> {
  await walled(id, async () => {
    const top = await navigator.storage.getDirectory();
    const all = await top.getDirectoryHandle('workspaces', { create: true });
    await all.getDirectoryHandle(id, { create: true });
    await all.removeEntry(id, { recursive: true });
  });
}

type Check = Parameters<FileSpace['write']>[2];

/** A file that goes while its folder is listed is not listed. */
async function itemOf(handle: NamedHandle): Promise<DirectoryItem | undefined> {
  const { name } = handle;
  if (!isFile(handle)) return { name, kind: 'directory', size: 0, modifiedAt: 0 };
  try {
    const { size, lastModified } = await handle.getFile();
    return { name, kind: 'file', size, modifiedAt: lastModified };
  } catch (thrown) {
    if (isNotFound(thrown)) return undefined;
    throw thrown;
  }
}

const isFile = (handle: NamedHandle): handle is FileHandle => handle.kind === 'file';

function split(path: string): { readonly folder: readonly string[]; readonly last: string } {
  if (path === '') throw new FailureError(failure('not-found', 'the root is no file'));
  const names = path.split('/');
  return { folder: names.slice(0, -1), last: names.at(-1) ?? '' };
}

async function walled<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new FailureError(fileFailure(thrown, path));
  }
}

const isNamed = (thrown: unknown, name: string): boolean => thrown instanceof Error && thrown.name === name;
const isNotFound = (thrown: unknown): boolean => isNamed(thrown, 'NotFoundError');
const isMismatch = (thrown: unknown): boolean => isNamed(thrown, 'TypeMismatchError');

function readOnly(path: string): FailureError {
  return new FailureError(failure('read-only', 'this folder is open for reading only', { facts: { path } }));
}
