import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { blobStoreContract } from '../adapters/blobs.contract.ts';
import { createHasher } from '../adapters/hash.ts';
import { createDirectoryBlobs } from './directory-blobs.ts';

const made: string[] = [];
afterAll(() => Promise.all(made.map((dir) => rm(dir, { recursive: true }))));

blobStoreContract('a folder', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'bowline-blobs-'));
  made.push(parent);
  return {
    open: async () => createDirectoryBlobs({ dir: join(parent, 'not', 'there'), hasher: createHasher() }),
  };
});
