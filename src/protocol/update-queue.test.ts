import { expect, test } from 'vitest';
import type { LiveEvent } from '../engine/events.ts';
import { asId, type RunId } from '../engine/ids.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import type { SessionUpdate } from './host.ts';
import { createUpdateQueue, GATHER_MS, SESSION_MERGING } from './update-queue.ts';

const run = asId<RunId>('r');
const live = (event: LiveEvent): SessionUpdate => ({ type: 'live', run, event });
const delta = (text: string, id = 'a'): SessionUpdate =>
  live({ type: 'part-delta', part: 'text', id, delta: text });
const open = () => {
  const clock = createVirtualClock();
  const queue = createUpdateQueue(clock, SESSION_MERGING);
  const reader = queue[Symbol.asyncIterator]();
  const next = async (): Promise<SessionUpdate> => (await reader.next()).value as SessionUpdate;
  return { clock, queue, reader, next };
};

test('deltas of one block that gather while the reader is busy arrive as one', async () => {
  const { queue, next } = open();
  for (const text of ['a', 'b', 'c']) queue.push(delta(text));
  queue.push(delta('x', 'other'));
  expect(await next()).toEqual(delta('abc'));
});

test('after a delta the next one waits for the gathering time, and takes what came meanwhile along', async () => {
  const { clock, queue, next } = open();
  queue.push(delta('a'));
  expect(await next()).toEqual(delta('a'));
  let got: SessionUpdate | undefined;
  const waiting = next().then((update) => {
    got = update;
  });
  queue.push(delta('b'));
  await clock.advance(GATHER_MS - 1);
  queue.push(delta('c'));
  expect(got).toBeUndefined();
  await clock.advance(1);
  await waiting;
  expect(got).toEqual(delta('bc'));
});

test('what is no delta goes out at once, behind the deltas before it', async () => {
  const { queue, next } = open();
  queue.push(delta('a'));
  await next();
  const end = live({ type: 'part-end', part: 'text', id: 'a' });
  queue.push(delta('b'));
  queue.push(end);
  expect([await next(), await next()]).toEqual([delta('b'), end]);
});

test('ending lets the reader finish what is there; leaving tells the owner once', async () => {
  const clock = createVirtualClock();
  let left = 0;
  const queue = createUpdateQueue<SessionUpdate>(clock, SESSION_MERGING, () => left++);
  queue.push(delta('a'));
  queue.end();
  queue.push(delta('late'));
  const got: SessionUpdate[] = [];
  for await (const update of queue) got.push(update);
  expect(got).toEqual([delta('a')]);
  await queue[Symbol.asyncIterator]().return?.();
  expect(left).toBe(1);
});
