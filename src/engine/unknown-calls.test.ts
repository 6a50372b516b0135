import { describe, expect, test } from 'vitest';
import type { Draft, StoredEvent } from './events.ts';
import { type CallId, USER } from './ids.ts';
import { CALL_TEXT } from './prompts.ts';
import { storyOf } from './testing/event-lines.ts';
import { type FakeTool, type FakeToolOptions, fakeTool, never, said } from './testing/fake-tools.ts';
import { AGENT, createRig, RUN, type Rig, type RigOptions } from './testing/run-rig.ts';
import { call } from './testing/scripted-model.ts';

/** Stands for a feature's own event (a snapshot before a write). */
const EVIDENCE = { type: 'snapshot', callId: 'a', path: 'a' } as unknown as StoredEvent;

/** A log that ends in the middle of a call: started, not finished. */
async function crashed(effect: 'read' | 'write' | 'execute' = 'write'): Promise<readonly Draft[]> {
  const rig = await createRig({
    script: [call('act', { path: 'a' }, 'a')],
    tools: [
      fakeTool('act', {
        effect,
        run: async (_input, { record }) => {
          await record(EVIDENCE);
          return never();
        },
      }),
    ],
  });
  void rig.start();
  await rig.quiet();
  return rig.entries();
}

async function goOn(
  before: readonly Draft[],
  options: { tool?: FakeToolOptions; seams?: RigOptions['seams']; script?: RigOptions['script'] } = {},
): Promise<{ rig: Rig; tool: FakeTool }> {
  const tool = fakeTool('act', { effect: 'write', ...options.tool });
  const rig = await createRig({
    before,
    script: options.script ?? ['done'],
    tools: [tool],
    ...(options.seams === undefined ? {} : { seams: options.seams }),
  });
  await rig.finish();
  return { rig, tool };
}
const person = (ran: boolean): Draft => ({
  by: USER,
  run: RUN,
  event: { type: 'unknown-resolved', callId: 'a' as CallId, by: 'person', ran },
});

describe('a call that was started and not finished before a crash', () => {
  test('with nothing to look it up by is asked about, and not run when the person says it ran', async () => {
    const { rig, tool } = await goOn(await crashed(), { seams: { askUnknown: async () => true } });
    expect(tool.ran).toEqual([]);
    expect(rig.transcript.call('a' as CallId)?.result).toMatchObject({
      failure: 'unknown-outcome',
      text: CALL_TEXT.confirmedRan,
    });
    expect(storyOf(rig.events)).toEqual(['tool-end a unknown-outcome', 'message-end done', 'run-end done']);
  });

  test('is run when the person says that it didn’t, started anew on record', async () => {
    const { rig, tool } = await goOn(await crashed(), { seams: { askUnknown: async () => false } });
    expect(tool.ran).toEqual([{ path: 'a' }]);
    expect(storyOf(rig.events)).toEqual([
      'tool-start a',
      'tool-end a ok',
      'message-end done',
      'run-end done',
    ]);
  });

  test('is left alone where nobody can say: the model is told that the outcome is unknown', async () => {
    const { rig, tool } = await goOn(await crashed(), { seams: { askUnknown: async () => undefined } });
    expect(tool.ran).toEqual([]);
    expect(rig.transcript.call('a' as CallId)?.result?.text).toBe(CALL_TEXT.unknown);
  });

  test('that a check finds done takes the check’s result, without asking', async () => {
    const verify = async () => ({ type: 'done', output: said('it is there') }) as const;
    const { rig, tool } = await goOn(await crashed(), { tool: { verify } });
    expect(tool.ran).toEqual([]);
    expect(storyOf(rig.events)).toEqual([
      'unknown-resolved a ran by check',
      'tool-end a it is there',
      'message-end done',
      'run-end done',
    ]);
  });

  test('that a check finds not done is run, without asking', async () => {
    const { rig, tool } = await goOn(await crashed(), {
      tool: { verify: async () => ({ type: 'not-done' }) },
    });
    expect(tool.ran).toHaveLength(1);
    expect(storyOf(rig.events)).toEqual([
      'unknown-resolved a not-run by check',
      'tool-start a',
      'tool-end a ok',
      'message-end done',
      'run-end done',
    ]);
  });

  test('that a check can’t tell, or that crashes the check, is asked about', async () => {
    for (const verify of [
      async () => ({ type: 'unknown' }) as const,
      async () => Promise.reject(new Error('no access')),
    ]) {
      const { tool } = await goOn(await crashed(), {
        tool: { verify },
        seams: { askUnknown: async () => true },
      });
      expect(tool.ran).toEqual([]);
    }
  });

  test('the check sees what the call had recorded', async () => {
    let seen: readonly unknown[] = [];
    await goOn(await crashed(), {
      tool: {
        verify: async (_input, evidence) => {
          seen = evidence;
          return { type: 'not-done' };
        },
      },
    });
    expect(seen).toEqual([EVIDENCE]);
  });

  test('passes the gate again before it is run again', async () => {
    const { rig, tool } = await goOn(await crashed(), {
      tool: { verify: async () => ({ type: 'not-done' }) },
      seams: {
        gate: () => ({ type: 'deny', rule: 'mode-read-only', message: 'no', fatal: false, builtIn: true }),
      },
    });
    expect(tool.ran).toEqual([]);
    expect(rig.transcript.call('a' as CallId)?.result).toMatchObject({ failure: 'denied' });
  });

  test('that only reads is simply run again', async () => {
    const { tool } = await goOn(await crashed('read'), { tool: { effect: 'read' } });
    expect(tool.ran).toHaveLength(1);
  });

  test.each(['not-run by a person', 'not-run by a check'])(
    'once said to be %s and then cut off a second time, is unknown again',
    async (how) => {
      const again = await createRig({
        before: how === 'not-run by a person' ? [...(await crashed()), person(false)] : await crashed(),
        script: [],
        tools: [fakeTool('act', { effect: 'write', run: never, verify: async () => ({ type: 'not-done' }) })],
      });
      void again.start();
      await again.quiet();
      let asked = 0;
      const { tool } = await goOn(again.entries(), {
        seams: {
          askUnknown: async () => {
            asked++;
            return true;
          },
        },
      });
      expect([asked, tool.ran]).toEqual([1, []]);
    },
  );

  test('an answer given before the run went on holds', async () => {
    const { tool } = await goOn([...(await crashed()), person(true)]);
    expect(tool.ran).toEqual([]);
  });

  test('that got its result from elsewhere meanwhile keeps that one, said once', async () => {
    const tool = fakeTool('act', { effect: 'write' });
    const result = {
      callId: 'a' as CallId,
      tool: 'act',
      ok: true,
      text: 'looked up',
      provenance: 'own',
    } as const;
    const rig: Rig = await createRig({
      before: await crashed(),
      script: ['done'],
      tools: [tool],
      seams: {
        askUnknown: async ({ part: { callId } }) => {
          await rig.put({ by: AGENT, run: RUN, event: { type: 'tool-end', callId, result, ms: 0 } });
          return true;
        },
      },
    });
    await rig.finish();
    expect(tool.ran).toEqual([]);
    expect(storyOf(rig.events)).toEqual(['message-end done', 'run-end done']);
    expect(JSON.stringify(rig.model.requests[0]?.messages)).toContain('looked up');
  });
});
