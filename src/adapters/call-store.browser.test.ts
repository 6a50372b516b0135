// Kept model calls in a real database: read back as they were, gone with their session.

import { expect, test } from 'vitest';
import { asId, type SessionId } from '../engine/ids.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import type { KeptCall } from '../protocol/host.ts';
import { createCallStore } from './call-store.ts';
import { openDb } from './db.ts';
import { createIdbEventLog } from './event-log.ts';

const call = (at: number, body = '{}'): KeptCall => ({
  at,
  method: 'POST',
  url: 'https://a.example/',
  headers: [],
  body,
  answerHeaders: [],
  answer: 'data: привет\n\n',
  ms: 1,
  end: 'whole',
});

test('the calls of one turn come back as they were, oldest first, and go with their session', async () => {
  const db = await openDb({ name: crypto.randomUUID() });
  const store = createCallStore(db, { callsOfSession: 3, bytesOfSession: 2 ** 20, bytes: 2 ** 20 });
  const place = { session: 's', call: 't' };
  await store.keep(place, call(2));
  await store.keep(place, call(1, 'x'.repeat(100_000)));
  await store.keep({ session: 'o', call: 't' }, call(3));
  expect(await store.read(place)).toEqual([call(1, 'x'.repeat(100_000)), call(2)]);
  for (const at of [4, 5, 6]) await store.keep({ session: 's', call: 'u' }, call(at));
  expect(await store.read(place)).toEqual([]);
  const log = createIdbEventLog(db, { fold: foldHead, clock: createVirtualClock() });
  await log.remove(asId<SessionId>('s'));
  expect(await store.read({ session: 's', call: 'u' })).toEqual([]);
  expect(await store.read({ session: 'o', call: 't' })).toHaveLength(1);
  db.close();
});
