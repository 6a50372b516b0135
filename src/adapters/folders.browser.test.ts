// Opened folders in a real Chromium: handles that cross to a worker's side, survive in IndexedDB, and say how they are.

import { afterEach, expect, test } from 'vitest';
import type { HostApi } from '../protocol/host.ts';
import { connectHost, exposeHost } from '../protocol/wire.ts';
import { openDb } from './db.ts';
import { rejection } from './files.contract.ts';
import { createFakeFolder } from './fixtures/fake-folder.ts';
import { createFolders, stateOf } from './folders.ts';
import { createRandomIds } from './ids.ts';

const READ = { access: 'read', rules: false } as const;
let made = 0;
const names: string[] = [];

async function diskFolder(): Promise<FileSystemDirectoryHandle> {
  made += 1;
  const name = `disk-${made}`;
  names.push(name);
  return (await navigator.storage.getDirectory()).getDirectoryHandle(name, { create: true });
}
async function opened() {
  made += 1;
  const name = `folders-test-${made}`;
  const db = await openDb({ name });
  return { db, name, folders: createFolders(db, createRandomIds()) };
}
afterEach(async () => {
  const top = await navigator.storage.getDirectory();
  for (const name of names.splice(0)) await top.removeEntry(name, { recursive: true }).catch(() => undefined);
});

test('a handle crosses the wire as a handle, both ways, though it can be iterated', async () => {
  const { port1, port2 } = new MessageChannel();
  const given: unknown[] = [];
  exposeHost(
    {
      addFolder: async (handle: unknown) => void given.push(handle),
      folderHandle: async () => given[0],
    } as unknown as HostApi,
    port1,
  );
  const far = connectHost(port2);
  const handle = await diskFolder();
  await far.addFolder(handle, READ);
  const back: unknown = await far.folderHandle('any');
  for (const found of [given[0], back])
    expect(found instanceof FileSystemDirectoryHandle && (await handle.isSameEntry(found))).toBe(true);
  port1.close();
  port2.close();
});

test('a folder is kept over a restart, once, with what may be done in it', async () => {
  const { db, name, folders } = await opened();
  const handle = await diskFolder();
  const kept = await folders.add(handle, READ);
  expect(await folders.add(handle, { access: 'write', rules: true })).toEqual(kept);
  expect((await folders.open(kept.id)).writable).toBe(false);
  await folders.change(kept.id, { access: 'write' });
  db.close();
  const again = createFolders(await openDb({ name }), createRandomIds());
  expect(await again.list()).toEqual([{ ...kept, access: 'write' }]);
  const space = await again.open(kept.id);
  await space.write('a.txt', new Uint8Array([1]), () => true);
  expect([...(await space.read('a.txt'))]).toEqual([1]);
  expect(await again.state(kept.id)).toBe('ready');
  await (await navigator.storage.getDirectory()).removeEntry(handle.name, { recursive: true });
  expect(await again.state(kept.id)).toBe('gone');
  await again.forget(kept.id);
  expect(await again.list()).toEqual([]);
});

test('a private folder goes with its files; of one of the disk nothing goes', async () => {
  const { folders } = await opened();
  const own = await folders.addPrivate('Own', { rules: true });
  const space = await folders.open(own.id);
  await space.write('a.txt', new Uint8Array([1]), () => true);
  expect(own).toMatchObject({ kind: 'private', access: 'write' });
  expect(await folders.handle(own.id)).toBeUndefined();
  const handle = await diskFolder();
  await (await handle.getFileHandle('b.txt', { create: true })).getFile();
  const kept = await folders.add(handle, READ);
  await folders.forget(own.id);
  await folders.forget(kept.id);
  expect(await rejection(space.read('a.txt'))).toBe('not-found');
  expect((await (await handle.getFileHandle('b.txt')).getFile()).size).toBe(0);
});

test('what is no folder is refused; what is not known is not found', async () => {
  const { folders } = await opened();
  const file = await (await diskFolder()).getFileHandle('f', { create: true });
  for (const wrong of [file, '/home', undefined, {}])
    expect(await rejection(folders.add(wrong, READ))).toBe('invalid-arguments');
  expect(await rejection(folders.open('nobody'))).toBe('not-found');
});

test('a folder that is not granted now needs a press of the person; asking is not done here', async () => {
  const fake = createFakeFolder();
  expect(await stateOf(fake.handle)).toBe('ready');
  for (const state of ['prompt', 'denied'] as const) {
    fake.permission.state = state;
    expect(await stateOf(fake.handle)).toBe('needs-permission');
  }
  fake.permission.state = 'granted';
  fake.plant('a', '');
  const thrown = { NotFoundError: 'gone', NotAllowedError: 'needs-permission', InvalidStateError: 'ready' };
  for (const [name, state] of Object.entries(thrown)) {
    fake.breaks = (operation) => (operation === 'values' ? new DOMException('', name) : undefined);
    expect([name, await stateOf(fake.handle)]).toEqual([name, state]);
  }
});
