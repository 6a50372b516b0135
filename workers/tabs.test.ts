import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asId, type MessageId, type SessionId } from '../src/engine/ids.ts';
import { call, type Script } from '../src/engine/testing/scripted-model.ts';
import type { HostApi, SessionRole } from '../src/protocol/host.ts';
import {
  createMemoryStorage,
  type MemoryStorage,
  type MemoryTab,
  openTab,
} from './testing/memory-platform.ts';
import './testing/late-parts.ts';
import { createHarness } from './wiring.ts';

const s = asId<SessionId>('s');
const say = (id: string) => ({ id: asId<MessageId>(id), parts: [{ type: 'text' as const, text: id }] });

interface Tab extends MemoryTab {
  readonly host: HostApi;
  readonly roles: SessionRole[];
  role(): SessionRole | undefined;
}

async function tab(storage: MemoryStorage, scripts: readonly Script[] = []): Promise<Tab> {
  const opened = openTab(storage, scripts);
  const host = createHarness(opened.platform);
  const roles: SessionRole[] = [];
  const session = await host.openSession(s, 100);
  if (session !== undefined) roles.push(session.role);
  const updates = await host.watchSession(s, 0);
  void (async () => {
    for await (const update of updates) if (update.type === 'role') roles.push(update.role);
  })();
  return { ...opened, host, roles, role: () => roles.at(-1) };
}
const kinds = ({ log }: MemoryStorage): readonly string[] => log.entries(s).map(({ event }) => event.type);
/** Lets time pass, and what hashes or loads come to its end, until something is so. */
async function when({ clock }: MemoryStorage, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let round = 0; round < 3_000 && !(await isSo()); round += 1) {
    await turn();
    await clock.advance(10);
  }
}
/** Lets time pass until it is settled. */
async function until<T>({ clock }: MemoryStorage, work: Promise<T>): Promise<T> {
  let over = false;
  const settled = work.finally(() => {
    over = true;
  });
  settled.catch(() => undefined);
  for (let round = 0; round < 200 && !over; round += 1) await clock.advance(100);
  return settled;
}
const ended = ({ log }: MemoryStorage): readonly string[] =>
  log.entries(s).flatMap(({ event }) => (event.type === 'run-end' ? [event.outcome.status] : []));

async function two(first: readonly Script[], second: readonly Script[] = []) {
  const storage = createMemoryStorage();
  const one = await tab(storage, first);
  await one.host.send(s, say('m1'));
  await storage.clock.advance(200);
  const other = await tab(storage, second);
  return { storage, one, other };
}

test('the owner hands a session over when asked: its run is interrupted, and can go on in the other tab', async () => {
  const { storage, one, other } = await two([{ hangAt: 0 }], ['from the other tab']);
  expect(other.role()).toBe('follower');
  const before = storage.clock.now();
  await until(storage, other.host.takeOver(s));
  expect(storage.clock.now() - before).toBeLessThan(1000);
  await storage.clock.advance(100);
  expect([one.role(), other.role()]).toEqual(['follower', 'owner']);
  expect(ended(storage)).toEqual(['interrupted']);
  const [open] = (await storage.log.head(s))?.openRuns ?? [];
  if (open === undefined) throw new TypeError('no run to go on with');
  await other.host.continueRun(s, open.run);
  await storage.clock.advance(1000);
  expect(ended(storage)).toEqual(['interrupted', 'done']);
});

test('an owner that does not answer loses the session after a second, and writes nothing when it wakes up', async () => {
  const slow: Script = { text: 'late words' };
  const { storage, one, other } = await two([{ hangAt: 0 }, slow]);
  one.freeze();
  const before = storage.clock.now();
  await until(storage, other.host.takeOver(s));
  expect(storage.clock.now() - before).toBeLessThan(2000);
  expect((await storage.log.head(s))?.epoch).toBe(1);
  const written = kinds(storage);
  // It does not know yet: whatever it does is refused by the log itself.
  await one.host.stop(s).catch(() => undefined);
  await expect(one.host.rename(s, 'Mine')).rejects.toMatchObject({ failure: { code: 'not-owner' } });
  await storage.clock.advance(5000);
  expect(kinds(storage)).toEqual(written);
  one.thaw();
  await storage.clock.advance(5000);
  expect(one.role()).toBe('follower');
  expect(kinds(storage)).toEqual(written);
});

test('a killed owner is followed by the tab that waited', async () => {
  const { storage, one, other } = await two([{ hangAt: 0 }]);
  one.crash();
  await storage.clock.advance(100);
  expect(other.role()).toBe('owner');
  expect(ended(storage)).toEqual(['interrupted']);
});

test('a session can go back and forth, each time in a new epoch', async () => {
  const { storage, one, other } = await two(['hello', '']);
  await storage.clock.advance(1000);
  await until(storage, other.host.takeOver(s));
  await storage.clock.advance(100);
  await until(storage, one.host.takeOver(s));
  await storage.clock.advance(100);
  expect([one.role(), other.role()]).toEqual(['owner', 'follower']);
  expect((await storage.log.head(s))?.epoch).toBe(2);
});

test('an owner that handed over to nobody keeps the session', async () => {
  const { storage, one } = await two(['hello', '', 'again']);
  await storage.clock.advance(1000);
  const stranger = openTab(storage);
  stranger.platform.channel.post({ type: 'hand-over', session: s, id: 'x' });
  await storage.clock.advance(5000);
  expect(one.role()).toBe('owner');
  await one.host.send(s, say('m2'));
  await storage.clock.advance(1000);
  expect(ended(storage)).toEqual(['done', 'done']);
});

test('stop, answers and messages of a follower are carried out by the owner', async () => {
  const { storage, other } = await two([{ hangAt: 0 }, 'second']);
  await until(storage, other.host.send(s, say('m2')));
  expect(
    storage.log.entries(s).some(({ event }) => event.type === 'message' && event.queued === 'steer'),
  ).toBe(true);
  await until(storage, other.host.stop(s));
  expect(ended(storage)).toEqual(['stopped']);
  expect(other.model.requests).toHaveLength(0);
  const refused = other.host.answerApproval(s, asId('none'), 'h', { type: 'deny', by: 'person' });
  await expect(until(storage, refused)).rejects.toMatchObject({ failure: { code: 'stale' } });
});

test('a command that nobody acknowledged is sent once more; one that was acknowledged never', async () => {
  const { storage, one, other } = await two(['hello', '']);
  await storage.clock.advance(1000);
  const heard: string[] = [];
  const ear = openTab(storage);
  ear.platform.channel.listen((message) => {
    if (message.type.startsWith('command')) heard.push(message.type);
  });
  one.freeze();
  const renamed = other.host.rename(s, 'Named');
  await storage.clock.advance(1100);
  expect(heard).toEqual(['command', 'command']);
  one.thaw();
  await until(storage, renamed);
  // Both arrived; it was taken once.
  expect(kinds(storage).filter((kind) => kind === 'title')).toHaveLength(1);
  expect(heard.filter((type) => type === 'command')).toHaveLength(2);

  heard.length = 0;
  await until(storage, other.host.rename(s, 'Again'));
  expect(heard).toEqual(['command', 'command-taken', 'command-done']);
});

test('a command that no tab takes is refused, and does not come true later', async () => {
  const { storage, one, other } = await two(['hello', '']);
  await storage.clock.advance(1000);
  one.freeze();
  await expect(until(storage, other.host.rename(s, 'Named'))).rejects.toMatchObject({
    failure: { code: 'not-owner' },
  });
  const written = kinds(storage);
  one.thaw();
  await storage.clock.advance(5000);
  expect(kinds(storage)).toEqual(written);
});

test('an owner that died with a command in hand: it is carried out by the tab that has the session then, or is lost', async () => {
  const { storage, one, other } = await two(['hello', '']);
  await storage.clock.advance(1000);
  one.freeze();
  const renamed = other.host.rename(s, 'Named');
  await storage.clock.advance(500);
  one.crash();
  await until(storage, renamed);
  expect((await storage.log.head(s))?.title).toBe('Named');
});

test('an approval given in a follower lets the call of the owner run, once', async () => {
  const storage = createMemoryStorage();
  const write = call('write_file', { path: 'a.txt', content: 'written' });
  const one = await tab(storage, [write, 'done', '']);
  await one.host.send(s, { ...say('m1'), setup: { mode: 'ask' } });
  await when(storage, async () => (await storage.log.head(s))?.approvals.length === 1);
  const other = await tab(storage);
  const [asked] = (await storage.log.head(s))?.approvals ?? [];
  if (asked === undefined) throw new TypeError('nothing was asked');
  const allow = { type: 'allow', scope: 'once' } as const;
  const answered = other.host.answerApproval(s, asked.approvalId, asked.hash, allow);
  await until(storage, answered);
  await when(storage, () => ended(storage).length > 0);
  expect(ended(storage)).toEqual(['done']);
  expect(new TextDecoder().decode(await storage.files.read('a.txt'))).toBe('written');
  const twice = other.host.answerApproval(s, asked.approvalId, asked.hash, allow);
  await expect(until(storage, twice)).rejects.toMatchObject({ failure: { code: 'stale' } });
  expect(kinds(storage).filter((kind) => kind === 'tool-start')).toHaveLength(1);
});

test('a question is answered, the queue arranged and the list changed from a tab that only follows', async () => {
  const { storage, other } = await two([
    call('todo', { items: [{ text: 'look' }] }),
    call('ask_user', { question: 'Which?', choices: ['a', 'b'] }),
    'done',
    'done',
  ]);
  const head = () => storage.log.head(s);
  await when(storage, async () => (await head())?.questions !== undefined);
  expect(other.role()).toBe('follower');
  await until(storage, other.host.send(s, { ...say('later'), when: 'after' }));
  const reworded = [{ type: 'text', text: 'reworded' }] as const;
  await until(storage, other.host.changeQueued(s, asId('later'), { parts: reworded }));
  await until(storage, other.host.editTodo(s, { type: 'add', text: 'tell' }));
  expect((await other.host.readTodo(s)).map(({ text }) => text)).toEqual(['look', 'tell']);
  const [open] = (await head())?.questions ?? [];
  if (open === undefined) throw new TypeError('nothing is asked');
  await until(storage, other.host.answerQuestion(s, open.callId, { type: 'given', choices: ['b'] }));
  await when(storage, () => ended(storage).length === 2);
  expect(ended(storage)).toEqual(['done', 'done']);
  const results = storage.log
    .entries(s)
    .flatMap(({ event }) => (event.type === 'tool-end' ? [event.result] : []));
  expect(results.at(-1)).toMatchObject({
    text: 'The person chose: b',
    note: expect.stringContaining('t2 [pending] tell'),
  });
  await expect(until(storage, other.host.removeQueued(s, asId('later')))).rejects.toMatchObject({
    failure: { code: 'stale' },
  });
});
