// Looks into a workspace for the page: its files, and what a list of workspaces says of it. A chunk of its own: the
// first screen comes without.

import type { FileSpace } from '../src/engine/ports.ts';
import { rulesCost } from '../src/features/workspace/workspace.ts';
import type { FileView, WorkspaceView } from '../src/protocol/host.ts';

/** Rows of a folder of the disk that are listed for the page at most; agents search all of it. */
const MAX_LISTED = 5_000;
/** What nobody looks for in a list. */
const FOLDED: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/** Folders before what is in them; of a folder of the disk as much as a list can hold. */
export async function listFiles(space: FileSpace, kind: WorkspaceView['kind']): Promise<readonly FileView[]> {
  const isReal = kind === 'folder';
  const rows: FileView[] = [];
  const walk = async (folder: string): Promise<void> => {
    const items = [...(await space.list(folder))].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const item of items) {
      if (isReal && rows.length >= MAX_LISTED) return;
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      rows.push({ path, kind: item.kind, size: item.size, modifiedAt: item.modifiedAt });
      if (item.kind === 'directory' && !(isReal && FOLDED.has(item.name))) await walk(path);
    }
  };
  await walk('');
  return rows;
}

/** With what takes reading: how many files, and project rules with their cost. */
export async function fullView(view: WorkspaceView, space: FileSpace): Promise<WorkspaceView> {
  const rules = await rulesCost(space);
  // A folder of the disk may hold anything; a number isn't worth reading all of it.
  const rows = view.kind === 'folder' ? undefined : await listFiles(space, view.kind);
  return {
    ...view,
    ...(rules === undefined ? {} : { rules }),
    ...(rows === undefined ? {} : { files: rows.filter(({ kind }) => kind === 'file').length }),
  };
}
