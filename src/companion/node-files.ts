// A file space over a real directory, for the headless run. Symbolic links are followed only as long as they stay
// below the root (G3); a write is a temporary file beside its target and one rename.

import type { Stats } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type FailureCode, failure, FailureError } from '../engine/failures.ts';
import type { DirectoryItem, FileSpace, FileStat } from '../engine/ports.ts';
import { syncFolder } from './disk.ts';

export interface NodeFilesOptions {
  readonly id: string;
  readonly name: string;
  /** An existing directory; its own links are resolved. */
  readonly root: string;
  readonly writable?: boolean;
}

/**
 * Contract: a write keeps the mode of the file it replaces, and is on the disk before it resolves. Between the check
 * and the rename a program outside can still slip in: there is no compare-and-swap.
 */
export function createNodeFiles({ id, name, root, writable = true }: NodeFilesOptions): FileSpace {
  let top: Promise<string> | undefined;
  let temporary = 0;
  /** Writes to one path exclude each other within this process. */
  const tails = new Map<string, Promise<void>>();

  /** The place that `path` really is, links resolved; what doesn't exist yet hangs below its deepest folder. */
  const placeOf = async (path: string): Promise<string> => {
    top ??= realpath(root);
    const base = await top;
    const full = resolve(base, path);
    const real = await realOf(full);
    const inside = relative(base, real);
    if (inside === '..' || inside.startsWith(`..${sep}`) || resolve(base, inside) !== real)
      throw new FailureError(
        failure('outside-workspace', `${path} leads out of the folder`, { facts: { path } }),
      );
    return real;
  };

  async function write(
    path: string,
    bytes: Uint8Array,
    check: Parameters<FileSpace['write']>[2],
  ): Promise<void> {
    const place = await walled(path, () => placeOf(path));
    const folder = dirname(place);
    const before = await walled(path, async () => {
      await mkdir(folder, { recursive: true });
      const found = await stat(place).catch(missing);
      if (found?.isDirectory() === true) throw new FailureError(failure('not-found', `${path} is a folder`));
      return found;
    });
    temporary += 1;
    const draft = join(folder, `.${basename(place)}.${process.pid}-${temporary}.tmp`);
    try {
      await walled(path, () => writeDurably(draft, bytes, before));
      const current = await walled(path, async () => readFile(place).catch(missing));
      if (!(await check(current === undefined ? null : new Uint8Array(current))))
        throw new FailureError(failure('stale', `${path} changed`, { facts: { path } }));
      await walled(path, async () => {
        await rename(draft, place);
        await syncFolder(folder);
      });
    } catch (thrown) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw thrown;
    }
  }

  const itemOf = async (
    folder: string,
    entry: { readonly name: string },
  ): Promise<DirectoryItem | undefined> => {
    const own = await lstat(join(folder, entry.name)).catch(missing);
    if (own === undefined) return undefined;
    if (!own.isSymbolicLink()) return { name: entry.name, ...statOf(own) };
    try {
      const place = await placeOf(relative(await realpath(root), join(folder, entry.name)));
      return { name: entry.name, ...statOf(await stat(place)), link: true };
    } catch {
      // Broken, or leads out: as if it weren't there.
      return undefined;
    }
  };

  return {
    id,
    name,
    writable,
    stat: async (path) => {
      try {
        return statOf(await stat(await placeOf(path)));
      } catch (thrown) {
        const mapped = fileFailure(thrown, path);
        if (mapped.code === 'not-found') return undefined;
        throw new FailureError(mapped);
      }
    },
    list: (path) =>
      walled(path, async () => {
        const folder = await placeOf(path);
        const entries = await readdir(folder, { withFileTypes: true });
        const items = await Promise.all(entries.map((entry) => itemOf(folder, entry)));
        return items.filter((item) => item !== undefined);
      }),
    read: (path) => walled(path, async () => new Uint8Array(await readFile(await placeOf(path)))),
    write: async (path, bytes, check) => {
      if (!writable) throw readOnly(path);
      const before = tails.get(path) ?? Promise.resolve();
      const mine = before.then(() => write(path, bytes, check));
      const settled = mine.catch(() => undefined);
      tails.set(path, settled);
      await mine.finally(() => tails.get(path) === settled && tails.delete(path));
    },
    remove: async (path) => {
      if (!writable) throw readOnly(path);
      await walled(path, async () => {
        // The link itself goes, not what it points to.
        const place = join(await placeOf(dirname(path)), basename(path));
        if ((await lstat(place)).isDirectory()) await rmdir(place);
        else await unlink(place);
      });
    },
  };
}

async function writeDurably(place: string, bytes: Uint8Array, before: Stats | undefined): Promise<void> {
  const file = await open(place, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  if (before !== undefined) await chmod(place, before.mode & 0o7777);
}

async function realOf(full: string): Promise<string> {
  try {
    return await realpath(full);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
    // A link to nothing would be followed by a write: it counts as leading out.
    if ((await lstat(full).catch(missing))?.isSymbolicLink() === true)
      throw new FailureError(failure('outside-workspace', 'a link that leads nowhere'));
    const above = dirname(full);
    return above === full ? full : join(await realOf(above), basename(full));
  }
}

function statOf(found: Stats): FileStat {
  const kind = found.isDirectory() ? 'directory' : 'file';
  return { kind, size: kind === 'file' ? found.size : 0, modifiedAt: Math.round(found.mtimeMs) };
}

const CODES: Readonly<Record<string, FailureCode>> = {
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  EISDIR: 'not-found',
  EINVAL: 'not-found',
  ENAMETOOLONG: 'not-found',
  ELOOP: 'outside-workspace',
  EACCES: 'permission-lost',
  EPERM: 'permission-lost',
  EROFS: 'read-only',
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
};

function fileFailure(thrown: unknown, path: string) {
  if (thrown instanceof FailureError) return thrown.failure;
  const code = CODES[codeOf(thrown) ?? ''] ?? 'io-failed';
  return failure(code, `${path}: ${codeOf(thrown) ?? String(thrown)}`, { facts: { path } });
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}

function missing(thrown: unknown): undefined {
  if (codeOf(thrown) !== 'ENOENT' && codeOf(thrown) !== 'ENOTDIR') throw thrown;
  return undefined;
}

async function walled<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new FailureError(fileFailure(thrown, path));
  }
}

function readOnly(path: string): FailureError {
  return new FailureError(failure('read-only', 'this folder is open for reading only', { facts: { path } }));
}
