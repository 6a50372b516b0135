// The pool of killable threads, over threads that a test answers by hand.

import { describe, expect, it } from 'vitest';
import { FailureError } from '../engine/failures.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import type { ScanAnswer, ScanJob } from '../features/scan.ts';
import { createScanPool, type ScanThread } from './scan-pool.ts';

interface FakeThread extends ScanThread {
  job?: ScanJob;
  answer?: (answer: ScanAnswer) => void;
  die?: (why: string) => void;
  killed: boolean;
}

function pool(width = 2) {
  const threads: FakeThread[] = [];
  const clock = createVirtualClock();
  const scanner = createScanPool({
    clock,
    width,
    timeoutMs: 10_000,
    start: () => {
      const thread: FakeThread = {
        killed: false,
        post: (job, answer, die) => Object.assign(thread, { job, answer, die }),
        kill: () => {
          thread.killed = true;
        },
      };
      threads.push(thread);
      return thread;
    },
  });
  return { scanner, threads, clock };
}

const never = (): AbortSignal => new AbortController().signal;
const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (thrown: unknown) => (thrown instanceof FailureError ? thrown.failure.code : thrown),
  );

describe('the scan pool', () => {
  it('starts no thread before the first job, and uses one again', async () => {
    const { scanner, threads } = pool();
    expect(threads).toHaveLength(0);
    for (const kept of [[0], [1]]) {
      const answer = scanner.select({ paths: ['a', 'b'] }, never());
      threads[0]?.answer?.({ type: 'select', kept });
      expect(await answer).toEqual(kept);
    }
    expect(threads).toHaveLength(1);
  });

  it('an abort kills the thread and rejects at once; the next job gets a new thread', async () => {
    const { scanner, threads } = pool();
    const stop = new AbortController();
    const hung = code(scanner.select({ paths: [] }, stop.signal));
    stop.abort();
    expect(await hung).toBe('interrupted');
    expect(threads[0]?.killed).toBe(true);
    const second = scanner.select({ paths: [] }, never());
    threads[1]?.answer?.({ type: 'select', kept: [] });
    expect(await second).toEqual([]);
  });

  it('the time-out kills too', async () => {
    const { scanner, threads, clock } = pool();
    const hung = code(scanner.select({ paths: [] }, never()));
    await clock.advance(9_999);
    expect(threads[0]?.killed).toBe(false);
    await clock.advance(1);
    expect(await hung).toBe('tool-timeout');
    expect(threads[0]?.killed).toBe(true);
    expect(clock.waiting()).toBe(0);
  });

  it('more jobs than threads wait in order; a waiting one can leave', async () => {
    const { scanner, threads } = pool(1);
    const stop = new AbortController();
    const first = scanner.select({ paths: ['1'] }, never());
    const second = code(scanner.select({ paths: ['2'] }, stop.signal));
    const third = scanner.select({ paths: ['3'] }, never());
    expect(threads).toHaveLength(1);
    stop.abort();
    expect(await second).toBe('interrupted');
    threads[0]?.answer?.({ type: 'select', kept: [0] });
    expect(await first).toEqual([0]);
    expect(threads[0]?.job?.job).toEqual({ paths: ['3'] });
    threads[0]?.answer?.({ type: 'select', kept: [] });
    expect(await third).toEqual([]);
    expect(threads[0]?.killed).toBe(false);
  });

  it('an aborted job leaves its place to the next', async () => {
    const { scanner, threads } = pool(1);
    const stop = new AbortController();
    const first = code(scanner.select({ paths: ['1'] }, stop.signal));
    const second = scanner.select({ paths: ['2'] }, never());
    stop.abort();
    expect(await first).toBe('interrupted');
    threads[1]?.answer?.({ type: 'select', kept: [0] });
    expect(await second).toEqual([0]);
  });

  it('a thread that dies is io-failed, a failed job its own failure', async () => {
    const { scanner, threads } = pool();
    const dead = code(scanner.select({ paths: [] }, never()));
    threads[0]?.die?.('out of memory');
    expect(await dead).toBe('io-failed');
    const bad = code(scanner.grep({ pattern: '(', ignoreCase: false, files: [], limit: 1 }, never()));
    threads[1]?.answer?.({ type: 'failed', failure: { code: 'invalid-arguments', message: 'pattern' } });
    expect(await bad).toBe('invalid-arguments');
  });

  it('an aborted signal starts nothing', async () => {
    const { scanner, threads } = pool();
    expect(await code(scanner.select({ paths: [] }, AbortSignal.abort()))).toBe('interrupted');
    expect(threads).toHaveLength(0);
  });
});
