// A quick look in Node with an imitation of IndexedDB; event-log.browser.test.ts is the one that counts.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { asId, type SessionId, USER } from '../engine/ids.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { openDb } from './db.ts';
import { createIdbEventLog } from './event-log.ts';
import { eventLogContract } from './event-log.contract.ts';
import { idbLogUnderTest } from './fixtures/idb-log.ts';

eventLogContract('imitated IndexedDB', idbLogUnderTest);

test('a head of an older fold is folded anew on sight: alone, in the list, before an append', async () => {
  const db = await openDb({ name: 'older' });
  const log = createIdbEventLog(db, { fold: foldHead, clock: createVirtualClock() });
  const s = asId<SessionId>('s');
  const titled = { by: USER, event: { type: 'title', title: 'T', by: 'person' } } as const;
  await log.append(s, [titled], { durable: true });
  const head = await log.head(s);
  const age = async (): Promise<void> => {
    if (head !== undefined) await db.put('heads', { ...head, version: 0, title: 'old' });
  };
  await age();
  expect(await log.head(s)).toEqual(head);
  await age();
  expect(await log.heads()).toEqual([head]);
  await age();
  await log.append(s, [titled], { durable: true });
  expect(await log.head(s)).toMatchObject({ title: 'T', count: 2 });
});
