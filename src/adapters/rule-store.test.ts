// The memory twin, and a quick look at an imitation of IndexedDB; rule-store.browser.test.ts is the one that counts.
import 'fake-indexeddb/auto';
import { createMemoryRuleStore } from '../features/guard/guard.ts';
import { idbRulesUnderTest } from './fixtures/idb-rules.ts';
import { ruleStoreContract } from './rule-store.contract.ts';

ruleStoreContract('memory', () => {
  const store = createMemoryRuleStore();
  return Promise.resolve({ open: () => Promise.resolve(store) });
});
ruleStoreContract('imitated IndexedDB', idbRulesUnderTest);
