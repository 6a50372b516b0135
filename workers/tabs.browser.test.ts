// Two real harness workers over one storage: the page's own client on both, Rehearsal as the model.

import { afterEach, expect, test } from 'vitest';
import { asId, type SessionId } from '../src/engine/ids.ts';
import type { SessionUpdate } from '../src/protocol/host.ts';
import { connectHost, type HostClient } from '../src/protocol/wire.ts';

const workers: Worker[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

function open(): { readonly host: HostClient; readonly worker: Worker } {
  const worker = new Worker(new URL('./harness.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  return { host: connectHost(worker), worker };
}

/** Updates of a session, until one is what we wait for. */
async function heard(
  host: HostClient,
  session: SessionId,
  wanted: (update: SessionUpdate) => boolean,
): Promise<SessionUpdate> {
  for await (const update of await host.watchSession(session, 0)) if (wanted(update)) return update;
  throw new TypeError('the stream ended before that');
}
const ends = (update: SessionUpdate): boolean =>
  update.type === 'entries' && update.entries.some(({ event }) => event.type === 'run-end');
const starts = (update: SessionUpdate): boolean =>
  update.type === 'entries' && update.entries.some(({ event }) => event.type === 'turn-start');
const message = (text: string) => ({
  id: asId<'m' & never>(crypto.randomUUID()),
  parts: [{ type: 'text' as const, text }],
  setup: { model: 'rehearsal/rehearsal' },
});

test('the second worker follows, stops the run of the first, and takes the session over', async () => {
  const session = asId<SessionId>(crypto.randomUUID());
  const [one, two] = [open(), open()];
  await one.host.openSession(session, 10);
  const begun = heard(one.host, session, starts);
  await one.host.send(session, message('What is in here?'));
  await begun;
  const seen = heard(two.host, session, ends);
  expect((await two.host.openSession(session, 10))?.role).toBe('follower');
  await two.host.stop(session);
  await seen;

  const lost = heard(one.host, session, (update) => update.type === 'role' && update.role === 'follower');
  const before = performance.now();
  await two.host.takeOver(session);
  expect(performance.now() - before).toBeLessThan(2000);
  await lost;
  expect((await two.host.openSession(session, 10))?.role).toBe('owner');
  // Carried out by the new owner, though asked of the old one.
  await one.host.rename(session, 'Taken');
  expect((await two.host.openSession(session, 10))?.head.title).toBe('Taken');
});

test('a worker that is killed in a run is followed in less than two seconds, its run interrupted', async () => {
  const session = asId<SessionId>(crypto.randomUUID());
  const [one, two] = [open(), open()];
  await one.host.openSession(session, 10);
  const begun = heard(one.host, session, starts);
  await one.host.send(session, message('What is in here?'));
  await begun;
  await two.host.openSession(session, 10);
  const owner = heard(two.host, session, (update) => update.type === 'role' && update.role === 'owner');
  const before = performance.now();
  one.worker.terminate();
  await owner;
  expect(performance.now() - before).toBeLessThan(2000);
  const opened = await two.host.openSession(session, 50);
  expect(opened?.head.openRuns).toMatchObject([{ status: 'interrupted' }]);
});
