import { expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

test('time stands still until it is moved, and timers fire in order at their own time', async () => {
  const clock = createVirtualClock(1000);
  const seen: (readonly [string, number])[] = [];
  clock.after(30, () => seen.push(['c', clock.now()]));
  clock.after(10, () => {
    seen.push(['a', clock.now()]);
    clock.after(5, () => seen.push(['b', clock.now()]));
  });
  const cancel = clock.after(20, () => seen.push(['never', clock.now()]));
  cancel();
  await clock.advance(29);
  expect(seen).toEqual([
    ['a', 1010],
    ['b', 1015],
  ]);
  await clock.advance(1);
  expect(seen.at(-1)).toEqual(['c', 1030]);
  expect([clock.now(), clock.elapsed(), clock.waiting()]).toEqual([1030, 30, 0]);
});

test('sleepers wake one after the other, and what they start falls due in the same advance', async () => {
  const clock = createVirtualClock(0);
  const { signal } = new AbortController();
  const woke: number[] = [];
  const loop = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await clock.sleep(10, signal);
      woke.push(clock.now());
    }
  };
  const done = loop();
  await clock.advance(100);
  await done;
  expect(woke).toEqual([10, 20, 30]);
});

test('an aborted sleep ends at once without rejecting, and leaves no timer', async () => {
  const clock = createVirtualClock();
  const stop = new AbortController();
  const asleep = clock.sleep(1000, stop.signal);
  expect(clock.waiting()).toBe(1);
  stop.abort();
  await asleep;
  expect(clock.waiting()).toBe(0);
  await clock.sleep(1000, stop.signal);
});

test('advanceToNext goes as far as the next timer', async () => {
  const clock = createVirtualClock(0);
  const { signal } = new AbortController();
  const asleep = clock.sleep(60_000, signal);
  expect(await clock.advanceToNext()).toBe(true);
  await asleep;
  expect(clock.now()).toBe(60_000);
  expect(await clock.advanceToNext()).toBe(false);
});
