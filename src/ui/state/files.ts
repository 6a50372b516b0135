// The Files tab: the tree of the workspace, the file that is looked at, what the run did to it.

import { computed, createModel, effect, signal, untracked } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { RunId } from '../../engine/ids.ts';
import type { ChangedFile } from '../../features/sessions/fold.ts';
import type { FileContent, FileView, HostApi, UndoResult } from '../../protocol/host.ts';
import type { Room } from './room.ts';

export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly kind: FileView['kind'];
  readonly size: number;
}

/** What the run found and what stands there now. */
export interface Comparison {
  readonly before: string | null;
  readonly after: string;
}

export const FilesModel = createModel((host: HostApi, room: Room) => {
  const files = signal<readonly FileView[]>([]);
  const folded = signal<ReadonlySet<string>>(new Set());
  const selected = signal<string | undefined>(undefined);
  const content = signal<FileContent | Failure | undefined>(undefined);
  const comparison = signal<Comparison | Failure | undefined>(undefined);
  const side = signal<'file' | 'changes'>('file');
  const left = signal<readonly UndoResult[]>([]);
  const undoing = signal(false);
  let asked = 0;

  const changes = computed<readonly ChangedFile[]>(() => room.view.value.changed?.changes ?? []);
  /** Tells that something on disk may differ from what is shown. */
  const revision = computed(() => {
    const written = changes.value
      .map(({ path, calls, undone }) => `${path} ${calls.length} ${undone}`)
      .join();
    return `${room.setup.value.workspace} ${room.state.value} ${room.view.value.run?.status} ${written}`;
  });

  const refresh = async (): Promise<void> => {
    const { workspace } = room.setup.value;
    if (workspace === '') return;
    const turn = ++asked;
    try {
      const listed = await host.listFiles(workspace);
      if (turn === asked) files.value = listed;
    } catch {
      // The tree stays as it was; opening a file says what is wrong.
    }
    const path = selected.value;
    if (path !== undefined && turn === asked) await load(path);
  };

  const load = async (path: string): Promise<void> => {
    const read = await host
      .readFile(room.setup.value.workspace, path)
      .catch((error: unknown) => asFailure(error, 'wire-lost'));
    if (selected.value !== path) return;
    content.value = read;
    const [first] = changes.value.find((change) => change.path === path)?.calls ?? [];
    if (first === undefined) {
      comparison.value = undefined;
      return;
    }
    const found = await room.readChange(first).catch((error: unknown) => asFailure(error, 'wire-lost'));
    if (selected.value !== path) return;
    const after = 'code' in read ? '' : (read.text ?? '');
    comparison.value = 'code' in found ? found : { before: found.before, after };
  };

  const stopFollowing = effect(() => {
    void revision.value;
    void untracked(refresh);
  });

  return {
    files,
    folded,
    selected,
    content,
    comparison,
    side,
    changes,
    left,
    rows: computed<readonly TreeRow[]>(() => rowsOf(files.value, folded.value)),
    refresh,
    close: () => stopFollowing(),
    fold: (path: string) => {
      const next = new Set(folded.value);
      if (!next.delete(path)) next.add(path);
      folded.value = next;
    },
    select: (path: string, show: 'file' | 'changes') => {
      selected.value = path;
      side.value = show;
      content.value = undefined;
      comparison.value = undefined;
      void load(path);
    },
    undoing,
    undo: async (run: RunId) => {
      if (undoing.peek()) return;
      undoing.value = true;
      left.value = [];
      try {
        const results = await room.undo(run);
        left.value = results.filter(({ undone }) => !undone);
      } catch (error) {
        left.value = [{ path: '', undone: false, failure: asFailure(error, 'wire-lost') }];
      }
      await refresh();
      undoing.value = false;
    },
  };
});

export type Files = InstanceType<typeof FilesModel>;

/** Folders first, then by name; nothing of a folded folder. Folders that are only implied by a path get their row. */
function rowsOf(files: readonly FileView[], folded: ReadonlySet<string>): readonly TreeRow[] {
  const rows = new Map<string, TreeRow>();
  const add = (path: string, kind: FileView['kind'], size: number): void => {
    const parts = path.split('/');
    const name = parts.at(-1) ?? path;
    rows.set(path, { path, name, depth: parts.length - 1, kind, size });
    const parent = parts.slice(0, -1).join('/');
    if (parent !== '' && !rows.has(parent)) add(parent, 'directory', 0);
  };
  for (const { path, kind, size } of files) if (path !== '') add(path, kind, size);
  const sortKey = ({ path, kind }: TreeRow): string =>
    path
      .split('/')
      .map((part, at, all) => `${at < all.length - 1 || kind === 'directory' ? '0' : '1'}${part}`)
      .join('/');
  const hidden = (path: string): boolean => [...folded].some((folder) => path.startsWith(`${folder}/`));
  return [...rows.values()]
    .filter(({ path }) => !hidden(path))
    .map((row) => ({ row, key: sortKey(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
