import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asId, type MessageId, type SessionId } from '../src/engine/ids.ts';
import type { Script } from '../src/engine/testing/scripted-model.ts';
import type { AppUpdate, HostApi, SearchHit } from '../src/protocol/host.ts';
import { createMemoryStorage, type MemoryStorage, openTab } from './testing/memory-platform.ts';
import { createHarness } from './wiring.ts';
// Chunks that are loaded on the way: here from the start, so that no test waits for them.
import '../src/features/sessions/documents.ts';
import './archive.ts';
import './auto-titles.ts';
import './session-shelf.ts';

const s = asId<SessionId>('s');
const message = (id: string, text: string) => ({
  id: asId<MessageId>(id),
  parts: [{ type: 'text' as const, text }],
});

interface Tab {
  readonly host: HostApi;
  readonly storage: MemoryStorage;
  readonly heard: AppUpdate[];
  say(session: SessionId, id: string, text: string): Promise<void>;
  idle(session: SessionId): Promise<void>;
}

async function tab(scripts: readonly Script[], storage = createMemoryStorage()): Promise<Tab> {
  const host = createHarness(openTab(storage, scripts).platform);
  const heard: AppUpdate[] = [];
  const updates = await host.watchApp();
  void (async () => {
    for await (const update of updates) heard.push(update);
  })();
  await host.boot();
  const idle = async (session: SessionId): Promise<void> => {
    for (let open = 1; open > 0; open = (await storage.log.head(session))?.openRuns.length ?? 0)
      await storage.clock.advance(1000);
    await titled(storage);
  };
  return {
    host,
    storage,
    heard,
    idle,
    say: async (session, id, text) => {
      await host.send(session, message(id, text));
      await idle(session);
    },
  };
}
/** A name that a model was asked for is on record, or not wanted. */
async function titled({ clock }: MemoryStorage): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    await turn();
    await clock.advance(1);
  }
}
const titles = async ({ host }: Tab): Promise<readonly string[]> =>
  (await host.boot()).sessions.map(({ session }) => session);
const found = async ({ host }: Tab, question: string): Promise<readonly SearchHit[]> => {
  const hits: SearchHit[] = [];
  for await (const hit of await host.searchSessions(question, 20)) hits.push(hit);
  return hits;
};
const noTitle = ''; // the model's answer to the question for a name

test('a deleted session is out of every list, can be taken back, and is gone after a day', async () => {
  const one = await tab(['hello', noTitle]);
  await one.say(s, 'm1', 'The tide is out');
  await one.host.removeSession(s);
  expect(await titles(one)).toEqual([]);
  expect(await found(one, 'tide')).toEqual([]);
  expect(one.heard.findLast(({ type }) => type.startsWith('session'))).toEqual({
    type: 'session-removed',
    session: s,
  });
  expect((await one.host.removedSessions()).map(({ session }) => session)).toEqual([s]);

  const before = one.storage.log.entries(s).slice(0, -1);
  const two = await tab([], one.storage);
  await two.host.restoreSession(s);
  expect(await titles(two)).toEqual([s]);
  expect(one.storage.log.entries(s).slice(0, before.length)).toEqual(before);

  await two.host.removeSession(s);
  await one.storage.clock.advance(25 * 3600 * 1000);
  await tab([], one.storage);
  await one.storage.clock.advance(10);
  expect(one.storage.log.entries(s)).toEqual([]);
});

test('deleting stops what runs; saying something in a deleted session takes it back', async () => {
  const one = await tab([{ hangAt: 0 }, 'again', noTitle]);
  await one.host.send(s, message('m1', 'hi'));
  await one.host.removeSession(s);
  expect((await one.storage.log.head(s))?.openRuns).toEqual([]);
  await one.say(s, 'm2', 'still there?');
  expect(await titles(one)).toEqual([s]);
});

test('an edited message runs on a branch of its own, and both can be brought up again', async () => {
  const one = await tab(['first', noTitle, 'second', 'third', 'fourth']);
  await one.say(s, 'm1', 'one');
  await one.host.editMessage(s, asId<MessageId>('m1'), message('m2', 'two'));
  await one.idle(s);
  await one.host.editMessage(s, asId<MessageId>('m1'), message('m2', 'two'));
  const [point] = await one.host.variants(s);
  expect(point?.variants.map(({ text, active }) => [text, active])).toEqual([
    ['one', false],
    ['two', true],
  ]);
  const texts = async (): Promise<readonly string[]> =>
    ((await one.host.openSession(s, 100))?.entries ?? []).flatMap(({ event }) =>
      event.type === 'run-end' ? [event.outcome.text] : event.type === 'message' ? [event.id] : [],
    );
  expect(await texts()).toEqual(['m2', 'second']);
  await one.host.switchVariant(s, point?.variants[0]?.seq ?? 0);
  expect(await texts()).toEqual(['m1', 'first']);
  await one.say(s, 'm3', 'three');
  expect(await texts()).toEqual(['m1', 'first', 'm3', 'third']);
});

test('a regenerated reply is a variant of the first one and was asked the same', async () => {
  const storage = createMemoryStorage();
  const opened = openTab(storage, ['first', noTitle, 'second']);
  const host = createHarness(opened.platform);
  await host.send(s, message('m1', 'one'));
  await storage.clock.advance(1000);
  await titled(storage);
  const run = storage.log.entries(s).find(({ event }) => event.type === 'run-start')?.run;
  if (run === undefined) throw new TypeError('no run');
  await host.regenerate(s, run, { mode: 'ask' });
  await storage.clock.advance(1000);
  expect(opened.model.requests[2]?.messages).toEqual(opened.model.requests[0]?.messages);
  const [point] = await host.variants(s);
  expect(point?.variants.map(({ text, model }) => [text, model])).toEqual([
    ['first', 'ollama/scripted'],
    ['second', 'ollama/scripted'],
  ]);
  expect((await storage.log.head(s))?.setup.mode).toBe('ask');
});

test('a watcher hears that another branch is active, and what happens on it after that', async () => {
  const one = await tab(['first', noTitle, 'second']);
  await one.say(s, 'm1', 'one');
  const kinds: string[] = [];
  const opened = await one.host.openSession(s, 100);
  const updates = await one.host.watchSession(s, opened?.entries.at(-1)?.seq ?? 0);
  void (async () => {
    for await (const update of updates)
      if (update.type !== 'live')
        kinds.push(`${update.type} ${'entries' in update ? update.entries[0]?.event.type : ''}`);
  })();
  await one.host.editMessage(s, asId<MessageId>('m1'), message('m2', 'two'));
  await one.idle(s);
  expect(kinds[0]).toBe('branch message');
  expect(kinds.slice(1)).toContain('entries turn-start');
  expect(kinds.filter((kind) => kind.startsWith('branch'))).toHaveLength(1);
});

test('a fork goes its own way and nothing of the source runs in it', async () => {
  const one = await tab(['first', noTitle, { hangAt: 0 }, 'of the fork']);
  await one.say(s, 'm1', 'one');
  await one.host.send(s, message('m2', 'hang'));
  const fork = await one.host.fork(s, { message: asId<MessageId>('m2') });
  expect(await one.storage.log.head(fork)).toMatchObject({
    openRuns: [],
    title: 'one',
    origin: { session: s },
  });
  await one.say(fork, 'm3', 'three');
  expect(one.storage.log.entries(s).some(({ event }) => event.type === 'message' && event.id === 'm3')).toBe(
    false,
  );
  expect(one.heard.some((update) => update.type === 'session' && update.head.session === fork)).toBe(true);
});

test('search finds in every session and branch, and says how to get there', async () => {
  const one = await tab(['high water', noTitle, 'low water', 'also water', noTitle]);
  await one.say(s, 'm1', 'the tide');
  await one.host.editMessage(s, asId<MessageId>('m1'), message('m2', 'the moon'));
  await one.idle(s);
  await one.say(asId<SessionId>('other'), 'm3', 'tide again');
  const hits = await found(one, 'TIDE');
  expect(hits.map(({ session, message: id }) => [session, id])).toEqual([
    ['other', 'm3'],
    [s, 'm1'],
  ]);
  expect(await one.host.locate(s, { seq: hits[1]?.seq ?? 0 })).toEqual({ onBranch: false, window: 5 });
  expect(await one.host.locate(s, { message: asId<MessageId>('m2') })).toMatchObject({ onBranch: true });
  const opened = await one.host.openSession(
    s,
    (await one.host.locate(s, { message: asId<MessageId>('m2') }))?.window ?? 0,
  );
  expect(opened?.entries[0]?.event).toMatchObject({ type: 'message', id: 'm2' });
});

test('a model names the session once; a name by a person stays', async () => {
  const one = await tab(['hello', '"Tides at the harbour."', 'again', 'hello', 'Something else']);
  await one.say(s, 'm1', 'when is high water?');
  // The name is asked for after the run, and nobody waits for it.
  await one.idle(s);
  expect(await one.storage.log.head(s)).toMatchObject({
    title: 'Tides at the harbour',
    named: false,
    autoTitled: true,
  });
  await one.say(s, 'm2', 'and low?');
  const other = asId<SessionId>('other');
  await one.host.rename(other, 'Mine').catch(() => undefined);
  await one.say(other, 'm3', 'hi');
  expect(await one.storage.log.head(other)).toMatchObject({ title: 'Mine', named: true });
});

test('pins and archives are marks that can be taken off', async () => {
  const one = await tab(['hello', noTitle]);
  await one.say(s, 'm1', 'hi');
  await one.host.markSession(s, { pinned: true });
  await one.host.markSession(s, { archived: true });
  expect(await one.storage.log.head(s)).toMatchObject({ pinned: true, archived: true });
  await one.host.markSession(s, { pinned: false });
  expect(await one.storage.log.head(s)).not.toHaveProperty('pinned');
  expect((await one.host.boot()).sessions).toMatchObject([{ archived: true }]);
});
