// Which blobs were found unused, and since when: one value beside the blobs, changed in one transaction with them.

import { asId, type BlobHash } from '../engine/ids.ts';
import { FailureError, failure } from '../engine/failures.ts';
import type { BlobShelf } from '../features/blob-sweep.ts';
import { MARKS, marksIn } from './blobs.ts';
import { type Db, read, transact } from './db.ts';

const CHUNK = 500;

export function createBlobShelf(db: Db): BlobShelf {
  return {
    sizes: () =>
      read(db, ['blobs'], async (tx) => {
        const sizes = new Map<BlobHash, number>();
        for (let cursor = await tx.objectStore('blobs').openCursor(); cursor !== null; ) {
          const bytes: unknown = cursor.value;
          sizes.set(asId<BlobHash>(cursor.key), bytes instanceof Uint8Array ? bytes.length : 0);
          cursor = await cursor.continue();
        }
        return sizes;
      }),
    marks: async () => marksIn(await read(db, ['values'], (tx) => tx.objectStore('values').get(MARKS))),
    texts: () => textsOf(db),
    settle: (plan) =>
      transact(db, ['blobs', 'values'], 'relaxed', async (tx) => {
        const values = tx.objectStore('values');
        const marks = marksIn(await values.get(MARKS));
        for (const hash of plan.unmark) marks.delete(hash);
        for (const [hash, since] of plan.drop) {
          if (marks.get(hash) !== since) continue;
          await tx.objectStore('blobs').delete(hash);
          marks.delete(hash);
        }
        for (const hash of plan.mark) marks.set(hash, plan.at);
        await values.put(Object.fromEntries(marks), MARKS);
      }),
  };
}

/** A chunk of records at a time; each transaction reads what is there by then. */
async function* textsOf(db: Db): AsyncGenerator<string> {
  let from: IDBKeyRange | undefined;
  for (;;) {
    const records = await read(db, ['entries'], (tx) => tx.objectStore('entries').getAll(from, CHUNK));
    for (const record of records) yield text(record);
    const last = records.at(-1);
    if (last === undefined || records.length < CHUNK) break;
    from = IDBKeyRange.lowerBound([last.session, last.seq], true);
  }
  const rest = await read(db, ['partials', 'values'], async (tx) => {
    const keys = await tx.objectStore('values').getAllKeys();
    const values = await tx.objectStore('values').getAll();
    return [
      ...(await tx.objectStore('partials').getAll()),
      ...values.filter((_, index) => keys[index] !== MARKS),
    ];
  });
  for (const record of rest) yield text(record);
}

/** What can't be read may name anything: then nothing is swept. */
function text(record: unknown): string {
  try {
    return JSON.stringify(record) ?? '';
  } catch {
    throw new FailureError(failure('storage-failed', 'a record can not be read'));
  }
}
