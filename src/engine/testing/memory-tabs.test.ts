import { expect, test } from 'vitest';
import { asId, type SessionId } from '../ids.ts';
import { createMemoryTabs } from './memory-tabs.ts';

const s = asId<SessionId>('s');
const nothing = (): void => {};

test('a follower owns the session when the owner lets go or its tab dies', async () => {
  const tabs = createMemoryTabs<string>();
  const [one, two, three] = [tabs.open(), tabs.open(), tabs.open()];
  const two_ = Promise.withResolvers<void>();
  const three_ = Promise.withResolvers<void>();
  expect(await one.locks.acquire(s, nothing)).toBe('owner');
  expect(await one.locks.acquire(s, nothing)).toBe('owner');
  expect(await two.locks.acquire(s, two_.resolve)).toBe('follower');
  expect(await three.locks.acquire(s, three_.resolve)).toBe('follower');
  one.locks.release(s);
  await two_.promise;
  expect(await one.locks.acquire(s, nothing)).toBe('follower');
  two.crash();
  await three_.promise;
});

test('messages reach the other tabs, in order', async () => {
  const tabs = createMemoryTabs<number>();
  const [one, two] = [tabs.open(), tabs.open()];
  const seen: number[] = [];
  const last = Promise.withResolvers<void>();
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
