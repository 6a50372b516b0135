import { describe, expect, test } from 'vitest';
import { failure } from './failures.ts';
import { CALL_TEXT } from './prompts.ts';
import { storyOf } from './testing/event-lines.ts';
import { fakeTool, never, said } from './testing/fake-tools.ts';
import { createRig, type Rig, type RigOptions } from './testing/run-rig.ts';
import { call, calls } from './testing/scripted-model.ts';

const ASK = () => ({ type: 'ask', reason: 'mode-ask', scopes: ['once'] }) as const;

/** Runs until nothing moves, stops, and says how long the run took to end. */
async function stopIt(options: RigOptions): Promise<{ rig: Rig; tookMs: number }> {
  const rig = await createRig(options);
  const run = rig.start();
  await rig.quiet();
  await rig.clock.advance(500);
  const requests = rig.model.requests.length;
  const from = rig.clock.elapsed();
  let tookMs = -1;
  const ended = run.then((outcome) => {
    tookMs = rig.clock.elapsed() - from;
    return outcome;
  });
  rig.stop.abort();
  await rig.clock.advance(300);
  expect(tookMs, 'ended within 300 ms').toBeGreaterThanOrEqual(0);
  expect(await ended).toMatchObject({ status: 'stopped' });
  await rig.clock.advance(3_600_000);
  expect(rig.model.requests, 'no request afterwards').toHaveLength(requests);
  expect(rig.model.inFlight(), 'no connection left open').toBe(0);
  expect(rig.transcript.openCalls(), 'every call has its result').toEqual([]);
  expect(rig.events.at(-1)).toMatchObject({ type: 'run-end' });
  return { rig, tookMs };
}

describe('Stop ends a run', () => {
  test('before its first request', async () => {
    const rig = await createRig({ script: [] });
    rig.stop.abort();
    expect(await rig.finish()).toMatchObject({ status: 'stopped', turns: 0 });
    expect(rig.model.requests).toEqual([]);
  });

  test('while the stream says nothing at all', async () => {
    const { rig, tookMs } = await stopIt({ script: [{ text: 'x', hangAt: 0 }] });
    expect(tookMs).toBe(0);
    expect(storyOf(rig.events)).toEqual(['run-end stopped']);
  });

  test('in the middle of a text: what was said stays visible, marked, out of history', async () => {
    const { rig } = await stopIt({ script: [{ text: 'hello', hangAt: 3 }] });
    expect(storyOf(rig.events)).toEqual(['message-end hel (interrupted)', 'run-end stopped']);
    expect(rig.transcript.items).toHaveLength(1);
  });

  test('in a tool that ignores its signal', async () => {
    const { rig } = await stopIt({
      script: [call('write', {}, 'a')],
      tools: [fakeTool('write', { effect: 'write', run: never })],
    });
    expect(storyOf(rig.events)).toEqual([
      'message-end write#a',
      'tool-start a',
      'tool-end a interrupted',
      'run-end stopped',
    ]);
    expect(rig.transcript.call('a' as never)?.result?.text).toBe(CALL_TEXT.stopped);
  });

  test('in nine hung tools side by side and a barrier behind them', async () => {
    const hung = fakeTool('hung', { run: never });
    const last = fakeTool('write', { effect: 'write' });
    const { rig } = await stopIt({
      script: [
        calls(...Array.from({ length: 9 }, (_, at) => ({ tool: 'hung', arguments: { at } })), {
          tool: 'write',
        }),
      ],
      tools: [hung, last],
    });
    expect(hung.ran).toHaveLength(8);
    expect(last.ran).toEqual([]);
    expect(storyOf(rig.events).filter((line) => line.startsWith('tool-end'))).toHaveLength(10);
  });

  test('in a tool that hears its signal: what it did is kept', async () => {
    const { rig } = await stopIt({
      script: [call('write', {}, 'a')],
      tools: [
        fakeTool('write', {
          effect: 'write',
          run: (_input, { signal }) =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => resolve(said('half of it is written')), { once: true });
            }),
        }),
      ],
    });
    expect(storyOf(rig.events)).toContain('tool-end a half of it is written');
  });

  test('in the wait before a retry', async () => {
    const { rig, tookMs } = await stopIt({
      script: [{ fail: { at: 0, failure: failure('overloaded', 'busy') } }],
    });
    expect(tookMs).toBe(0);
    expect(storyOf(rig.events)).toEqual(['retry overloaded 1 1000', 'run-end stopped']);
  });

  test('while a person is asked', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const { rig } = await stopIt({
      script: [call('write', {}, 'a')],
      tools: [tool],
      seams: { gate: ASK, answer: never },
    });
    expect(tool.ran).toEqual([]);
    expect(storyOf(rig.events)).toEqual([
      'message-end write#a',
      'approval-request a mode-ask',
      'tool-end a interrupted',
      'run-end stopped',
    ]);
  });

  test('while a preview is being made, whatever that hangs on', async () => {
    const tool = fakeTool('write', { effect: 'write', preview: never });
    await stopIt({ script: [call('write', {}, 'a')], tools: [tool], seams: { gate: ASK, answer: never } });
    expect(tool.ran).toEqual([]);
  });

  test('while it is looked up whether a call from before a crash took effect', async () => {
    const tool = fakeTool('write', { effect: 'write', run: never });
    const first = await createRig({ script: [call('write', {}, 'a')], tools: [tool] });
    void first.start();
    await first.quiet();
    const again = fakeTool('write', { effect: 'write', verify: never });
    await stopIt({ before: first.entries(), script: [], tools: [again] });
    expect(again.ran).toEqual([]);
  });
});

describe('the wall clock', () => {
  test('aborts a hung request, and the run is over budget', async () => {
    const rig = await createRig({ script: [{ text: 'x', hangAt: 2 }], budget: { wallMs: 60_000 } });
    expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'wallMs' });
    expect(rig.clock.elapsed()).toBe(60_000);
    expect(rig.model.inFlight()).toBe(0);
    expect(rig.ledger.used().wallMs).toBe(60_000);
  });

  test('aborts a hung tool; the call has a result that blames nobody', async () => {
    const tool = fakeTool('hung', { run: never });
    const rig = await createRig({
      script: [call('hung', {}, 'a')],
      tools: [tool],
      budget: { wallMs: 60_000 },
    });
    expect(await rig.finish()).toMatchObject({ status: 'over-budget', limit: 'wallMs' });
    const result = rig.transcript.call('a' as never)?.result;
    expect(result?.ok).toBe(false);
    expect(result?.text).not.toContain('by the person');
  });

  test('stands still while a person is asked', async () => {
    let allow: (() => void) | undefined;
    const rig = await createRig({
      script: [call('write'), 'done'],
      tools: [fakeTool('write', { effect: 'write' })],
      budget: { wallMs: 60_000 },
      seams: {
        gate: ASK,
        answer: () =>
          new Promise((resolve) => {
            allow = () => resolve({ type: 'allow', scope: 'once' });
          }),
      },
    });
    const run = rig.start();
    await rig.quiet();
    await rig.clock.advance(3_600_000);
    allow?.();
    await rig.quiet();
    expect(await run).toMatchObject({ status: 'done', waitingMs: 3_600_000 });
    expect(rig.ledger.used().wallMs).toBe(0);
  });

  test('goes by a limit that was raised meanwhile', async () => {
    const rig = await createRig({ script: [{ text: 'x', hangAt: 2 }], budget: { wallMs: 60_000 } });
    const run = rig.start();
    await rig.quiet();
    await rig.clock.advance(30_000);
    rig.ledger.raise({ wallMs: 100_000 });
    await rig.clock.advance(69_999);
    expect(storyOf(rig.events)).toEqual([]);
    await rig.clock.advance(1);
    expect(await run).toMatchObject({ status: 'over-budget', limit: 'wallMs' });
  });

  test('is on record with every turn, so that a crash doesn’t set it back', async () => {
    const slow = fakeTool('slow', {
      run: async (_input, { signal }) => {
        await rig.clock.sleep(40_000, signal);
        return said('ok');
      },
    });
    const rig = await createRig({
      script: [call('slow'), 'done'],
      tools: [slow],
      budget: { wallMs: 600_000 },
    });
    await rig.finish();
    const used = rig.events.flatMap((event) => (event.type === 'turn-start' ? [event.used.wallMs] : []));
    expect(used).toEqual([0, 40_000]);
  });
});
