// A conversation that its server finds too long (E7): summed up once, tried once more, then over. On each wire, as each
// vendor words it.

import { expect, it, onTestFinished, vi } from 'vitest';
import { FAULT_KEY } from './fault-bodies.ts';
import { FAULTS, GOOD, SUMMARY } from './fault-kinds.ts';
import { recordOf } from './fault-record.ts';
import { accountAt, createFaultRun } from './fault-run.ts';
import { type FaultServerOptions, startFaultServer } from './fault-server.ts';
import { FAULT_WIRES, type FaultWire } from './fault-story.ts';

// On a machine with other things to do.
vi.setConfig({ testTimeout: 60_000 });

const TOO_LONG = FAULTS['conversation too long'];

async function goOn(wire: FaultWire, options: FaultServerOptions) {
  const server = await startFaultServer(options);
  onTestFinished(() => server.close());
  const account = accountAt(wire, server.baseUrl(wire));
  const product = await createFaultRun({ accounts: [{ account, key: FAULT_KEY }], model: `${account.id}/m` });
  onTestFinished(() => product.close());
  await product.say('First things first.');
  const events = await product.goOn('Then this.');
  return { ...recordOf(events), requests: server.hits.length - 1, hits: server.hits, product };
}

it.each(FAULT_WIRES)('%s: summed up, and tried once more', async (wire) => {
  const { hits, product, ...went } = await goOn(wire, { steps: [GOOD, TOO_LONG, SUMMARY, GOOD] });
  expect(went).toEqual({ ends: 'done', requests: 3, record: 'turn, compaction by model, turn, message' });
  const [, , summary, last] = hits;
  expect(summary?.body, 'what is older goes into the summary').toContain('First things first.');
  expect(last?.body).toContain('Then this.');
  expect(product.waits).toEqual([]);
});

it.each(FAULT_WIRES)(
  '%s: still too long, also for the summary: what is lost is said, then it is over',
  async (wire) => {
    const { hits: _, product, ...went } = await goOn(wire, { steps: [GOOD], after: TOO_LONG });
    expect(went).toEqual({
      ends: 'context-overflow',
      requests: 3,
      record: 'turn, no compaction: failed, compaction by fold, turn',
    });
    expect(product.waits).toEqual([]);
  },
);
