import { expect, test } from 'vitest';
import { DIAGNOSTICS_KEPT } from '../features/diagnostics/forms.ts';
import { createIdbDiagnostics } from './diagnostics.ts';

test('events outlive the log that wrote them, the newest are kept, and nothing but events comes back', async () => {
  const name = `diagnostics-${Math.random()}`;
  const one = createIdbDiagnostics(name);
  one.note({ type: 'update', what: 'waiting' }, 'page');
  for (let ms = 0; ms < DIAGNOSTICS_KEPT + 3; ms += 1) one.note({ type: 'slow', what: 'task', ms });
  await one.read();
  const events = await createIdbDiagnostics(name).read();
  expect(events).toHaveLength(DIAGNOSTICS_KEPT);
  expect(events.at(-1)).toMatchObject({ type: 'slow', ms: DIAGNOSTICS_KEPT + 2, from: 'worker' });
  indexedDB.deleteDatabase(name);
});

test('a database that is taken away is opened again by the next event', async () => {
  const name = `diagnostics-${Math.random()}`;
  const log = createIdbDiagnostics(name);
  log.note({ type: 'update', what: 'waiting' });
  expect(await log.read()).toHaveLength(1);
  await new Promise<void>((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => resolve();
  });
  log.note({ type: 'update', what: 'accepted' });
  expect(await log.read()).toMatchObject([{ what: 'accepted' }]);
  indexedDB.deleteDatabase(name);
});
