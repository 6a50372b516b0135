// A newer tab opens the database while an older one has it open (S4).

import { deleteDB } from 'idb';
import { expect, test } from 'vitest';
import type { Draft } from '../engine/events.ts';
import { asId, type SessionId, USER } from '../engine/ids.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { createSystemClock } from './clock.ts';
import { openDb, openFreeDb } from './db.ts';
import { createIdbEventLog } from './event-log.ts';

const s = asId<SessionId>('s');
const say = (text: string): readonly Draft[] => [
  { by: USER, event: { type: 'message', id: asId(text), parts: [{ type: 'text', text }] } },
];

test('the older tab lets go at once, says so, and has lost nothing that it acknowledged', async () => {
  const name = crypto.randomUUID();
  const closed: string[] = [];
  const db = await openFreeDb({ name, onClosed: (why) => closed.push(why) });
  const log = createIdbEventLog(db, { fold: foldHead, clock: createSystemClock() });
  await log.append(s, say('kept'), { durable: true });
  const underWay = log.append(s, say('under way'), { durable: true }).then(
    () => true,
    () => false,
  );
  const newer = await openFreeDb({ name, more: [() => undefined] });
  const isKept = await underWay;
  expect(closed).toEqual(['newer']);
  await expect(log.append(s, say('late'), { durable: true })).rejects.toMatchObject({
    failure: { code: 'storage-newer' },
  });
  await expect(log.heads()).rejects.toMatchObject({ failure: { code: 'storage-newer' } });
  expect(await newer.count('entries')).toBe(isKept ? 2 : 1);
  newer.close();
  await deleteDB(name);
});

test('a tab that does not let go blocks the newer one, which says so and can try again', async () => {
  const name = crypto.randomUUID();
  (await openDb({ name })).close();
  // A frozen tab: it has the database open and hears nothing.
  const deaf = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('no database'));
  });
  const newer = { name, more: [() => undefined] };
  await expect(openFreeDb(newer)).rejects.toMatchObject({ failure: { code: 'storage-blocked' } });
  deaf.close();
  const db = await openFreeDb(newer);
  expect(db.version).toBe(deaf.version + 1);
  db.close();
  await deleteDB(name);
});
