import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure } from './failures.ts';
import type { CallId } from './ids.ts';
import { storyOf } from './testing/event-lines.ts';
import { fakeTool, never, said, strings, went } from './testing/fake-tools.ts';
import { createRig, type Rig } from './testing/run-rig.ts';
import { call, calls } from './testing/scripted-model.ts';

const resultOf = (rig: Rig, id: string) => rig.transcript.call(id as CallId)?.result;
const lines = (rig: Rig, type: string): readonly string[] =>
  storyOf(rig.events).filter((line) => line.startsWith(`${type} `));

/** A tool whose every run takes the milliseconds that its input says, and that knows how many ran at once. */
function sleeper(name: string, rig: () => Rig, more: Parameters<typeof fakeTool>[1] = {}) {
  const seen = { now: 0, most: 0 };
  const tool = fakeTool(name, {
    ...more,
    run: async (input, { signal }) => {
      seen.now++;
      seen.most = Math.max(seen.most, seen.now);
      await rig().clock.sleep(Number(input['ms'] ?? 0), signal);
      seen.now--;
      return said(`slept ${Number(input['ms'])}`);
    },
  });
  return { tool, seen };
}

describe('calls of one turn', () => {
  test('shared ones next to each other run together; results are committed in declared order', async () => {
    const { tool, seen } = sleeper('read', () => rig);
    const rig: Rig = await createRig({
      script: [
        calls(
          { tool: 'read', id: 'a', arguments: { ms: 30 } },
          { tool: 'read', id: 'b', arguments: { ms: 10 } },
          { tool: 'read', id: 'c', arguments: { ms: 20 } },
        ),
        'done',
      ],
      tools: [tool],
    });
    await rig.finish();
    expect(rig.clock.elapsed()).toBe(30);
    expect(seen.most).toBe(3);
    expect(storyOf(rig.events)).toEqual([
      'message-end read#a | read#b | read#c',
      'tool-start a',
      'tool-start b',
      'tool-start c',
      'tool-end a slept 30',
      'tool-end b slept 10',
      'tool-end c slept 20',
      'message-end done',
      'run-end done',
    ]);
  });

  test('at most eight run at once, sixteen where the run says so', async () => {
    const most = async (parallel?: number): Promise<number> => {
      const { tool, seen } = sleeper('read', () => rig);
      const rig: Rig = await createRig({
        script: [
          calls(...Array.from({ length: 20 }, (_, at) => ({ tool: 'read', arguments: { ms: 10, at } }))),
          'done',
        ],
        tools: [tool],
        spec: parallel === undefined ? {} : { parallel },
      });
      await rig.finish();
      return seen.most;
    };
    expect([await most(), await most(16)]).toEqual([8, 16]);
  });

  test('an exclusive one is a barrier: nothing before it still runs, nothing behind it has begun', async () => {
    const order: string[] = [];
    const note = (name: string, ms: number) => async (_: unknown, context: { signal: AbortSignal }) => {
      order.push(`${name} begins`);
      await rig.clock.sleep(ms, context.signal);
      order.push(`${name} ends`);
      return said('ok');
    };
    const rig: Rig = await createRig({
      script: [
        calls({ tool: 'slow' }, { tool: 'fast' }, { tool: 'write' }, { tool: 'fast' }, { tool: 'slow' }),
        'done',
      ],
      tools: [
        fakeTool('slow', { run: note('slow', 50) }),
        fakeTool('fast', { run: note('fast', 5) }),
        fakeTool('write', { effect: 'write', run: note('write', 10) }),
      ],
    });
    await rig.finish();
    expect(order).toEqual([
      'slow begins',
      'fast begins',
      'fast ends',
      'slow ends',
      'write begins',
      'write ends',
      'fast begins',
      'slow begins',
      'fast ends',
      'slow ends',
    ]);
  });

  test('concurrency decides, not effect: a shared dispatch that writes runs beside a read', async () => {
    const { tool, seen } = sleeper('dispatch', () => rig, { effect: 'write', concurrency: 'shared' });
    const rig: Rig = await createRig({
      script: [
        calls({ tool: 'dispatch', arguments: { ms: 9 } }, { tool: 'dispatch', arguments: { ms: 9 } }),
        'x',
      ],
      tools: [tool],
    });
    await rig.finish();
    expect(seen.most).toBe(2);
  });

  test('one failure cancels none of its siblings', async () => {
    const bad = fakeTool('bad', { run: () => went(failure('not-found', 'no such file')) });
    const crash = fakeTool('crash', { run: () => Promise.reject(new Error('boom')) });
    const rig = await createRig({
      script: [
        calls({ tool: 'bad', id: 'a' }, { tool: 'crash', id: 'b' }, { tool: 'good', id: 'c' }),
        'done',
      ],
      tools: [bad, crash, fakeTool('good')],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 3, toolFailures: 2 });
    expect(lines(rig, 'tool-end')).toEqual([
      'tool-end a not-found',
      'tool-end b tool-crashed',
      'tool-end c ok',
    ]);
  });

  test('failures are counted, and how many of them may pass later', async () => {
    const rig = await createRig({
      script: [calls({ tool: 'gone' }, { tool: 'lost' }, { tool: 'lost' }, { tool: 'good' }), 'done'],
      tools: [
        fakeTool('gone', { run: () => went(failure('not-found', 'no such file')) }),
        fakeTool('lost', { run: () => went(failure('permission-lost', 'grant it again')) }),
        fakeTool('good'),
      ],
    });
    expect(await rig.finish()).toMatchObject({ toolCalls: 4, toolFailures: 3, transientFailures: 2 });
  });

  test('whatever is called, in whatever order and speed: one result each, in declared order', async () => {
    const kinds = fc.constantFrom('shared', 'exclusive', 'failing', 'crashing', 'unknown', 'hung');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(kinds, fc.nat(50)), { minLength: 1, maxLength: 12 }),
        async (wanted) => {
          const sleep = sleeper('shared', () => rig).tool;
          const alone = sleeper('exclusive', () => rig, { concurrency: 'exclusive' }).tool;
          const rig: Rig = await createRig({
            script: [
              calls(...wanted.map(([tool, ms], index) => ({ tool, id: `c${index}`, arguments: { ms } }))),
              'done',
            ],
            tools: [
              sleep,
              alone,
              fakeTool('failing', { run: () => went(failure('io-failed', 'no')) }),
              fakeTool('crashing', { targets: () => bug() }),
              fakeTool('hung', { run: never, idleTimeoutMs: 20 }),
            ],
          });
          await rig.finish();
          const ends = rig.events.flatMap((event) => (event.type === 'tool-end' ? [event.callId] : []));
          expect(ends).toEqual(wanted.map((_, index) => `c${index}`));
        },
      ),
      { numRuns: 60 },
    );
  });
});

function bug(): never {
  throw new TypeError('a bug in the tool');
}

describe('a call that never runs', () => {
  const typed = () => fakeTool('edit', { input: strings('path', 'old') });

  test('unknown tool: the result names it and the tools there are', async () => {
    const rig = await createRig({ script: [call('eidt', {}, 'a'), 'done'], tools: [typed()] });
    await rig.finish();
    expect(resultOf(rig, 'a')).toMatchObject({ ok: false, failure: 'unknown-tool' });
    expect(resultOf(rig, 'a')?.text).toMatch(/eidt.*edit/s);
  });

  test.each(['{"path": "a"', 'path=a', '{"a":1}}', 'null null'])(
    'arguments that are not JSON (%s): the result says so, the tool doesn’t run',
    async (text) => {
      const tool = typed();
      const rig = await createRig({ script: [call('edit', text, 'a'), 'done'], tools: [tool] });
      await rig.finish();
      expect(resultOf(rig, 'a')).toMatchObject({ ok: false, failure: 'invalid-json' });
      expect(tool.ran).toEqual([]);
    },
  );

  test('arguments that don’t fit the schema: the result names each field and what was expected', async () => {
    const tool = typed();
    const rig = await createRig({
      script: [call('edit', { path: 3, nwe: 'x' }, 'a'), 'done'],
      tools: [tool],
    });
    await rig.finish();
    const result = resultOf(rig, 'a');
    expect(result).toMatchObject({ ok: false, failure: 'invalid-arguments' });
    for (const word of ['path: a string', 'old: a string', 'nwe: no such field'])
      expect(result?.text).toContain(word);
    expect(tool.ran).toEqual([]);
  });

  test('no arguments at all are an empty object', async () => {
    const tool = fakeTool('list');
    const rig = await createRig({ script: [call('list', '', 'a'), 'done'], tools: [tool] });
    await rig.finish();
    expect(tool.ran).toEqual([{}]);
  });

  test('lone surrogates in arguments, escaped or not, in values and names, never reach a tool', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({
      script: [call('write', '{"text":"a\\ud800b","\\udc00":["\\ud83d\\ude00"]}', 'a'), 'done'],
      tools: [tool],
    });
    await rig.finish();
    expect(tool.ran).toEqual([{ text: 'a\ufffdb', '\ufffd': ['😀'] }]);
  });

  test('three rejected in a row end the run with that reason, each with its result', async () => {
    const rig = await createRig({
      script: [call('nope', {}, 'a'), call('edit', '{', 'b'), call('edit', {}, 'c'), 'never said'],
      tools: [typed()],
    });
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code: 'rejected-calls' } });
    expect(rig.model.requests).toHaveLength(3);
    expect(lines(rig, 'tool-end')).toEqual([
      'tool-end a unknown-tool',
      'tool-end b invalid-json',
      'tool-end c invalid-arguments',
    ]);
  });

  test('a call that runs in between starts the count anew, however it ends', async () => {
    const bad = (...ids: readonly string[]) => calls(...ids.map((id) => ({ tool: 'nope', id })));
    const rig = await createRig({
      script: [bad('a', 'b'), call('fails', {}, 'x'), bad('c', 'd'), 'done'],
      tools: [fakeTool('fails', { run: () => went(failure('tool-failed', 'no')) })],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done' });
  });

  test('before the third, the model is warned', async () => {
    const rig = await createRig({ script: [call('nope'), call('nope'), 'I see'], tools: [typed()] });
    await rig.finish();
    expect(lines(rig, 'nudge')).toEqual(['nudge rejected-call']);
  });
});

describe('ids of calls', () => {
  test('empty, repeated and impossible ones become unique ones of ours', async () => {
    const rig = await createRig({
      script: [
        calls(
          { tool: 'read', id: '', arguments: { at: 1 } },
          { tool: 'read', id: 'same', arguments: { at: 2 } },
          { tool: 'read', id: 'same', arguments: { at: 3 } },
          { tool: 'read', id: 'with space', arguments: { at: 4 } },
          { tool: 'read', id: 'x'.repeat(65), arguments: { at: 5 } },
        ),
        call('read', {}, 'same'),
        'done',
      ],
      tools: [fakeTool('read')],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 6 });
    const starts = rig.events.flatMap((event) => (event.type === 'tool-start' ? [event.callId] : []));
    expect(new Set(starts).size).toBe(6);
    expect(starts[1]).toBe('same');
  });
});
