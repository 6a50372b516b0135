import { expect, test } from 'vitest';
import { deferred } from '../deferred.ts';
import { asId, type SessionId } from '../ids.ts';
import { createMemoryTabs } from './memory-tabs.ts';

const s = asId<SessionId>('s');
const nothing = (): void => {};

test('a follower owns the session when the owner lets go or its tab dies', async () => {
  const tabs = createMemoryTabs<string>();
  const [one, two, three] = [tabs.open(), tabs.open(), tabs.open()];
  const second = deferred();
  const third = deferred();
  expect(await one.locks.acquire(s, nothing)).toBe('owner');
  expect(await one.locks.acquire(s, nothing)).toBe('owner');
  expect(await two.locks.acquire(s, second.resolve)).toBe('follower');
  expect(await three.locks.acquire(s, third.resolve)).toBe('follower');
  one.locks.release(s);
  await second.promise;
  expect(await one.locks.acquire(s, nothing)).toBe('follower');
  two.crash();
  await third.promise;
});

test('messages reach the other tabs, in order', async () => {
  const tabs = createMemoryTabs<number>();
  const [one, two] = [tabs.open(), tabs.open()];
  const seen: number[] = [];
  const last = deferred();
  one.channel.listen(() => seen.push(-1));
  two.channel.listen((message) => {
    seen.push(message);
    if (message === 3) last.resolve();
  });
  for (const message of [1, 2, 3]) one.channel.post(message);
  expect(seen).toEqual([]);
  await last.promise;
  expect(seen).toEqual([1, 2, 3]);
});
