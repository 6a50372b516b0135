// Bytes by the hash of their content, one file each in a folder.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asId, type BlobHash } from '../engine/ids.ts';
import type { BlobStore, Hasher } from '../engine/ports.ts';
import { onDisk, readIfThere, writeWhole } from './disk.ts';

export function createDirectoryBlobs(options: { readonly dir: string; readonly hasher: Hasher }): BlobStore {
  const { dir, hasher } = options;
  /** Undefined for what is no hash: it names no file of ours. */
  const pathOf = (hash: string): string | undefined =>
    /^[0-9a-f]{64}$/.test(hash) ? join(dir, hash) : undefined;
  const get = async (hash: BlobHash): Promise<Uint8Array | undefined> => {
    const path = pathOf(hash);
    const bytes = path === undefined ? undefined : await onDisk(() => readIfThere(path));
    return bytes === undefined ? undefined : new Uint8Array(bytes);
  };
  return {
    get,
    has: async (hash) => (await get(hash)) !== undefined,
    async put(bytes) {
      const hash = asId<BlobHash>(await hasher.hash(bytes));
      if ((await get(hash)) === undefined) {
        await onDisk(async () => {
          await mkdir(dir, { recursive: true });
          await writeWhole(join(dir, hash), bytes, { durable: true });
        });
      }
      return hash;
    },
    async remove(hash) {
      const path = pathOf(hash);
      if (path !== undefined) await onDisk(() => rm(path, { force: true }));
    },
  };
}
