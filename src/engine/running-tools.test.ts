import { describe, expect, test } from 'vitest';
import { failure } from './failures.ts';
import type { CallId } from './ids.ts';
import { storyOf } from './testing/event-lines.ts';
import { fakeTool, never, said, went } from './testing/fake-tools.ts';
import { createRig, type Rig } from './testing/run-rig.ts';
import { call, calls } from './testing/scripted-model.ts';

const resultOf = (rig: Rig, id: string) => rig.transcript.call(id as CallId)?.result;
const lines = (rig: Rig, type: string): readonly string[] =>
  storyOf(rig.events).filter((line) => line.startsWith(`${type} `));

function bug(): never {
  throw new TypeError('a bug in the tool');
}

describe('a tool that runs', () => {
  test('without a sign of life is given up after its idle time; progress keeps it alive', async () => {
    const steps = fakeTool('steps', {
      idleTimeoutMs: 100,
      run: async (_input, { progress, signal }) => {
        for (let step = 1; step <= 3; step++) {
          await rig.clock.sleep(80, signal);
          progress(`step ${step}`);
        }
        return never();
      },
    });
    const rig: Rig = await createRig({ script: [call('steps', {}, 'a'), 'done'], tools: [steps] });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolMs: 340 });
    expect(storyOf(rig.events)).toEqual([
      'message-end steps#a',
      'tool-start a',
      'tool-progress a step 1',
      'tool-progress a step 2',
      'tool-progress a step 3',
      'tool-end a tool-timeout',
      'message-end done',
      'run-end done',
    ]);
  });

  test('and was given up can say and record nothing more', async () => {
    let after: Promise<string> | undefined;
    const late = fakeTool('late', {
      effect: 'write',
      concurrency: 'shared',
      idleTimeoutMs: 100,
      run: async (_input, { record, progress }) => {
        await rig.clock.sleep(150, new AbortController().signal);
        progress('still here');
        after = record({ type: 'title', title: 'too late', by: 'auto' }).then(
          () => 'recorded',
          () => 'refused',
        );
        return said('done after all');
      },
    });
    const slow = fakeTool('slow', {
      run: async (_input, { signal }) => {
        await rig.clock.sleep(500, signal);
        return said('slept 500');
      },
    });
    const rig: Rig = await createRig({
      script: [calls({ tool: 'late', id: 'a' }, { tool: 'slow', id: 'b' }), 'done'],
      tools: [late, slow],
    });
    await rig.finish();
    expect(await after).toBe('refused');
    expect(storyOf(rig.events)).toEqual([
      'message-end late#a | slow#b',
      'tool-start a',
      'tool-start b',
      'tool-end a tool-timeout',
      'tool-end b slept 500',
      'message-end done',
      'run-end done',
    ]);
  });

  test('records a feature’s event durably before it goes on', async () => {
    let stored = 0;
    const rig: Rig = await createRig({
      script: [call('write', {}, 'a'), 'done'],
      tools: [
        fakeTool('write', {
          effect: 'write',
          run: async (_input, { record }) => {
            await record({ type: 'title', title: 'before', by: 'auto' });
            stored = rig.entries().filter(({ event }) => event.type === 'title').length;
            return said('ok');
          },
        }),
      ],
    });
    await rig.finish();
    expect(stored).toBe(1);
  });

  test('with a side effect is on record as started before it runs', async () => {
    let known: readonly string[] = [];
    const rig: Rig = await createRig({
      script: [call('write', {}, 'a'), 'done'],
      tools: [
        fakeTool('write', {
          effect: 'write',
          run: () => {
            known = rig.entries().map(({ event }) => event.type);
            return said('ok');
          },
        }),
      ],
    });
    await rig.finish();
    expect(known.at(-1)).toBe('tool-start');
  });

  test('may answer with half a character: it is repaired, in result, progress and failure', async () => {
    const rig: Rig = await createRig({
      script: [calls({ tool: 'a', id: 'a' }, { tool: 'b', id: 'b' }), 'done'],
      tools: [
        fakeTool('a', {
          run: (_input, { progress }) => {
            progress('\ud83d');
            return said('x\udc00');
          },
        }),
        fakeTool('b', { run: () => went(failure('tool-failed', '\ud800 broke')) }),
      ],
    });
    await rig.finish();
    expect(lines(rig, 'tool-progress')).toEqual(['tool-progress a \ufffd']);
    expect([resultOf(rig, 'a')?.text, resultOf(rig, 'b')?.text]).toEqual(['x\ufffd', '\ufffd broke']);
  });

  test.each(['targets', 'preview', 'check'] as const)(
    'and throws in %s ends only its own call',
    async (where) => {
      const broken = fakeTool('broken', {
        effect: 'write',
        ...(where === 'targets' && { targets: () => bug() }),
        ...(where === 'preview' && { preview: async () => bug() }),
        ...(where === 'check' && { input: { json: {}, check: () => bug() } }),
      });
      const rig = await createRig({
        script: [calls({ tool: 'broken', id: 'a' }, { tool: 'read', id: 'b' }), 'done'],
        tools: [broken, fakeTool('read')],
        seams: {
          gate: ({ effect }) =>
            effect === 'read' ? { type: 'allow' } : { type: 'ask', reason: 'mode-ask', scopes: ['once'] },
          answer: async () => ({ type: 'allow', scope: 'once' }),
        },
      });
      expect(await rig.finish()).toMatchObject({ status: 'done' });
      expect(lines(rig, 'tool-end')).toEqual(['tool-end a tool-crashed', 'tool-end b ok']);
      expect(broken.ran).toEqual([]);
    },
  );
});
