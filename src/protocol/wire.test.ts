// The boundary itself, over a real MessageChannel.

import { expect, onTestFinished, test } from 'vitest';
import { deferred } from '../engine/deferred.ts';
import { FailureError, failure } from '../engine/failures.ts';
import type { AppUpdate, HostApi } from './host.ts';
import { connectHost, exposeHost } from './wire.ts';

function pair(host: Partial<HostApi>): HostApi {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
    port2.close();
  });
  exposeHost(host as HostApi, port1);
  return connectHost(port2);
}

const update = (n: number): AppUpdate => ({ type: 'storage-failed', failure: failure('bug', String(n)) });

async function* count(to: number, seen: { pulled: number; ended: boolean }): AsyncGenerator<AppUpdate> {
  try {
    for (let n = 0; n < to; n++) {
      seen.pulled++;
      yield update(n);
    }
  } finally {
    seen.ended = true;
  }
}

test('a stream arrives whole and in order, then ends', async () => {
  const seen = { pulled: 0, ended: false };
  const host = pair({ watchApp: async () => count(500, seen) });
  const got: AppUpdate[] = [];
  for await (const item of await host.watchApp()) got.push(item);
  expect(got).toEqual(Array.from({ length: 500 }, (_, n) => update(n)));
});

test('a reader that takes nothing holds the source at its credit', async () => {
  const seen = { pulled: 0, ended: false };
  const host = pair({ watchApp: async () => count(1_000, seen) });
  const iterator = (await host.watchApp())[Symbol.asyncIterator]();
  await iterator.next();
  // Another round trip: everything that could be pulled has been.
  await (await host.watchApp())[Symbol.asyncIterator]().next();
  expect(seen.pulled).toBeLessThanOrEqual(2 * 34);
});

test('leaving the loop ends the source', async () => {
  const seen = { pulled: 0, ended: false };
  const done = deferred();
  async function* endless(): AsyncGenerator<AppUpdate> {
    try {
      for (let n = 0; ; n++) yield update(n);
    } finally {
      seen.ended = true;
      done.resolve();
    }
  }
  const host = pair({ watchApp: async () => endless() });
  for await (const _ of await host.watchApp()) break;
  await done.promise;
  expect(seen.ended).toBe(true);
});

test('a failure crosses with its code and facts', async () => {
  const host = pair({
    resetSample: () =>
      Promise.reject(
        new FailureError(failure('rate-limit', 'slow down', { retryAfterMs: 5, facts: { host: 'a' } })),
      ),
  });
  const thrown = await host.resetSample().catch((reason: unknown) => reason);
  expect(thrown).toBeInstanceOf(FailureError);
  expect(thrown instanceof FailureError && thrown.failure).toEqual(
    failure('rate-limit', 'slow down', { retryAfterMs: 5, facts: { host: 'a' } }),
  );
});

test('a failure in a stream arrives after what came before it', async () => {
  async function* broken(): AsyncGenerator<AppUpdate> {
    yield update(1);
    throw new FailureError(failure('storage-failed', 'gone'));
  }
  const host = pair({ watchApp: async () => broken() });
  const got: AppUpdate[] = [];
  const reading = (async () => {
    for await (const item of await host.watchApp()) got.push(item);
  })();
  await expect(reading).rejects.toMatchObject({ failure: { code: 'storage-failed' } });
  expect(got).toEqual([update(1)]);
});

test('a chunk that the worker can not load any more arrives under its own code', async () => {
  const words = [
    'Failed to fetch dynamically imported module: https://bowline.example/assets/archive-1.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
  ];
  for (const message of words) {
    const host = pair({ backupState: () => Promise.reject(new TypeError(message)) });
    await expect(host.backupState()).rejects.toMatchObject({ failure: { code: 'chunk-missing' } });
  }
});
