// Standing rules in IndexedDB: one value among `values`, changed in one transaction. No workspace and no tool reaches
// it. It judges no rule; features/guard does.

import type { StoredRule } from '../features/guard/fold.ts';
import { readRules, type RuleStore } from '../features/guard/guard.ts';
import { type Db, read, transact } from './db.ts';

const KEY = 'rules';

export function createIdbRuleStore(db: Db): RuleStore {
  const change = (edit: (rules: readonly StoredRule[]) => readonly StoredRule[]): Promise<void> =>
    transact(db, ['values'], 'strict', async (tx) => {
      const values = tx.objectStore('values');
      await values.put(edit(readRules(await values.get(KEY))), KEY);
    });
  return {
    list: () => read(db, ['values'], async (tx) => readRules(await tx.objectStore('values').get(KEY))),
    put: (rule) => change((rules) => [...rules.filter(({ id }) => id !== rule.id), rule]),
    remove: (id) => change((rules) => rules.filter((rule) => rule.id !== id)),
  };
}
