// The BlobStore in memory.

import { asId, type BlobHash } from '../ids.ts';
import type { BlobStore } from '../ports.ts';
import { sha256 } from './sha256.ts';

export function createMemoryBlobs(): BlobStore {
  const blobs = new Map<BlobHash, Uint8Array>();
  return {
    async put(bytes) {
      const hash = asId<BlobHash>(sha256(bytes));
      blobs.set(hash, bytes.slice());
      return hash;
    },
    get: async (hash) => blobs.get(hash)?.slice(),
    has: async (hash) => blobs.has(hash),
    async remove(hash) {
      blobs.delete(hash);
    },
  };
}
