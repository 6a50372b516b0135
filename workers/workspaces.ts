// The folders that runs can work in: those that are always there, and those that a person opened or made. Each is
// opened once. The tools (and the schema library behind them) are loaded by the first run or look, not with the page.

import type { FileSpace } from '../src/engine/ports.ts';
import type { Workspace } from '../src/features/workspace/workspace.ts';
import type { FileView, WorkspaceView } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';

export interface Workspaces {
  open(id: string): Promise<Workspace | undefined>;
  /** Its project rules may go into prompts. */
  areRulesOn(id: string): Promise<boolean>;
  /** At once, as far as it is known without reading any of them. */
  views(): Promise<readonly WorkspaceView[]>;
  /** With what takes reading: files and project rules. */
  counted(): Promise<readonly WorkspaceView[]>;
  view(id: string): Promise<WorkspaceView | undefined>;
  /** What is in it, folders before what is in them; of a folder of the disk as much as a list can hold. */
  list(id: string): Promise<readonly FileView[]>;
  space(id: string): Promise<FileSpace | undefined>;
  /** Opened anew the next time: what may be done in them has changed. */
  forget(): void;
}

type Needs = Pick<Platform, 'workspaces' | 'folders' | 'blobs' | 'hasher' | 'scanner' | 'images'>;

interface Source extends Pick<WorkspaceView, 'id' | 'name' | 'kind' | 'access' | 'rulesOn'> {
  open(): Promise<FileSpace>;
}

export function createWorkspaces(
  { workspaces: constant, folders, blobs, hasher, scanner, images }: Needs,
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
  const sources = async (): Promise<readonly Source[]> => [
    ...constant.map((source) => ({ ...source, access: 'write', rulesOn: true }) as const),
    ...(await folders.list()).map(({ rules, ...kept }) => ({
      ...kept,
      rulesOn: rules,
      open: () => folders.open(kept.id),
    })),
  ];
  const sourceOf = async (id: string): Promise<Source | undefined> =>
    (await sources()).find((source) => source.id === id);
  const space = async (id: string): Promise<FileSpace | undefined> => {
    const known = spaces.get(id);
    if (known !== undefined) return known;
    const source = await sourceOf(id);
    return source === undefined ? undefined : once(spaces, id, () => source.open());
  };
  const open = async (id: string): Promise<Workspace | undefined> => {
    const files = await space(id);
    if (files === undefined) return undefined;
    return once(opened, id, async () =>
      (await import('../src/features/workspace/workspace.ts')).createWorkspace({
        space: files,
        blobs,
        hasher,
        scanner,
        images,
        isCredential,
      }),
    );
  };
  const looks = () => import('./workspace-looks.ts');
  const list = async (id: string): Promise<readonly FileView[]> => {
    const source = await sourceOf(id);
    const files = await space(id);
    return source === undefined || files === undefined ? [] : (await looks()).listFiles(files, source.kind);
  };

  const viewOf = async ({ id, name, kind, access, rulesOn }: Source): Promise<WorkspaceView> => ({
    ...{ id, name, kind, access, rulesOn },
    state:
      kind === 'folder' && !constant.some((source) => source.id === id) ? await folders.state(id) : 'ready',
  });
  const fullView = async (source: Source): Promise<WorkspaceView> => {
    const view = await viewOf(source);
    if (view.state !== 'ready') return view;
    try {
      const files = await space(view.id);
      return files === undefined ? view : await (await looks()).fullView(view, files);
    } catch {
      // It stays in the list; opening it says what is wrong.
      return view;
    }
  };
  return {
    open,
    list,
    space,
    areRulesOn: async (id) => (await sourceOf(id))?.rulesOn === true,
    views: async () => Promise.all((await sources()).map(viewOf)),
    counted: async () => {
      // What came or went while files were counted: a list that is told late must not be an old one.
      const known = new Map<string, WorkspaceView>();
      for (;;) {
        const now = await sources();
        const fresh = now.filter(({ id }) => !known.has(id));
        if (fresh.length === 0) return now.flatMap(({ id }) => known.get(id) ?? []);
        for (const view of await Promise.all(fresh.map(fullView))) known.set(view.id, view);
      }
    },
    view: async (id) => {
      const source = await sourceOf(id);
      return source === undefined ? undefined : fullView(source);
    },
    forget: () => {
      spaces.clear();
      opened.clear();
    },
  };
}
