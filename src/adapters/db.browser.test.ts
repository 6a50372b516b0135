// The database between tabs of different versions, and when writing fails, in Chromium.

import { openDB } from 'idb';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Draft } from '../engine/events.ts';
import { asId, type SessionId, USER } from '../engine/ids.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { openDb } from './db.ts';
import { createIdbEventLog } from './event-log.ts';

const s = asId<SessionId>('s');
const say = (text: string): Draft => ({
  by: USER,
  event: { type: 'message', id: asId('m'), parts: [{ type: 'text', text }] },
});
const log = async (name = crypto.randomUUID()) => {
  const db = await openDb({ name });
  return { db, log: createIdbEventLog(db, { fold: foldHead, clock: createVirtualClock() }) };
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe('versions', () => {
  test('a database that a newer build has changed is not touched', async () => {
    const name = crypto.randomUUID();
    (await openDB(name, 999)).close();
    await expect(openDb({ name })).rejects.toMatchObject({ failure: { code: 'storage-newer' } });
  });

  test('a connection makes room for a newer build, and says so', async () => {
    const name = crypto.randomUUID();
    const closed = Promise.withResolvers<string>();
    const { log: old } = await log(name).then(async ({ db }) => {
      db.close();
      const mine = await openDb({ name, onClosed: closed.resolve });
      return { log: createIdbEventLog(mine, { fold: foldHead, clock: createVirtualClock() }) };
    });
    const newer = await openDB(name, 999);
    expect(await closed.promise).toBe('newer');
    await expect(old.append(s, [say('x')], { durable: true })).rejects.toMatchObject({
      failure: { code: 'storage-newer' },
    });
    newer.close();
  });
});

describe('an append that cannot be stored', () => {
  const keeps = async (break_: () => void, code: string): Promise<void> => {
    const { log: mine } = await log();
    await mine.append(s, [say('a')], { durable: true });
    break_();
    const failed = mine.append(s, [say('b'), say('c')], { durable: true });
    const next = mine.append(s, [say('d')], { durable: true }).catch(() => []);
    await expect(failed).rejects.toMatchObject({ failure: { code } });
    await next;
    vi.restoreAllMocks();
    const before = await mine.read(s);
    expect(before.map(({ event }) => JSON.stringify(event)).join()).not.toMatch(/"text":"[bc]"/);
    expect(JSON.stringify(await mine.head(s))).toBe(JSON.stringify(await mine.refold(s)));
    const [added] = await mine.append(s, [say('e')], { durable: true });
    expect(added?.seq).toBe(before.length + 1);
  };

  test('because the commit fails, with `abort` as the only sign, leaves nothing', () =>
    keeps(() => {
      vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
        this.abort();
      });
    }, 'storage-failed'));

  test('because the disk is full at the commit, with `abort` as the only sign, leaves nothing', () =>
    keeps(() => {
      vi.spyOn(IDBTransaction.prototype, 'error', 'get').mockReturnValueOnce(
        new DOMException('no room', 'QuotaExceededError'),
      );
      vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
        this.abort();
      });
    }, 'storage-full'));

  test('because a request fails, leaves nothing', () =>
    keeps(() => {
      const add = IDBObjectStore.prototype.add;
      let calls = 0;
      vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value) {
        calls += 1;
        if (calls === 2) throw new DOMException('no room', 'QuotaExceededError');
        return add.call(this, value);
      });
    }, 'storage-full'));

  test('because it holds what no storage can, leaves nothing', async () => {
    const { log: mine } = await log();
    const draft = { ...say('x'), event: { type: 'steer', message: () => {} } } as unknown as Draft;
    await expect(mine.append(s, [say('a'), draft], { durable: true })).rejects.toMatchObject({
      failure: { code: 'storage-failed' },
    });
    expect(await mine.read(s)).toEqual([]);
  });
});
