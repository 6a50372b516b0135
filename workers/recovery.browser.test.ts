// What the recovery page writes comes back through Restore: the real stores, the real zip.

import { expect, test } from 'vitest';
import { createIdbBlobs } from '../src/adapters/blobs.ts';
import { openDb } from '../src/adapters/db.ts';
import { createIdbEventLog } from '../src/adapters/event-log.ts';
import { createHasher } from '../src/adapters/hash.ts';
import { openPrivateFolder, removePrivateFolder } from '../src/adapters/files.ts';
import type { Entry } from '../src/engine/events.ts';
import { asId, type BlobHash, type SessionId, USER } from '../src/engine/ids.ts';
import { createVirtualClock } from '../src/engine/testing/virtual-clock.ts';
import { foldHead } from '../src/features/sessions/sessions.ts';
import { exportEverything } from '../src/recovery/everything.ts';
import { openAsIs } from '../src/recovery/raw.ts';
import { createMemoryStorage, openTab } from './testing/memory-platform.ts';
import { createHarness } from './wiring.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function message(session: SessionId, seq: number, text: string, blob: BlobHash): Entry {
  const parts = [
    { type: 'text', text },
    { type: 'image', mediaType: 'image/png', blob },
  ] as const;
  return {
    ...{ session, seq, parent: seq - 1, v: 1, at: seq, by: USER },
    event: { type: 'message', id: asId(`${session}-${seq}`), parts },
  };
}

test('the zip of the recovery page comes back with true counts, and says what could not be read', async () => {
  const name = `raw-${crypto.randomUUID()}`;
  const folder = `raw-${crypto.randomUUID()}`;
  const db = await openDb({ name });
  const hasher = createHasher();
  const log = createIdbEventLog(db, { fold: foldHead, clock: createVirtualClock(1) });
  const blob = await createIdbBlobs(db, hasher).put(encode('pixels'));
  const sessions = ['a', 'b'].map((id) => asId<SessionId>(id));
  for (const session of sessions)
    await log.insert(
      session,
      [1, 2, 3].map((seq) => message(session, seq, `text ${seq} \u2028 مرحبا`, blob)),
    );
  const settings = { theme: 'dark' };
  await db.put('values', settings, 'settings');
  await db.put('folders', { id: folder, name: 'Drawings', addedAt: 1 });
  // Damage that an app of today can't read.
  const broken: unknown = { session: 'b', seq: 4, event: 7 };
  await db.put('entries', broken as Entry);
  await (await openPrivateFolder({ id: folder, name: 'Drawings' })).write(
    'deep/plan.md',
    encode('plan'),
    () => true,
  );
  db.close();
  const opened = await openAsIs(name);
  if (opened.state !== 'ok') throw new TypeError(opened.state);
  const { zip } = await exportEverything([opened.db], { build: 'test', now: 5, reading: () => {} });
  opened.db.close();
  const archive = new Uint8Array(await zip.arrayBuffer());

  const storage = createMemoryStorage();
  const host = createHarness(openTab(storage, []).platform);
  expect(await host.inspectBackup(archive)).toMatchObject({
    at: 5,
    counts: { sessions: 2, entries: 6, blobs: 1, keys: 0 },
    raw: { left: 1 },
  });
  expect(await host.restoreBackup(archive, {})).toMatchObject({ sessions: 2, known: 0, blobs: 1, keys: 0 });
  for (const session of sessions)
    expect((await storage.log.read(session)).map(({ event }) => event)).toEqual(
      [1, 2, 3].map((seq) => message(session, seq, `text ${seq} \u2028 مرحبا`, blob).event),
    );
  expect(await storage.blobs.get(blob)).toEqual(encode('pixels'));
  expect((await host.boot()).settings.theme).toBe('dark');
  expect(await (await storage.folders.open(folder)).read('deep/plan.md')).toEqual(encode('plan'));
  expect(await host.restoreBackup(archive, {})).toMatchObject({ sessions: 0, known: 2 });
  await removePrivateFolder(folder);
  indexedDB.deleteDatabase(name);
});
