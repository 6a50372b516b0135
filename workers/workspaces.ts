// The folders that runs can work in, each opened once.

import { type Workspace, createWorkspace } from '../src/features/workspace/workspace.ts';
import type { FileView, WorkspaceView } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';

export interface Workspaces {
  open(id: string): Promise<Workspace | undefined>;
  views(): Promise<readonly WorkspaceView[]>;
  /** Everything in it, folders before what is in them. */
  list(id: string): Promise<readonly FileView[]>;
}

type Needs = Pick<Platform, 'workspaces' | 'blobs' | 'hasher' | 'scanner'>;

export function createWorkspaces(
  { workspaces: sources, blobs, hasher, scanner }: Needs,
  isCredential: (path: string) => boolean,
): Workspaces {
  const opened = new Map<string, Promise<Workspace>>();

  const open = async (id: string): Promise<Workspace | undefined> => {
    const source = sources.find((candidate) => candidate.id === id);
    if (source === undefined) return undefined;
    const known = opened.get(id);
    if (known !== undefined) return known;
    const opening = source
      .open()
      .then((space) => createWorkspace({ space, blobs, hasher, scanner, isCredential }));
    opened.set(id, opening);
    // What could not be opened is tried again next time.
    opening.catch(() => opened.delete(id));
    return opening;
  };
  const list = async (id: string): Promise<readonly FileView[]> => {
    const workspace = await open(id);
    if (workspace === undefined) return [];
    const files: FileView[] = [];
    const walk = async (folder: string): Promise<void> => {
      for (const { name, kind, size, modifiedAt } of await workspace.space.list(folder)) {
        const path = folder === '' ? name : `${folder}/${name}`;
        files.push({ path, kind, size, modifiedAt });
        if (kind === 'directory') await walk(path);
      }
    };
    await walk('');
    return files;
  };
  return {
    open,
    list,
    views: () =>
      Promise.all(
        sources.map(async ({ id, name, kind }) => {
          const files = await list(id).catch(() => []);
          return { id, name, kind, files: files.filter((file) => file.kind === 'file').length };
        }),
      ),
  };
}
