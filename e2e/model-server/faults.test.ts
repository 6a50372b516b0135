// Every fault on every wire through the real product, held to the table: what follows, under which code, how many
// requests were really made, and what is on record. Nothing waits: time is the test's.

import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredEvent } from '../../src/engine/events.ts';
import { FAULT_KEY } from './fault-bodies.ts';
import { FAULTS, type FaultName, type MakeStep, WHOLE_CALL } from './fault-kinds.ts';
import { accountAt, createFaultRun, DOT } from './fault-run.ts';
import { type FaultHit, startFaultServer } from './fault-server.ts';
import { FAULT_WIRES, type FaultWire } from './fault-story.ts';
import { EXCEPTIONS, faultTable, ROWS, rowFor, type Went } from './fault-table.ts';
import { recordOf } from './fault-record.ts';

// On a machine with other things to do.
vi.setConfig({ testTimeout: 60_000 });

const NAMES = Object.keys(FAULTS) as FaultName[];
const IMAGES = 3;

interface Seen {
  readonly went: Went;
  readonly events: readonly StoredEvent[];
  readonly hits: readonly FaultHit[];
  readonly files: readonly string[];
}

async function run(
  wire: FaultWire,
  steps: readonly MakeStep[],
  more: { readonly after?: MakeStep; readonly images: number },
): Promise<Seen> {
  const { images, ...after } = more;
  const server = await startFaultServer({ steps, ...after, paused: (pause) => product.paused(pause) });
  onTestFinished(() => server.close());
  const account = accountAt(wire, server.baseUrl(wire));
  const product = await createFaultRun({
    accounts: [{ account, key: FAULT_KEY }],
    model: `${account.id}/m`,
    images,
  });
  onTestFinished(() => product.close());
  const events = await product.say('Do it.');
  const files = await product.files();
  return { went: { requests: server.hits.length, ...recordOf(events) }, events, hits: server.hits, files };
}

describe.each(FAULT_WIRES)('%s', (wire) => {
  it.each(NAMES)('%s', async (fault) => {
    const row = rowFor(fault, wire);
    const images = fault.includes('image') ? IMAGES : 0;
    const make = FAULTS[fault];
    const [once, always] = await Promise.all([
      run(wire, [make], { images }),
      row.always === row.once ? undefined : run(wire, [], { after: make, images }),
    ]);
    expect({ once: once.went, always: (always ?? once).went }).toEqual({
      once: row.once,
      always: row.always,
    });
    for (const { events, hits, files } of [once, always ?? once]) {
      const all = JSON.stringify(events);
      expect(
        events.filter(({ type }) => type === 'message'),
        'the message is stored once',
      ).toHaveLength(1);
      expect(
        events.filter(({ type }) => type === 'tool-start'),
        'no cut or garbled call runs',
      ).toEqual([]);
      expect(files, 'nothing was written').toEqual([]);
      expect(all, 'the key is on no record').not.toContain(FAULT_KEY);
      for (const { key, body } of hits) {
        expect(key).toBe(FAULT_KEY);
        expect(body.split(DOT)).toHaveLength(images + 1);
      }
      for (const event of events)
        if (event.type === 'retry' || event.type === 'account-switch')
          expect(event.failure?.facts?.['host']).toMatch(/^127\.0\.0\.1:\d+$/);
    }
  });

  it('the call of which the cut ones are a piece does run where it comes whole', async () => {
    const { went, files } = await run(wire, [WHOLE_CALL], { images: 0 });
    expect(went).toEqual({
      requests: 2,
      ends: 'done',
      record: 'turn, message, tool, result ok, turn, message',
    });
    expect(files).toEqual(['cut.txt']);
  });
});

it('the table names what differs, and why', () => {
  for (const [fault, differs] of Object.entries(EXCEPTIONS)) {
    expect(differs.why).not.toBe('');
    expect(differs.row).not.toEqual(ROWS[fault as FaultName]);
  }
});

it('the documented table is this one', async () => {
  const page = await readFile(new URL('../../docs/faults.md', import.meta.url), 'utf8');
  expect(page, 'paste faultTable() into docs/faults.md').toContain(faultTable());
});
