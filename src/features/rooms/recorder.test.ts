import { expect, test } from 'vitest';
import type { LiveEvent, Outcome, RunEvent, StoredEvent } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import { asId, type MessageId, type ParticipantId, type RunId } from '../../engine/ids.ts';
import { NO_USAGE } from '../../engine/messages.ts';
import type { PartialMessage } from '../../engine/ports.ts';
import { quiet } from '../../engine/testing/run-rig.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { CHECKPOINT_MS, recordRun } from './recorder.ts';

const outcome: Outcome = {
  status: 'done',
  text: '',
  usage: NO_USAGE,
  turns: 0,
  toolCalls: 0,
  toolFailures: 0,
  retries: 0,
  compactions: 0,
  modelMs: 0,
  toolMs: 0,
  waitingMs: 0,
  usd: 0,
};
const start: RunEvent = { type: 'part-start', part: 'text', id: 't' };
const delta = (text: string): RunEvent => ({ type: 'part-delta', part: 'text', id: 't', delta: text });
const end: StoredEvent = {
  type: 'message-end',
  turn: asId('t'),
  message: { id: asId('m'), parts: [], stamp: { provider: '', model: '', endpoint: '' }, stop: 'stop' },
  usage: NO_USAGE,
  usd: 0,
  ms: 0,
  used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
};
const toolStart = (effect: 'read' | 'write'): StoredEvent => ({
  type: 'tool-start',
  callId: asId('c'),
  tool: 'x',
  effect,
  input: {},
});
const runEnd: StoredEvent = { type: 'run-end', run: asId('r'), outcome };

/** Records a run of these events; `wait` ms pass before each. */
async function record(events: readonly RunEvent[], options: { wait?: number; fail?: string } = {}) {
  const clock = createVirtualClock();
  const log: string[] = [];
  const live: LiveEvent[] = [];
  const partials: PartialMessage[] = [];
  async function* run(): AsyncGenerator<RunEvent, Outcome> {
    for (const event of events) {
      await clock.sleep(options.wait ?? 0, new AbortController().signal);
      log.push(`yields ${event.type}`);
      yield event;
    }
    return outcome;
  }
  const done = recordRun(run(), {
    run: asId<RunId>('r'),
    agent: asId<ParticipantId>('agent'),
    clock,
    partialId: asId<MessageId>('p'),
    store: async (stored, { durable, clearPartial }) => {
      if (stored.some(({ type }) => type === options.fail))
        throw new FailureError(failure('storage-full', 'no'));
      log.push(
        `stores ${stored.map(({ type }) => type).join('+')}${durable ? '' : ' soft'}${clearPartial ? ' clear' : ''}`,
      );
      return [];
    },
    savePartial: async (partial) => {
      log.push('checkpoint');
      partials.push(partial);
    },
    live: (event) => void live.push(event),
  });
  const settled = done.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  for (let step = 0; step < events.length + 1; step++) {
    await quiet(clock);
    await clock.advance(options.wait ?? 0);
  }
  await quiet(clock);
  await clock.advance(10 * CHECKPOINT_MS);
  return { log, live, partials, settled: await settled };
}

test('the run goes on only after what it said is on record', async () => {
  const { log } = await record([{ type: 'steer', message: asId('m') }, end, toolStart('write'), runEnd]);
  expect(log).toEqual([
    'yields steer',
    'stores steer',
    'yields message-end',
    'stores message-end clear',
    'yields tool-start',
    'stores tool-start',
    'yields run-end',
    'stores run-end',
  ]);
});

test('a start without side effect rides with what follows; one with a side effect never does', async () => {
  const { log } = await record([
    { type: 'nudge', kind: 'turn-limit' },
    toolStart('read'),
    end,
    toolStart('write'),
  ]);
  expect(log.filter((line) => line.startsWith('stores'))).toEqual([
    'stores nudge+tool-start+message-end clear',
    'stores tool-start',
  ]);
});

test('a start whose call takes long is shown before its end: it does not ride for ever', async () => {
  const { log } = await record([toolStart('read'), end], { wait: 200 });
  expect(log.filter((line) => line.startsWith('stores'))).toEqual([
    'stores tool-start soft',
    'stores message-end clear',
  ]);
});

test('what still rides when the run ends is stored with its end', async () => {
  const { log } = await record([toolStart('read')]);
  expect(log.at(-1)).toBe('stores tool-start');
});

test('live events pass by: none is stored, none is lost on the way', async () => {
  const events = [start, delta('a'), delta('b')];
  const { live, log } = await record(events);
  expect(live).toEqual(events);
  expect(log.filter((line) => line.startsWith('stores'))).toEqual([]);
});

test('streamed text is checkpointed several times a second, never more often than said', async () => {
  const deltas = Array.from({ length: 100 }, () => delta('x'));
  const { partials } = await record([start, ...deltas], { wait: 10 });
  expect(partials.length).toBeGreaterThanOrEqual(3);
  expect(partials.length).toBeLessThanOrEqual(1_010 / CHECKPOINT_MS);
  expect(partials.at(-1)).toMatchObject({ run: 'r', by: 'agent', id: 'p', parts: [{ type: 'text' }] });
});

test('a checkpoint holds all text so far, well-formed even in the middle of a pair', async () => {
  const later: RunEvent = { type: 'tool-progress', callId: asId('c'), note: '' };
  const { partials } = await record([start, delta('ab'), delta('c\ud83d'), delta('\ude00'), later], {
    wait: CHECKPOINT_MS + 50,
  });
  const texts = partials.map(({ parts: [part] }) => (part?.type === 'text' ? part.text : ''));
  expect(texts).toEqual(['ab', 'abc\ufffd', 'abc😀']);
});

test('a run that has ended leaves no checkpoint behind it', async () => {
  const { partials } = await record([start, delta('a')]);
  expect(partials).toEqual([]);
});

test('the partial record goes in the very append of its message, and none comes after it', async () => {
  const { log } = await record([start, delta('a'), delta('b'), end], { wait: CHECKPOINT_MS - 10 });
  expect(log.slice(-3)).toEqual(['checkpoint', 'yields message-end', 'stores message-end clear']);
});

test('a log that can’t be written rejects, and the run is not pulled again', async () => {
  const { log, settled } = await record([{ type: 'steer', message: asId('m') }, runEnd], { fail: 'steer' });
  expect(settled).toMatchObject({ thrown: { failure: { code: 'storage-full' } } });
  expect(log).toEqual(['yields steer']);
});
