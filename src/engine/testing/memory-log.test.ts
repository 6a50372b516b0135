import { expect, test } from 'vitest';
import { eventLogContract } from '../../adapters/event-log.contract.ts';
import { foldHead } from '../../features/sessions/sessions.ts';
import { failure } from '../failures.ts';
import { asId, type SessionId, USER } from '../ids.ts';
import { createMemoryLog } from './memory-log.ts';
import { createVirtualClock } from './virtual-clock.ts';

eventLogContract('memory', async (clock) => ({ log: createMemoryLog({ fold: foldHead, clock }) }));

test('the append that is told to fail stores nothing, the next one does', async () => {
  const log = createMemoryLog({ fold: foldHead, clock: createVirtualClock() });
  const s = asId<SessionId>('s');
  const draft = { by: USER, event: { type: 'title', title: 'x', by: 'person' } } as const;
  log.failNext(failure('storage-full', 'no room'));
  await expect(log.append(s, [draft], { durable: true })).rejects.toMatchObject({
    failure: { code: 'storage-full' },
  });
  expect(log.entries(s)).toEqual([]);
  await log.append(s, [draft], { durable: true });
  expect(log.entries(s)).toHaveLength(1);
});
