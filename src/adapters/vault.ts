// Secrets in IndexedDB, encrypted with a key that the browser never gives out. Against reading the profile's files or
// a copied database, not against code that runs in this origin.

import type { Vault } from '../engine/ports.ts';
import { type Db, read, type SealedSecret, transact } from './db.ts';
import { originOf } from './memory-vault.ts';

/** Sealed records name their key, so that one locked by a passphrase can stand beside it. */
const DEVICE_KEY = 'device';
const ALGORITHM = 'AES-GCM';

export function createVault(db: Db): Vault {
  let device: Promise<CryptoKey> | undefined;
  const deviceKey = (): Promise<CryptoKey> => {
    device ??= keepKey(db).catch((thrown: unknown) => {
      device = undefined;
      throw thrown;
    });
    return device;
  };

  return {
    async put(name, secret, address) {
      const origin = originOf(address);
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const data = await crypto.subtle.encrypt(
        { name: ALGORITHM, iv, additionalData: boundTo(name, origin) },
        await deviceKey(),
        new TextEncoder().encode(secret),
      );
      const sealed: SealedSecret = { name, origin, key: DEVICE_KEY, iv, data };
      await transact(db, ['secrets'], 'strict', (tx) => tx.objectStore('secrets').put(sealed));
    },

    async get(name, address) {
      const origin = originOf(address);
      const sealed = await read(db, ['secrets'], (tx) => tx.objectStore('secrets').get(name));
      if (sealed === undefined || sealed.origin !== origin) return undefined;
      const key = await read(db, ['keys'], (tx) => tx.objectStore('keys').get(sealed.key));
      if (key === undefined) return undefined;
      try {
        const secret = await crypto.subtle.decrypt(
          { name: ALGORITHM, iv: sealed.iv, additionalData: boundTo(name, origin) },
          key,
          sealed.data,
        );
        return new TextDecoder().decode(secret);
      } catch {
        // Damaged, or moved here from another name, origin or database: as good as missing, and asked for again.
        return undefined;
      }
    },

    has: async (name) =>
      (await read(db, ['secrets'], (tx) => tx.objectStore('secrets').getKey(name))) !== undefined,

    async remove(name) {
      await transact(db, ['secrets'], 'strict', (tx) => tx.objectStore('secrets').delete(name));
    },
  };
}

/** The key of this database, made where there is none; the first of two tabs wins. */
async function keepKey(db: Db): Promise<CryptoKey> {
  const kept = await read(db, ['keys'], (tx) => tx.objectStore('keys').get(DEVICE_KEY));
  if (kept !== undefined) return kept;
  const fresh = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  return transact(db, ['keys'], 'strict', async (tx) => {
    const other = await tx.objectStore('keys').get(DEVICE_KEY);
    if (other !== undefined) return other;
    await tx.objectStore('keys').add(fresh, DEVICE_KEY);
    return fresh;
  });
}

/** Authenticated with the secret: a record moved to another name or origin doesn't open. */
function boundTo(name: string, origin: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([name, origin]));
}
