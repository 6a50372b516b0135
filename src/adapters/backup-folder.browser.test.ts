// The folder of the backups in Chromium: a folder of the private file system stands for one that was picked.

import { expect, test } from 'vitest';
import { createBackupPlace } from './backup-folder.ts';
import { openDb } from './db.ts';

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

test('the folder is kept over a restart, written whole, listed and cleared', async () => {
  const name = crypto.randomUUID();
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle(name, { create: true });
  const db = await openDb({ name });
  const place = createBackupPlace(db);
  expect(await place.folder()).toBeUndefined();
  await expect(place.choose({ kind: 'directory' })).rejects.toMatchObject({
    failure: { code: 'invalid-arguments' },
  });
  await place.choose(handle);
  await place.done(7);
  db.close();

  const again = createBackupPlace(await openDb({ name }));
  expect(await again.lastAt()).toBe(7);
  const folder = await again.folder();
  expect(folder?.name).toBe(name);
  await folder?.write('a.zip', chunks('one ', 'two'));
  expect(await (await (await handle.getFileHandle('a.zip')).getFile()).text()).toBe('one two');
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield* chunks('half');
    throw new TypeError('storage is gone');
  };
  await expect(folder?.write('a.zip', broken())).rejects.toBeInstanceOf(Error);
  expect(await (await (await handle.getFileHandle('a.zip')).getFile()).text()).toBe('one two');
  expect(await folder?.files()).toEqual(['a.zip']);
  await folder?.remove('a.zip');
  expect(await folder?.files()).toEqual([]);
  await again.forget();
  expect([await again.folder(), await again.lastAt()]).toEqual([undefined, undefined]);
});
