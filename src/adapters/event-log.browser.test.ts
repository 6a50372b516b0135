import { eventLogContract } from './event-log.contract.ts';
import { idbLogUnderTest } from './fixtures/idb-log.ts';

eventLogContract('IndexedDB', idbLogUnderTest);
