// Bytes by the hash of their content, in IndexedDB.

import { asId, type BlobHash } from '../engine/ids.ts';
import type { BlobStore, Hasher } from '../engine/ports.ts';
import { type Db, read, transact } from './db.ts';

/** `put` is on the medium before it resolves: what is undone with a blob must outlive the write it undoes. */
export function createIdbBlobs(db: Db, hasher: Hasher): BlobStore {
  const has = async (hash: BlobHash): Promise<boolean> =>
    (await read(db, ['blobs'], (tx) => tx.objectStore('blobs').getKey(hash))) !== undefined;
  return {
    has,
    async put(bytes) {
      const hash = asId<BlobHash>(await hasher.hash(bytes));
      // A view of a larger buffer would be stored with all of the buffer.
      if (!(await has(hash))) {
        await transact(db, ['blobs'], 'strict', (tx) => tx.objectStore('blobs').put(bytes.slice(), hash));
      }
      return hash;
    },
    async get(hash) {
      const bytes: unknown = await read(db, ['blobs'], (tx) => tx.objectStore('blobs').get(hash));
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
    async remove(hash) {
      await transact(db, ['blobs'], 'relaxed', (tx) => tx.objectStore('blobs').delete(hash));
    },
  };
}
