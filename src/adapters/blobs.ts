// Bytes by the hash of their content, in IndexedDB.

import { asId, type BlobHash } from '../engine/ids.ts';
import type { BlobStore, Hasher } from '../engine/ports.ts';
import { type Db, read, transact } from './db.ts';

/** Among `values`: which blobs were found unused, and since when (`blob-marks.ts`). */
export const MARKS = 'unused-blobs';

/** Total: what is damaged reads as no marks, so that everything is kept a day longer. */
export function marksIn(value: unknown): Map<BlobHash, number> {
  const marks = new Map<BlobHash, number>();
  for (const [hash, since] of Object.entries({ ...Object(value) }))
    if (typeof since === 'number') marks.set(asId<BlobHash>(hash), since);
  return marks;
}

/**
 * `put` is on the medium before it resolves: what is undone with a blob must outlive the write it undoes. It takes away
 * the mark of an unused one (`blob-marks.ts`).
 */
export function createIdbBlobs(db: Db, hasher: Hasher): BlobStore {
  const isMarked = (value: unknown, hash: BlobHash): boolean => marksIn(value).has(hash);
  return {
    async has(hash) {
      return (await read(db, ['blobs'], (tx) => tx.objectStore('blobs').getKey(hash))) !== undefined;
    },
    async put(bytes) {
      const hash = asId<BlobHash>(await hasher.hash(bytes));
      const isSafe = await read(
        db,
        ['blobs', 'values'],
        async (tx) =>
          (await tx.objectStore('blobs').getKey(hash)) !== undefined &&
          !isMarked(await tx.objectStore('values').get(MARKS), hash),
      );
      if (isSafe) return hash;
      await transact(db, ['blobs', 'values'], 'strict', async (tx) => {
        // A view of a larger buffer would be stored with all of the buffer.
        if ((await tx.objectStore('blobs').getKey(hash)) === undefined)
          await tx.objectStore('blobs').put(bytes.slice(), hash);
        const values = tx.objectStore('values');
        const marks = marksIn(await values.get(MARKS));
        if (marks.delete(hash)) await values.put(Object.fromEntries(marks), MARKS);
      });
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
