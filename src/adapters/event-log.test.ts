// A quick look in Node with an imitation of IndexedDB; event-log.browser.test.ts is the one that counts.
import 'fake-indexeddb/auto';
import { eventLogContract } from './event-log.contract.ts';
import { idbLogUnderTest } from './fixtures/idb-log.ts';

eventLogContract('imitated IndexedDB', idbLogUnderTest);
