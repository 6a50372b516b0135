import 'fake-indexeddb/auto';
import { createMemoryBlobs } from '../engine/testing/memory-blobs.ts';
import { blobStoreContract } from './blobs.contract.ts';
import { createIdbBlobs } from './blobs.ts';
import { openDb } from './db.ts';
import { createHasher } from './hash.ts';

blobStoreContract('memory', async () => {
  const store = createMemoryBlobs();
  return { open: async () => store };
});

blobStoreContract('imitated IndexedDB', async () => {
  const name = `blobs-${crypto.randomUUID()}`;
  return { open: async () => createIdbBlobs(await openDb({ name }), createHasher()) };
});
