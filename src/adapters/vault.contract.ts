// The suite for every Vault.

import { describe, expect, test } from 'vitest';
import type { Vault } from '../engine/ports.ts';

/** `open` gives the same storage each time it is called by one test. */
export function vaultContract(name: string, fresh: () => Promise<{ open(): Promise<Vault> }>): void {
  describe(`${name} as a Vault`, () => {
    test('a secret comes out for the origin it was stored for, and for no other', async () => {
      const { open } = await fresh();
      const vault = await open();
      await vault.put('account-1', 'sëcret-😀', 'https://api.example.com/v1');
      for (const view of [vault, await open()]) {
        expect(await view.get('account-1', 'https://api.example.com')).toBe('sëcret-😀');
        expect(await view.get('account-1', 'https://api.example.com/other/path')).toBe('sëcret-😀');
        for (const other of [
          'http://api.example.com',
          'https://api.example.com:8443',
          'https://example.com',
          'https://api.example.com.evil.test',
          'https://api.example.com@evil.test',
          'api.example.com',
          '',
        ]) {
          expect(await view.get('account-1', other)).toBeUndefined();
        }
        expect(await view.get('account-2', 'https://api.example.com')).toBeUndefined();
        expect([await view.has('account-1'), await view.has('account-2')]).toEqual([true, false]);
      }
    });

    test('storing again replaces secret and origin; removing forgets both', async () => {
      const vault = await (await fresh()).open();
      await vault.put('a', 'one', 'https://one.test');
      await vault.put('a', 'two', 'https://two.test');
      expect(await vault.get('a', 'https://one.test')).toBeUndefined();
      expect(await vault.get('a', 'https://two.test')).toBe('two');
      await vault.remove('a');
      await vault.remove('a');
      expect([await vault.get('a', 'https://two.test'), await vault.has('a')]).toEqual([undefined, false]);
    });

    test('two that start at once can read each other', async () => {
      const { open } = await fresh();
      const [one, two] = [await open(), await open()];
      await Promise.all([one.put('a', 'A', 'https://x.test'), two.put('b', 'B', 'https://x.test')]);
      expect(await two.get('a', 'https://x.test')).toBe('A');
      expect(await one.get('b', 'https://x.test')).toBe('B');
    });
  });
}
