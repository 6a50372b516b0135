// The day's figures in IndexedDB: one value, changed in one transaction over all tabs.

import { type DayRecord, type DayStore, readDayRecord } from '../features/day-budget.ts';
import { type Db, read, transact } from './db.ts';

const KEY = 'day';

export function createIdbDayStore(db: Db): DayStore {
  return {
    load: async () => readDayRecord(await read(db, ['values'], (tx) => tx.objectStore('values').get(KEY))),
    change: (edit) =>
      transact(db, ['values'], 'relaxed', async (tx): Promise<DayRecord> => {
        const values = tx.objectStore('values');
        const record = edit(readDayRecord(await values.get(KEY)));
        await values.put(record, KEY);
        return record;
      }),
  };
}
