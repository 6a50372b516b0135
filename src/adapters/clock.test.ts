import { expect, test, vi } from 'vitest';
import { createSystemClock } from './clock.ts';
import { createRandomIds } from './ids.ts';

test('a sleep ends after its time, or at once when aborted', async () => {
  vi.useFakeTimers();
  try {
    const clock = createSystemClock();
    const stop = new AbortController();
    let woke = 0;
    const count = (): void => {
      woke += 1;
    };
    void clock.sleep(50, stop.signal).then(count);
    void clock.sleep(5000, stop.signal).then(count);
    await vi.advanceTimersByTimeAsync(50);
    expect(woke).toBe(1);
    stop.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(woke).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
    await clock.sleep(5000, stop.signal);
  } finally {
    vi.useRealTimers();
  }
});

test('a cancelled call is not made', () => {
  vi.useFakeTimers();
  try {
    const call = vi.fn();
    const cancel = createSystemClock().after(10, call);
    cancel();
    vi.advanceTimersByTime(20);
    expect(call).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test('no id comes twice', () => {
  const ids = createRandomIds();
  expect(new Set(Array.from({ length: 1000 }, () => ids.next())).size).toBe(1000);
});
