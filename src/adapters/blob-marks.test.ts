import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asId, type BlobHash, type SessionId, USER } from '../engine/ids.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { sweepBlobs, UNUSED_MS } from '../features/blob-sweep.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { createBlobShelf } from './blob-marks.ts';
import { createIdbBlobs } from './blobs.ts';
import { openDb } from './db.ts';
import { createIdbEventLog } from './event-log.ts';
import { createHasher } from './hash.ts';

const sessions = ['a', 'b', 'c'].map((id) => asId<SessionId>(id));
const contents = ['one', 'two', 'three', 'four'].map((text) => new TextEncoder().encode(text));

async function rig() {
  const db = await openDb({ name: `sweep-${Math.random()}` });
  const clock = createVirtualClock();
  return {
    db,
    clock,
    log: createIdbEventLog(db, { fold: foldHead, clock }),
    blobs: createIdbBlobs(db, createHasher()),
    shelf: createBlobShelf(db),
  };
}

type Step =
  | { readonly do: 'refer'; readonly session: number; readonly blob: number }
  | { readonly do: 'put' | 'draft'; readonly blob: number }
  | { readonly do: 'mark-removed' | 'purge' | 'lose-head'; readonly session: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'sweep' };

const which = (count: number) => fc.nat({ max: count - 1 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('refer' as const), session: which(3), blob: which(4) }),
  fc.record({ do: fc.constantFrom('put' as const, 'draft' as const), blob: which(4) }),
  fc.record({
    do: fc.constantFrom('mark-removed' as const, 'purge' as const, 'lose-head' as const),
    session: which(3),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1000, UNUSED_MS / 2, UNUSED_MS + 1) }),
  fc.record({ do: fc.constant('sweep' as const) }),
);

test('no blob that a log, a deleted session or a draft names is ever removed; one that nothing names goes after a day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (plan) => {
      const { db, clock, log, blobs, shelf } = await rig();
      const named = new Map<SessionId, Set<BlobHash>>();
      const drafts = new Set<BlobHash>();
      const freshAt = new Map<BlobHash, number>();
      const put = async (blob: number): Promise<BlobHash> => {
        const hash = await blobs.put(contents[blob] ?? new Uint8Array());
        freshAt.set(hash, clock.now());
        return hash;
      };
      const sweep = () => sweepBlobs(shelf, clock, [JSON.stringify([...drafts])]);
      for (const step of plan) {
        const session = sessions['session' in step ? step.session : 0] ?? asId<SessionId>('a');
        switch (step.do) {
          case 'refer': {
            const blob = await put(step.blob);
            const part = { type: 'image', mediaType: 'image/png', blob } as const;
            await log.append(
              session,
              [{ by: USER, event: { type: 'message', id: asId('m'), parts: [part] } }],
              {
                durable: true,
              },
            );
            named.set(session, (named.get(session) ?? new Set()).add(blob));
            break;
          }
          case 'put':
            await put(step.blob);
            break;
          case 'draft':
            drafts.add(await put(step.blob));
            break;
          case 'mark-removed':
            if (named.has(session))
              await log.append(session, [{ by: USER, event: { type: 'mark', removed: true } }], {
                durable: true,
              });
            break;
          case 'purge':
            await log.remove(session);
            named.delete(session);
            break;
          case 'lose-head':
            await db.delete('heads', session);
            break;
          case 'wait':
            await clock.advance(step.ms);
            break;
          case 'sweep':
            await sweep();
            break;
        }
        for (const hash of [...named.values()].flatMap((hashes) => [...hashes]).concat(...drafts))
          expect(await blobs.has(hash)).toBe(true);
        // What was just put may be named by a message that is on its way.
        for (const [hash, at] of freshAt)
          if (clock.now() - at < UNUSED_MS) expect(await blobs.has(hash)).toBe(true);
      }
      await sweep();
      await clock.advance(UNUSED_MS);
      await sweep();
      const left = new Set((await shelf.sizes()).keys());
      expect(left).toEqual(new Set([...drafts, ...[...named.values()].flatMap((hashes) => [...hashes])]));
      db.close();
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('bytes put again while a sweep looks are not dropped by it', async () => {
  const { clock, blobs, shelf, db } = await rig();
  const hash = await blobs.put(contents[0] ?? new Uint8Array());
  await sweepBlobs(shelf, clock, []);
  await clock.advance(UNUSED_MS + 1);
  const racing = {
    ...shelf,
    async *texts() {
      await blobs.put(contents[0] ?? new Uint8Array());
      yield '';
    },
  };
  await sweepBlobs(racing, clock, []);
  expect(await blobs.has(hash)).toBe(true);
  db.close();
});
