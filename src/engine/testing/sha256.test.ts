import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHasher } from '../../adapters/hash.ts';
import { sha256 } from './sha256.ts';

test('gives the hash that the platform gives', async () => {
  const platform = createHasher();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' })),
      async (data) => {
        expect(sha256(data)).toBe(await platform.hash(data));
      },
    ),
  );
});
