// The suite for every BlobStore.

import { describe, expect, test } from 'vitest';
import { asId, type BlobHash } from '../engine/ids.ts';
import type { BlobStore } from '../engine/ports.ts';

/** SHA-256 of "abc", from FIPS 180. */
const ABC = asId<BlobHash>('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `open` gives the same storage each time it is called by one test. */
export function blobStoreContract(name: string, fresh: () => Promise<{ open(): Promise<BlobStore> }>): void {
  describe(`${name} as a BlobStore`, () => {
    test('bytes come back under the hash of their content, also after a restart', async () => {
      const { open } = await fresh();
      const store = await open();
      expect(await store.put(bytesOf('abc'))).toBe(ABC);
      expect(await store.put(bytesOf('abc'))).toBe(ABC);
      const empty = await store.put(new Uint8Array());
      for (const view of [store, await open()]) {
        expect(await view.get(ABC)).toEqual(bytesOf('abc'));
        expect(await view.has(ABC)).toBe(true);
        expect(await view.get(empty)).toEqual(new Uint8Array());
      }
    });

    test('a view of a larger buffer is stored alone, and later changes of it are not', async () => {
      const store = await (await fresh()).open();
      const view = bytesOf('xxabcxx').subarray(2, 5);
      expect(await store.put(view)).toBe(ABC);
      view.fill(0);
      const kept = await store.get(ABC);
      expect(kept).toEqual(bytesOf('abc'));
      expect(kept?.buffer.byteLength).toBe(3);
    });

    test('what is not there, or removed, is undefined', async () => {
      const store = await (await fresh()).open();
      expect([await store.get(ABC), await store.has(ABC)]).toEqual([undefined, false]);
      await store.put(bytesOf('abc'));
      await store.remove(ABC);
      await store.remove(ABC);
      expect([await store.get(ABC), await store.has(ABC)]).toEqual([undefined, false]);
      expect(await store.get(asId('../../etc/passwd'))).toBeUndefined();
    });

    test('bytes put at the same time are all there', async () => {
      const store = await (await fresh()).open();
      const hashes = await Promise.all(
        Array.from({ length: 20 }, (_, at) => store.put(bytesOf(`${at % 5}`))),
      );
      expect(new Set(hashes).size).toBe(5);
      for (const hash of hashes) expect(await store.has(hash)).toBe(true);
    });
  });
}
