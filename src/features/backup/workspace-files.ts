// The files of workspaces that are kept in the browser, on their way into a backup and back.

import type { FileSpace } from '../../engine/ports.ts';
import type { CheckedFile } from './check.ts';

/** Every file below the root, in one fixed order. */
export async function pathsIn(space: FileSpace): Promise<readonly string[]> {
  const paths: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const { name, kind } of await space.list(folder)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (kind === 'directory') await walk(path);
      else paths.push(path);
    }
  };
  await walk('');
  return paths.toSorted();
}

/**
 * Writes them into the workspaces of their names; how many. A file that is there stays as it is, unless `exactly`:
 * then each workspace of the backup becomes what it was, and what else is in it goes.
 */
export async function putFiles(
  files: readonly CheckedFile[],
  spaces: readonly FileSpace[],
  { exactly }: { readonly exactly: boolean },
): Promise<number> {
  let written = 0;
  for (const space of spaces) {
    const wanted = new Map(
      files.filter(({ workspace }) => workspace === space.id).map(({ path, bytes }) => [path, bytes]),
    );
    if (wanted.size === 0 || !space.writable) continue;
    const there = new Set(await pathsIn(space));
    if (exactly) for (const path of there) if (!wanted.has(path)) await space.remove(path);
    for (const [path, bytes] of wanted) {
      if (there.has(path) && (!exactly || isSame(await space.read(path), bytes))) continue;
      await space.write(path, bytes, (current) => exactly || current === null);
      written += 1;
    }
  }
  return written;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
