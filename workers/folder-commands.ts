// The commands on workspaces themselves: opening and making them, zip in and out, what may be done in them, letting
// them go. A chunk of its own, loaded when the first of them is called.

import { asFailure, failure, type Failure, FailureError } from '../src/engine/failures.ts';
import type { FileSpace } from '../src/engine/ports.ts';
import { createZipWriter, readZip } from '../src/features/zip.ts';
import type { BroughtFile, HostApi, WorkspaceView } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';
import type { Workspaces } from './workspaces.ts';

export type FolderCommands = Pick<
  HostApi,
  | 'addFolder'
  | 'addPrivate'
  | 'importFiles'
  | 'exportFiles'
  | 'changeWorkspace'
  | 'forgetWorkspace'
  | 'folderHandle'
  | 'lookAtFolder'
>;

export interface FolderCommandPorts {
  readonly platform: Pick<Platform, 'folders' | 'clock'>;
  readonly workspaces: Workspaces;
  /** Every tab looks them up again. */
  changed(what: 'workspaces'): void;
}

export function createFolderCommands({ platform, workspaces, changed }: FolderCommandPorts): FolderCommands {
  const { folders, clock } = platform;
  const known = async (id: string): Promise<WorkspaceView> => {
    workspaces.forget();
    changed('workspaces');
    const view = await workspaces.view(id);
    if (view === undefined)
      throw new FailureError(failure('not-found', 'the workspace is gone', { facts: { id } }));
    return view;
  };
  return {
    addFolder: async (handle, as) => known((await folders.add(handle, as)).id),
    addPrivate: async (name) => known((await folders.addPrivate(name, { rules: true })).id),
    importFiles: async (name, source) => {
      const files = source instanceof Uint8Array ? unpacked(source) : source;
      if ('code' in files) return files;
      // What somebody else packed may hold rules of somebody else: the person turns them on.
      const { id } = await folders.addPrivate(name, { rules: false });
      try {
        const space = await folders.open(id);
        for (const { path, data } of files)
          await space.write(path, new Uint8Array(await data.arrayBuffer()), () => true);
      } catch (thrown) {
        await folders.forget(id);
        return asFailure(thrown, 'io-failed');
      }
      return known(id);
    },
    exportFiles: async (id) => {
      const space = await workspaces.space(id);
      if (space === undefined)
        throw new FailureError(failure('not-found', 'the workspace is gone', { facts: { id } }));
      return packed(space, clock.now());
    },
    changeWorkspace: async (id, change) => {
      await folders.change(id, change);
      workspaces.forget();
      changed('workspaces');
    },
    forgetWorkspace: async (id) => {
      await folders.forget(id);
      workspaces.forget();
      changed('workspaces');
    },
    folderHandle: async (id) =>
      (await folders.list()).some((folder) => folder.id === id) ? folders.handle(id) : undefined,
    lookAtFolder: async (id) => {
      changed('workspaces');
      return workspaces.view(id);
    },
  };
}

function unpacked(archive: Uint8Array): readonly BroughtFile[] | Failure {
  const files = readZip(archive);
  if ('code' in files) return files;
  return files.map(({ path, bytes }) => ({ path, data: { arrayBuffer: async () => bytes.slice().buffer } }));
}

async function* packed(space: FileSpace, at: number): AsyncGenerator<Uint8Array> {
  const zip = createZipWriter(at);
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const items = [...(await space.list(folder))].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const { name, kind } of items) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (kind === 'directory') folders.push(path);
      else yield* zip.add(path, [await space.read(path)], 'deflate');
    }
  }
  yield* zip.end();
}
