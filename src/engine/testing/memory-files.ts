// A file space in memory: the twin of OPFS and of a folder in Node, held to the same contract suite. Keeps folders
// as the platforms do: made by a write, left when their last file goes.

import { failure, FailureError, type FailureCode } from '../failures.ts';
import type { DirectoryItem, FileSpace } from '../ports.ts';

export interface MemoryFilesOptions {
  readonly id?: string;
  readonly name?: string;
  readonly writable?: boolean;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly now?: () => number;
}

export interface MemoryFiles extends FileSpace {
  /** Writes past the port: what a program outside does. */
  plant(path: string, content: string | Uint8Array): void;
  /** As text; undefined where there is no file. */
  text(path: string): string | undefined;
  /** All paths of files, sorted. */
  paths(): readonly string[];
}

interface Kept {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

export function createMemoryFiles(options: MemoryFilesOptions = {}): MemoryFiles {
  const { id = 'memory', name = 'Memory', writable = true, now = () => 1_750_000_000_000 } = options;
  const files = new Map<string, Kept>();
  const folders = new Set<string>(['']);

  const foldersOf = (path: string): readonly string[] =>
    path.split('/').flatMap((_, index, names) => (index === 0 ? [] : [names.slice(0, index).join('/')]));
  const keep = (path: string, content: string | Uint8Array): void => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice();
    for (const folder of foldersOf(path)) folders.add(folder);
    files.set(path, { bytes, modifiedAt: now() });
  };
  const rejection = (code: FailureCode, path: string): FailureError =>
    new FailureError(failure(code, `${code}: ${path}`, { facts: { path } }));

  for (const [path, content] of Object.entries(options.files ?? {})) keep(path, content);

  return {
    id,
    name,
    writable,
    stat: async (path) => {
      const file = files.get(path);
      if (file !== undefined) return { kind: 'file', size: file.bytes.length, modifiedAt: file.modifiedAt };
      return folders.has(path) ? { kind: 'directory', size: 0, modifiedAt: 0 } : undefined;
    },
    list: async (path) => {
      if (!folders.has(path)) throw rejection('not-found', path);
      const prefix = path === '' ? '' : `${path}/`;
      const inside = (full: string): string | undefined => {
        const rest = full.startsWith(prefix) ? full.slice(prefix.length) : '';
        return rest === '' || rest.includes('/') ? undefined : rest;
      };
      const items: DirectoryItem[] = [];
      for (const [full, { bytes, modifiedAt }] of files) {
        const item = inside(full);
        if (item !== undefined) items.push({ name: item, kind: 'file', size: bytes.length, modifiedAt });
      }
      for (const full of folders) {
        const item = inside(full);
        if (item !== undefined) items.push({ name: item, kind: 'directory', size: 0, modifiedAt: 0 });
      }
      return items;
    },
    read: async (path) => {
      const file = files.get(path);
      if (file === undefined) throw rejection('not-found', path);
      return file.bytes.slice();
    },
    write: async (path, bytes, check) => {
      if (!writable) throw rejection('read-only', path);
      if (path === '' || folders.has(path) || foldersOf(path).some((folder) => files.has(folder)))
        throw rejection('not-found', path);
      const before = files.get(path);
      if (!(await check(before?.bytes.slice() ?? null)) || files.get(path) !== before)
        throw rejection('stale', path);
      keep(path, bytes);
    },
    remove: async (path) => {
      if (!writable) throw rejection('read-only', path);
      if (files.delete(path)) return;
      if (path === '' || !folders.has(path)) throw rejection('not-found', path);
      const full = [...files.keys(), ...folders].some((other) => other.startsWith(`${path}/`));
      if (full) throw rejection('io-failed', path);
      folders.delete(path);
    },
    plant: keep,
    text: (path) => {
      const file = files.get(path);
      return file === undefined
        ? undefined
        : new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
    },
    paths: () => [...files.keys()].sort(),
  };
}
