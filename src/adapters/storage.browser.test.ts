// Vault, blobs, settings and accounts in Chromium's own IndexedDB and Web Crypto.

import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../features/settings.ts';
import { createIdbAccountsStore } from './accounts-store.ts';
import { blobStoreContract } from './blobs.contract.ts';
import { createIdbBlobs } from './blobs.ts';
import { openDb } from './db.ts';
import { createHasher } from './hash.ts';
import { createSettingsStore } from './settings-store.ts';
import { vaultContract } from './vault.contract.ts';
import { createVault } from './vault.ts';

const someDb = () => openDb({ name: crypto.randomUUID() });

blobStoreContract('IndexedDB', async () => {
  const name = crypto.randomUUID();
  return { open: async () => createIdbBlobs(await openDb({ name }), createHasher()) };
});

vaultContract('IndexedDB', async () => {
  const name = crypto.randomUUID();
  return { open: async () => createVault(await openDb({ name })) };
});

describe('the vault at rest', () => {
  test('holds no plaintext, and a key that cannot be exported', async () => {
    const db = await someDb();
    await createVault(db).put('account', 'sk-plain-secret', 'https://api.test');
    const [sealed] = await db.getAll('secrets');
    const bytes = new Uint8Array(sealed?.data ?? new ArrayBuffer());
    const everything = JSON.stringify(sealed) + new TextDecoder('latin1').decode(bytes);
    expect(everything).not.toContain('plain');
    expect(sealed).toMatchObject({ name: 'account', origin: 'https://api.test', key: 'device' });
    const [key] = await db.getAll('keys');
    expect(key?.extractable).toBe(false);
    if (key !== undefined) await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  test('gives nothing for a record that was changed or moved to another origin or name', async () => {
    const db = await someDb();
    const vault = createVault(db);
    await vault.put('account', 'secret', 'https://api.test');
    const [sealed] = await db.getAll('secrets');
    if (sealed === undefined) throw new Error('not stored');
    await db.put('secrets', { ...sealed, origin: 'https://evil.test' });
    expect(await vault.get('account', 'https://evil.test')).toBeUndefined();
    await db.put('secrets', { ...sealed, name: 'other' });
    expect(await vault.get('other', 'https://api.test')).toBeUndefined();
    const data = sealed.data.slice(0);
    const view = new DataView(data);
    view.setUint8(0, view.getUint8(0) ^ 1);
    await db.put('secrets', { ...sealed, data });
    expect(await vault.get('account', 'https://api.test')).toBeUndefined();
    await db.put('secrets', sealed);
    expect(await vault.get('account', 'https://api.test')).toBe('secret');
    await db.clear('keys');
    expect(await vault.get('account', 'https://api.test')).toBeUndefined();
  });

  test('the same secret twice does not look the same', async () => {
    const db = await someDb();
    const vault = createVault(db);
    for (const name of ['a', 'b']) await vault.put(name, 'secret', 'https://api.test');
    const [a, b] = await db.getAll('secrets');
    expect(new Uint8Array(a?.data ?? new ArrayBuffer())).not.toEqual(
      new Uint8Array(b?.data ?? new ArrayBuffer()),
    );
    expect(a?.iv).not.toEqual(b?.iv);
  });
});

describe('settings and accounts', () => {
  test('settings come back as saved; damaged ones get their defaults', async () => {
    const db = await someDb();
    const store = createSettingsStore(db);
    expect(await store.load()).toEqual(DEFAULT_SETTINGS);
    const changed = { ...DEFAULT_SETTINGS, theme: 'dark', language: 'zh', maxTurns: 7 } as const;
    await store.save(changed);
    expect(await createSettingsStore(db).load()).toEqual(changed);
    await db.put('values', { theme: 'dark', maxTurns: 'many' }, 'settings');
    expect(await store.load()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' });
  });

  test('accounts are kept by id, also when two are put at once', async () => {
    const store = createIdbAccountsStore(await someDb());
    const account = (id: string) => ({ id }) as Parameters<typeof store.put>[0];
    await Promise.all(['a', 'b', 'c', 'a'].map((id) => store.put(account(id))));
    expect(await store.all()).toEqual(expect.arrayContaining([account('a'), account('b'), account('c')]));
    await store.remove('b');
    expect(await store.all()).toHaveLength(2);
  });
});
