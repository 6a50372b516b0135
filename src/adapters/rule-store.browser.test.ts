// In Chromium's own IndexedDB.
import { idbRulesUnderTest } from './fixtures/idb-rules.ts';
import { ruleStoreContract } from './rule-store.contract.ts';

ruleStoreContract('IndexedDB', idbRulesUnderTest);
