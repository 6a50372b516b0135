// The folders that runs can work in, each opened once. The tools (and the schema library behind them) are loaded by
// the first run or look, not with the page.

import type { FileSpace } from '../src/engine/ports.ts';
import type { Workspace } from '../src/features/workspace/workspace.ts';
import type { FileView, WorkspaceView } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';

export interface Workspaces {
  open(id: string): Promise<Workspace | undefined>;
  /** At once; how many files each holds comes with `counted`. */
  views(): readonly WorkspaceView[];
  counted(): Promise<readonly WorkspaceView[]>;
  /** Everything in it, folders before what is in them. */
  list(id: string): Promise<readonly FileView[]>;
}

type Needs = Pick<Platform, 'workspaces' | 'blobs' | 'hasher' | 'scanner' | 'images'>;

export function createWorkspaces(
  { workspaces: sources, blobs, hasher, scanner, images }: Needs,
  isCredential: (path: string) => boolean,
): Workspaces {
  const spaces = new Map<string, Promise<FileSpace>>();
  const opened = new Map<string, Promise<Workspace>>();

  /** What could not be opened is tried again next time. */
  const once = <T>(known: Map<string, Promise<T>>, id: string, make: () => Promise<T>): Promise<T> => {
    const making = known.get(id) ?? make();
    known.set(id, making);
    making.catch(() => known.delete(id));
    return making;
  };
  const spaceOf = (id: string): Promise<FileSpace> | undefined => {
    const source = sources.find((candidate) => candidate.id === id);
    return source === undefined ? undefined : once(spaces, id, () => source.open());
  };
  const open = async (id: string): Promise<Workspace | undefined> => {
    const opening = spaceOf(id);
    if (opening === undefined) return undefined;
    return once(opened, id, async () => {
      const [space, { createWorkspace }] = await Promise.all([
        opening,
        import('../src/features/workspace/workspace.ts'),
      ]);
      return createWorkspace({ space, blobs, hasher, scanner, images, isCredential });
    });
  };
  const list = async (id: string): Promise<readonly FileView[]> => {
    const space = await spaceOf(id);
    if (space === undefined) return [];
    const files: FileView[] = [];
    const walk = async (folder: string): Promise<void> => {
      for (const { name, kind, size, modifiedAt } of await space.list(folder)) {
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
    views: () => sources.map(({ id, name, kind }) => ({ id, name, kind })),
    counted: () =>
      Promise.all(
        sources.map(async ({ id, name, kind }) => {
          const files = await list(id).catch(() => []);
          return { id, name, kind, files: files.filter((file) => file.kind === 'file').length };
        }),
      ),
  };
}
