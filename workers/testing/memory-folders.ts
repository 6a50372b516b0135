// Opened folders in memory: what a person would pick is a MemoryFiles, whose grant a test takes and gives back.

import type { FolderState, Folders, KeptFolder } from '../../src/adapters/folders.ts';
import { failure, FailureError } from '../../src/engine/failures.ts';
import type { FileSpace } from '../../src/engine/ports.ts';
import { createMemoryFiles, type MemoryFiles } from '../../src/engine/testing/memory-files.ts';

export interface MemoryFolders extends Folders {
  /** What `add` takes for a handle. */
  handleOf(name: string, files: MemoryFiles): unknown;
  /** What the browser says of a folder from now on. */
  grant(id: string, state: FolderState, mode?: 'read' | 'readwrite'): void;
}

interface Handle {
  readonly name: string;
  readonly files: MemoryFiles;
}

export function createMemoryFolders(): MemoryFolders {
  const handles = new Map<unknown, Handle>();
  const kept = new Map<
    string,
    { folder: KeptFolder; readonly handle: unknown; readonly files: MemoryFiles }
  >();
  const states = new Map<string, { state: FolderState; mode: 'read' | 'readwrite' }>();
  const stateOf = (id: string) => states.get(id) ?? { state: 'ready', mode: 'readwrite' };
  const find = (id: string) => {
    const found = kept.get(id);
    if (found === undefined) throw new FailureError(failure('not-found', 'not known'));
    return found;
  };
  const lost = (path: string): FailureError =>
    new FailureError(failure('permission-lost', 'not granted', { facts: { path } }));
  const put = (folder: KeptFolder, handle: unknown, files: MemoryFiles): KeptFolder => {
    kept.set(folder.id, { folder, handle, files });
    return folder;
  };
  return {
    handleOf: (name, files) => {
      const handle = { name };
      handles.set(handle, { name, files });
      return handle;
    },
    grant: (id, state, mode = 'readwrite') => void states.set(id, { state, mode }),
    list: async () => [...kept.values()].map(({ folder }) => folder),
    add: async (handle, as) => {
      const given = handles.get(handle);
      if (given === undefined) throw new FailureError(failure('invalid-arguments', 'this is no folder'));
      const known = [...kept.values()].find((one) => one.handle === handle);
      if (known !== undefined) return known.folder;
      return put(
        { id: `folder-${kept.size + 1}`, name: given.name, kind: 'folder', ...as },
        handle,
        given.files,
      );
    },
    addPrivate: async (name, { id = `private-${kept.size + 1}`, rules }) =>
      put({ id, name, kind: 'private', access: 'write', rules }, undefined, createMemoryFiles()),
    change: async (id, change) => {
      const { folder, handle, files } = find(id);
      put({ ...folder, ...change }, handle, files);
    },
    forget: async (id) => {
      find(id);
      kept.delete(id);
    },
    state: async (id) => stateOf(id).state,
    handle: async (id) => find(id).handle,
    open: async (id) => {
      const { folder, files } = find(id);
      const read =
        <Args extends readonly unknown[], T>(work: (path: string, ...rest: Args) => Promise<T>) =>
        async (path: string, ...rest: Args): Promise<T> => {
          if (stateOf(id).state !== 'ready') throw lost(path);
          return work(path, ...rest);
        };
      const write =
        <Args extends readonly unknown[], T>(work: (path: string, ...rest: Args) => Promise<T>) =>
        async (path: string, ...rest: Args): Promise<T> => {
          if (stateOf(id).state !== 'ready' || stateOf(id).mode !== 'readwrite') throw lost(path);
          return work(path, ...rest);
        };
      const space: FileSpace = {
        id,
        name: folder.name,
        writable: folder.access === 'write',
        stat: read(files.stat),
        list: read(files.list),
        read: read(files.read),
        write: write(files.write),
        remove: write(files.remove),
      };
      return space;
    },
  };
}
