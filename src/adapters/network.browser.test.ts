// The network list over visits and tabs, in Chromium's own IndexedDB.

import { expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../engine/testing/virtual-clock.ts';
import { openDb } from './db.ts';
import { createHttp, type FetchHttp } from './http.ts';
import { createIdbNetworkStore } from './network-store.ts';

const signal = new AbortController().signal;

async function visit(name: string, clock: VirtualClock): Promise<FetchHttp> {
  const store = createIdbNetworkStore(await openDb({ name }));
  const http = createHttp({ clock, store, fetch: async () => new Response('', { status: 200 }) });
  await http.read;
  return http;
}
/** Writes that are due, to their end. */
async function settled(name: string, clock: VirtualClock, wanted: number): Promise<void> {
  await expect
    .poll(async () => {
      await clock.advance(1_000);
      const stored = await createIdbNetworkStore(await openDb({ name })).load();
      return stored.reduce((all, { count }) => all + count, 0);
    })
    .toBe(wanted);
}

test('every host of earlier visits is there again, with its counts', async () => {
  const name = crypto.randomUUID();
  const clock = createVirtualClock(1_000);
  const first = await visit(name, clock);
  for (const host of ['a.example', 'a.example', 'b.example'])
    await first.fetch({ url: `https://${host}/`, signal, purpose: 'model' });
  await settled(name, clock, 3);
  const second = await visit(name, clock);
  expect(second.entries()).toEqual(first.entries());
  await second.fetch({ url: 'https://a.example/', signal, purpose: 'model' });
  expect(second.entries()).toMatchObject([
    { host: 'a.example', count: 3, firstAt: 1_000, lastStatus: 200 },
    { host: 'b.example', count: 1 },
  ]);
  await settled(name, clock, 4);
});

test('what two tabs count at once is added up, and damage is no end', async () => {
  const name = crypto.randomUUID();
  const db = await openDb({ name });
  await db.put('values', [7, { host: 'x' }, null], 'network');
  const clock = createVirtualClock(1_000);
  const tabs = await Promise.all([visit(name, clock), visit(name, clock)]);
  for (let round = 0; round < 3; round += 1)
    await Promise.all(
      tabs.map((http) => http.fetch({ url: 'https://a.example/', signal, purpose: 'model' })),
    );
  await settled(name, clock, 6);
  expect((await visit(name, clock)).entries()).toMatchObject([{ host: 'a.example', count: 6, failed: 0 }]);
});
