// Stop in the middle of a fault (E8), and the caps of open requests while servers are silent (P14): what was asked is all
// that is asked.

import { expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../src/engine/deferred.ts';
import type { StoredEvent } from '../../src/engine/events.ts';
import { TIMEOUTS } from '../../src/engine/timeouts.ts';
import { STREAMS } from '../../src/features/providers/stream-limit.ts';
import { FAULT_KEY } from './fault-bodies.ts';
import { FAULTS, type FaultName, GOOD } from './fault-kinds.ts';
import { recordOf } from './fault-record.ts';
import { accountAt, createFaultRun, type FaultRun } from './fault-run.ts';
import { type FaultServer, type FaultServerOptions, startFaultServer } from './fault-server.ts';

// On a machine with other things to do.
vi.setConfig({ testTimeout: 60_000 });

async function set(
  options: FaultServerOptions,
  more: { readonly waitsForEver?: boolean } = {},
): Promise<{ readonly server: FaultServer; readonly product: FaultRun }> {
  const server = await startFaultServer(options);
  onTestFinished(() => server.close());
  const account = accountAt('openai-chat', server.baseUrl('openai-chat'));
  const product = await createFaultRun({
    accounts: [{ account, key: FAULT_KEY }],
    model: `${account.id}/m`,
    ...more,
  });
  onTestFinished(() => product.close());
  return { server, product };
}

const statusOf = (events: readonly StoredEvent[]): string | undefined => {
  const last = events.at(-1);
  return last?.type === 'run-end' ? last.outcome.status : undefined;
};

it.each(['silence before an answer', 'silence after the head', 'silence after first content'] as const)(
  'stop in a %s: the run ends at once, and nothing is asked again',
  async (fault) => {
    const silent = deferred();
    const { server, product } = await set({
      steps: [FAULTS[fault]],
      paused: () => Promise.resolve(silent.resolve()),
    });
    const said = product.say('Do it.');
    await silent.promise;
    await product.stop();
    expect(statusOf(await said)).toBe('stopped');
    expect(server.hits).toHaveLength(1);
    expect(product.waits).toEqual([]);
  },
);

it.each(['rate limit, retry-after 7 s', 'reset before an answer', 'overload after thoughts'] as const)(
  'stop while waiting after a %s: the wait ends, and nothing is asked again',
  async (fault: FaultName) => {
    const { server, product } = await set({ steps: [FAULTS[fault]] }, { waitsForEver: true });
    const said = product.say('Do it.');
    await product.waiting();
    await product.stop();
    const events = await said;
    expect(statusOf(events)).toBe('stopped');
    expect(
      events.filter(({ type }) => type === 'retry'),
      'the wait is on record',
    ).toHaveLength(1);
    expect(server.hits).toHaveLength(1);
  },
);

it('a silent server holds as many requests of an account as the cap allows; who waits before a retry holds none', async () => {
  const count = STREAMS.perAccount;
  const full = deferred();
  const { server, product } = await set({
    steps: Array.from({ length: count }, () => FAULTS['silence before an answer']),
    after: GOOD,
    paused: () => {
      if (server.hits.length === count) full.resolve();
      return Promise.resolve();
    },
  });
  const runs = Array.from({ length: count + 2 }, (_, at) => product.say(`Task ${at}.`));
  await full.promise;
  expect(server.hits, 'two wait for a place').toHaveLength(count);
  await product.clock.advance(TIMEOUTS.local.connectMs);
  const ends = (await Promise.all(runs)).map((events) => recordOf(events));
  expect(ends.map(({ ends: end }) => end)).toEqual(runs.map(() => 'done'));
  expect(
    ends.filter(({ record }) => record === 'turn, message'),
    'those two failed in nothing',
  ).toHaveLength(2);
  expect(server.hits).toHaveLength(count + runs.length);
});
