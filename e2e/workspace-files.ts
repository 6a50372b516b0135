// Reads the workspace from outside the product: walks the origin's private file system in the page and finds a file
// by the end of its path, so that no layout of folders is assumed. It writes nothing.

import type { Page } from '@playwright/test';

/**
 * Every file of the private file system with its text, by path from the top. Files above 256 kB read as ''. The app may
 * be writing: what goes between its listing and its reading (a write's swap file) was never a file of the workspace.
 */
export const allFiles = async (page: Page): Promise<Map<string, string>> => {
  const list = await page.evaluate(async () => {
    const found: [string, string][] = [];
    const walk = async (folder: FileSystemDirectoryHandle, prefix: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        const path = `${prefix}${name}`;
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle, `${path}/`);
        else if (handle instanceof FileSystemFileHandle) {
          try {
            const file = await handle.getFile();
            found.push([path, file.size > 262_144 ? '' : await file.text()]);
          } catch (thrown) {
            if (!(thrown instanceof DOMException && thrown.name === 'NotFoundError')) throw thrown;
          }
        }
      }
    };
    await walk(await navigator.storage.getDirectory(), '');
    return found;
  });
  return new Map(list);
};

const endsInPath = (full: string, path: string): boolean => full === path || full.endsWith(`/${path}`);

/** The text of the workspace's file at `path`, undefined when there is none. Throws when two places have one. */
export const readWorkspaceFile = async (page: Page, path: string): Promise<string | undefined> => {
  const hits = [...(await allFiles(page))].filter(([full]) => endsInPath(full, path));
  if (hits.length > 1) throw new Error(`${path} stands at ${hits.map(([full]) => full).join(' and ')}`);
  return hits[0]?.[1];
};

/** Paths whose text differs between two walks, files that came or went included. */
export const changedFiles = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .sort();
