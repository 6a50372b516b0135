// Accounts in IndexedDB: one value among `values`. Their keys are in the vault.

import type { Account, AccountsStore } from '../features/providers/providers.ts';
import { type Db, read, transact } from './db.ts';

const KEY = 'accounts';

export function createIdbAccountsStore(db: Db): AccountsStore {
  const change = (edit: (records: readonly unknown[]) => readonly unknown[]): Promise<void> =>
    transact(db, ['values'], 'strict', async (tx) => {
      const values = tx.objectStore('values');
      await values.put(edit(recordsIn(await values.get(KEY))), KEY);
    });
  return {
    all: () => read(db, ['values'], async (tx) => recordsIn(await tx.objectStore('values').get(KEY))),
    put: (account: Account) =>
      change((records) => [...records.filter((record) => idOf(record) !== account.id), account]),
    remove: (id) => change((records) => records.filter((record) => idOf(record) !== id)),
  };
}

const recordsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function idOf(record: unknown): unknown {
  return typeof record === 'object' && record !== null && 'id' in record ? record.id : undefined;
}
