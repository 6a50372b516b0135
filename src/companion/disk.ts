// What the Node adapters share of the file system: names for ids, whole-or-not writes, failures.

import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FailureError, failure } from '../engine/failures.ts';

/** Any id as a file name: no separator, no dot, nothing hidden; reversible. */
export function fileNameOf(id: string): string {
  return encodeURIComponent(id).replace(
    /[.*!'()~]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function idOfFileName(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** The old file or the new one, never a part. Durable: on the medium before it resolves. */
export async function writeWhole(
  path: string,
  bytes: Uint8Array | string,
  options: { readonly durable: boolean },
): Promise<void> {
  const side = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(side, 'wx');
    try {
      await file.writeFile(bytes);
      if (options.durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(side, path);
  } catch (thrown) {
    await rm(side, { force: true });
    throw thrown;
  }
  if (options.durable) await syncFolder(dirname(path));
}

/** A new or renamed file is on the medium only with the folder that names it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Rejections of `work` become storage failures. */
export async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof FailureError) throw thrown;
    const code = codeOf(thrown);
    const full = code === 'ENOSPC' || code === 'EDQUOT';
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FailureError(failure(full ? 'storage-full' : 'storage-failed', message));
  }
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
