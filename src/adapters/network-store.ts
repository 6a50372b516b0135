// The network list in IndexedDB: one value, changed in one transaction over all tabs.

import type { NetworkEntry } from '../protocol/host.ts';
import { type Db, read, transact } from './db.ts';
import { addedUp, type NetworkStore } from './network-list.ts';

const KEY = 'network';

export function createIdbNetworkStore(db: Db): NetworkStore {
  return {
    load: async () => rowsIn(await read(db, ['values'], (tx) => tx.objectStore('values').get(KEY))),
    add: (rows) =>
      transact(db, ['values'], 'relaxed', async (tx) => {
        const values = tx.objectStore('values');
        const all = addedUp(rowsIn(await values.get(KEY)), rows);
        await values.put(all, KEY);
        return all;
      }),
  };
}

const rowsIn = (value: unknown): readonly NetworkEntry[] =>
  Array.isArray(value) ? value.flatMap((row: unknown) => rowIn(row) ?? []) : [];

function rowIn(value: unknown): NetworkEntry | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...value };
  const { host, purpose, lastStatus } = fields;
  const numbers = ['count', 'firstAt', 'lastAt', 'failed'].map((name) => fields[name]);
  const [count, firstAt, lastAt, failed] = numbers.filter((number) => typeof number === 'number');
  if (typeof host !== 'string' || typeof purpose !== 'string' || failed === undefined) return undefined;
  if (count === undefined || firstAt === undefined || lastAt === undefined) return undefined;
  return {
    ...{ host, purpose, count, firstAt, lastAt, failed },
    ...(typeof lastStatus === 'number' ? { lastStatus } : {}),
  };
}
