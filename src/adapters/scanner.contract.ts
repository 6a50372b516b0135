// The suite for scanners with real threads: the browser's workers and Node's. The memory twin can't be stopped.

import { describe, expect, test } from 'vitest';
import { FailureError } from '../engine/failures.ts';
import type { Clock, Scanner } from '../engine/ports.ts';
import { createSystemClock } from './clock.ts';

/** Blocks a thread for half a minute and more. */
const HANGS = {
  pattern: '^(a+)+$',
  ignoreCase: false,
  files: [{ path: 'a', text: `${'a'.repeat(32)}!` }],
  limit: 1,
};

const code = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (thrown: unknown) => (thrown instanceof FailureError ? thrown.failure.code : thrown),
  );

export function scannerContract(name: string, make: (clock: Clock) => Scanner | Promise<Scanner>): void {
  describe(`the scanner of ${name}`, () => {
    const never = (): AbortSignal => new AbortController().signal;
    const job = (text: string) => ({
      pattern: 'b+',
      ignoreCase: false,
      files: [{ path: 'x', text }],
      limit: 9,
    });

    test('finds lines and selects paths', async () => {
      const scanner = await make(createSystemClock());
      expect(await scanner.grep(job('a\nb\nabb'), never())).toEqual([{ path: 'x', lines: [2, 3] }]);
      const paths = ['a.ts', 'dist/', 'b.js'];
      const ignore = [{ directory: '', text: 'dist/\n' }];
      expect(await scanner.select({ paths, ignore }, never())).toEqual([0, 2]);
      expect(await scanner.select({ paths, glob: '*.ts' }, never())).toEqual([0]);
      expect(await code(scanner.grep({ ...job(''), pattern: '(' }, never()))).toBe('invalid-arguments');
    });

    test('a catastrophic expression is stopped at once, and the scanner works on', async () => {
      const clock = createSystemClock();
      const scanner = await make(clock);
      await scanner.grep(job('warm'), never());
      const stop = new AbortController();
      const hung = code(scanner.grep(HANGS, stop.signal));
      // A second job on another thread answers: by then the first one is in its expression.
      await scanner.grep(job('b'), never());
      const from = clock.elapsed();
      stop.abort();
      expect(await hung).toBe('interrupted');
      expect(clock.elapsed() - from).toBeLessThan(100);
      expect(await scanner.grep(job('b'), never())).toEqual([{ path: 'x', lines: [1] }]);
    });

    test('the time-out stops it too', async () => {
      const real = createSystemClock();
      let fire: (() => void) | undefined;
      const scanner = await make({
        ...real,
        after: (_, call) => {
          fire = call;
          return () => undefined;
        },
      });
      const hung = code(scanner.grep(HANGS, never()));
      fire?.();
      expect(await hung).toBe('tool-timeout');
      expect(await scanner.grep(job('b'), never())).toEqual([{ path: 'x', lines: [1] }]);
    });
  });
}
