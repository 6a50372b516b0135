import { describe, expect, test } from 'vitest';
import type { Seams } from './loop.ts';
import type { ApprovalAnswer, ApprovalRequest, Draft } from './events.ts';
import { failure } from './failures.ts';
import type { Decision, Gate } from './gate.ts';
import { type CallId, USER } from './ids.ts';
import { storyOf } from './testing/event-lines.ts';
import { fakeTool, never, said } from './testing/fake-tools.ts';
import { createRig, RUN, type Rig, type RigOptions } from './testing/run-rig.ts';
import { call, calls } from './testing/scripted-model.ts';

const ask = (reason: 'mode-ask' | 'credential' = 'mode-ask'): Decision => ({
  type: 'ask',
  reason,
  scopes: ['once'],
});
const asks: Gate = ({ effect }) => (effect === 'read' ? { type: 'allow' } : ask());
const deny = (rule: string, more: { fatal?: boolean; builtIn?: boolean } = {}): Decision => ({
  type: 'deny',
  rule,
  message: `Rule ${rule} says no.`,
  fatal: false,
  ...more,
});
const resultOf = (rig: Rig, id: string) => rig.transcript.call(id as CallId)?.result;
const answering = (...answers: readonly ApprovalAnswer[]): Partial<Seams> => {
  const left = [...answers];
  return { gate: asks, answer: async () => left.shift() ?? never() };
};
const allow: ApprovalAnswer = { type: 'allow', scope: 'once' };

/** A run that was interrupted while it asked, and what the log then held. */
async function asked(tool = fakeTool('write', { effect: 'write' })): Promise<{
  before: readonly Draft[];
  request: ApprovalRequest;
}> {
  const rig = await createRig({
    script: [call('write', { path: 'a' }, 'a')],
    tools: [tool],
    seams: { gate: asks, answer: never },
  });
  void rig.start();
  await rig.quiet();
  const request = rig.events.find((event) => event.type === 'approval-request');
  if (request?.type !== 'approval-request') throw new TypeError('nothing was asked');
  return { before: rig.entries(), request };
}
const answered = (request: ApprovalRequest, answer: ApprovalAnswer, hash = request.hash): Draft => ({
  by: USER,
  run: RUN,
  event: { type: 'approval-response', approvalId: request.approvalId, callId: request.callId, hash, answer },
});

describe('a call that the gate asks about', () => {
  test('runs once it is allowed', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({
      script: [call('write', {}, 'a'), 'done'],
      tools: [tool],
      seams: answering(allow),
    });
    await rig.finish();
    expect(storyOf(rig.events)).toEqual([
      'message-end write#a',
      'approval-request a mode-ask',
      'tool-start a',
      'tool-end a ok',
      'message-end done',
      'run-end done',
    ]);
  });

  test('shows the exact action: tool, arguments, targets and preview, under one hash', async () => {
    const { request } = await asked(
      fakeTool('write', {
        effect: 'write',
        preview: async () => ({ type: 'file', path: 'a', before: null, after: 'new' }),
      }),
    );
    expect(request).toMatchObject({
      callId: 'a',
      tool: 'write',
      effect: 'write',
      input: { path: 'a' },
      targets: [{ kind: 'path', value: 'a.txt', access: 'write' }],
      preview: { type: 'file', path: 'a', before: null, after: 'new' },
      scopes: ['once'],
    });
    for (const word of ['write', '"path":"a"', '"after":"new"']) expect(request.hash).toContain(word);
  });

  test('the order of its arguments doesn’t change the hash', async () => {
    const hashes: string[] = [];
    const rig = await createRig({
      script: [call('write', '{"a":1,"b":2}'), call('write', '{"b":2,"a":1}'), 'done'],
      tools: [fakeTool('write', { effect: 'write' })],
      seams: {
        gate: asks,
        answer: async ({ hash }) => {
          hashes.push(hash);
          return allow;
        },
      },
    });
    await rig.finish();
    expect(new Set(hashes).size).toBe(1);
  });

  test('when denied doesn’t run; the model reads the person’s reason; the run goes on', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({
      script: [call('write', {}, 'a'), 'done'],
      tools: [tool],
      seams: answering({ type: 'deny', by: 'person', reason: 'not that file' }),
    });
    expect(await rig.finish()).toMatchObject({ status: 'done' });
    expect(tool.ran).toEqual([]);
    expect(resultOf(rig, 'a')).toMatchObject({ ok: false, failure: 'denied' });
    expect(JSON.stringify(rig.model.requests[1]?.messages)).toContain('not that file');
  });

  test('when nobody can be asked is denied, and that ends nothing', async () => {
    const rig = await createRig({
      script: [call('write', {}, 'a'), 'done'],
      tools: [fakeTool('write', { effect: 'write' })],
      seams: { gate: () => ask('credential'), answer: async () => ({ type: 'deny', by: 'no-channel' }) },
    });
    expect(await rig.finish()).toMatchObject({ status: 'done' });
    expect(resultOf(rig, 'a')).toMatchObject({ failure: 'denied' });
  });

  test('fails by itself where its preview already fails: nobody is asked', async () => {
    const tool = fakeTool('edit', {
      effect: 'write',
      preview: async () => failure('no-match', 'not in the file'),
    });
    const rig = await createRig({
      script: [call('edit', {}, 'a'), 'done'],
      tools: [tool],
      seams: { gate: asks },
    });
    await rig.finish();
    expect(resultOf(rig, 'a')).toMatchObject({ failure: 'no-match', text: 'not in the file' });
  });

  test('two at once are asked about at once', async () => {
    let open = 0;
    const rig = await createRig({
      script: [calls({ tool: 'send', id: 'a' }, { tool: 'send', id: 'b' })],
      tools: [fakeTool('send', { effect: 'network', concurrency: 'shared' })],
      seams: {
        gate: asks,
        answer: () => {
          open++;
          return never();
        },
      },
    });
    void rig.start();
    await rig.quiet();
    expect(open).toBe(2);
  });
});

describe('a denial', () => {
  const denying = (decide: (hit: number) => Decision): Partial<Seams> => {
    let hits = 0;
    return { gate: ({ effect }) => (effect === 'read' ? { type: 'allow' } : decide(++hits)) };
  };
  const twice = (seams: Partial<Seams>): Promise<Rig> =>
    createRig({
      script: [call('write', {}, 'a'), call('write', {}, 'b'), 'done'],
      tools: [fakeTool('write', { effect: 'write' })],
      seams,
    });

  test('by a rule is a result the model reads, with the rule’s name', async () => {
    const rig = await twice(denying((hit) => deny(`rule-${hit}`)));
    expect(await rig.finish()).toMatchObject({ status: 'done' });
    expect(resultOf(rig, 'a')?.text).toMatch(/rule-1.*says no/s);
  });

  test('by the same rule a second time ends the run, naming the rule', async () => {
    const rig = await twice(denying(() => deny('rule-7')));
    expect(await rig.finish()).toMatchObject({
      status: 'failed',
      failure: { code: 'policy-denied', facts: { rule: 'rule-7' } },
    });
    expect(rig.model.requests).toHaveLength(2);
    expect(rig.transcript.openCalls()).toEqual([]);
  });

  test('by a mode or the workspace’s edge may come again and again', async () => {
    const rig = await twice(denying(() => deny('mode-read-only', { builtIn: true })));
    expect(await rig.finish()).toMatchObject({ status: 'done' });
  });

  test('of a credential target by a rule ends the run at the first hit', async () => {
    const rig = await twice(denying(() => deny('rule-1', { fatal: true })));
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code: 'policy-denied' } });
    expect(rig.model.requests).toHaveLength(1);
  });

  test('of a credential target by a person ends the run; calls behind it get their results', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({
      script: [calls({ tool: 'write', id: 'a' }, { tool: 'write', id: 'b' }, { tool: 'read', id: 'c' })],
      tools: [tool, fakeTool('read')],
      seams: {
        gate: ({ effect }) => (effect === 'read' ? { type: 'allow' } : ask('credential')),
        answer: async () => ({ type: 'deny', by: 'person' }),
      },
    });
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code: 'policy-denied' } });
    expect(storyOf(rig.events).filter((line) => line.startsWith('tool-end'))).toEqual([
      'tool-end a denied',
      'tool-end b interrupted',
      'tool-end c interrupted',
    ]);
  });

  test('of a plain call by a person ends nothing, not even twice', async () => {
    const no: ApprovalAnswer = { type: 'deny', by: 'person' };
    const rig = await twice(answering(no, no));
    expect(await rig.finish()).toMatchObject({ status: 'done' });
  });
});

describe('an approval from before a reload', () => {
  const resume = async (before: readonly Draft[], more: Partial<RigOptions> = {}) => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({ before, script: ['done'], tools: [tool], seams: { gate: asks }, ...more });
    return { rig, tool };
  };

  test('allowed: the call runs once, and nobody is asked again', async () => {
    const { before, request } = await asked();
    const { rig, tool } = await resume([...before, answered(request, allow)]);
    await rig.finish();
    expect(tool.ran).toEqual([{ path: 'a' }]);
    expect(storyOf(rig.events)).toEqual([
      'tool-start a',
      'tool-end a ok',
      'message-end done',
      'run-end done',
    ]);
  });

  test('denied: the call doesn’t run', async () => {
    const { before, request } = await asked();
    const { rig, tool } = await resume([...before, answered(request, { type: 'deny', by: 'person' })]);
    await rig.finish();
    expect(tool.ran).toEqual([]);
    expect(resultOf(rig, 'a')).toMatchObject({ failure: 'denied' });
  });

  test('an answer under another hash is none: the same request is still open', async () => {
    const { before, request } = await asked();
    const open: string[] = [];
    const { rig } = await resume([...before, answered(request, allow, 'another')], {
      seams: {
        gate: asks,
        answer: async ({ approvalId }) => {
          open.push(approvalId);
          return allow;
        },
      },
    });
    await rig.finish();
    expect(open).toEqual([request.approvalId]);
  });

  test('what it would do has changed meanwhile: the answer is void, it is asked anew', async () => {
    const preview = (after: string) =>
      fakeTool('write', { effect: 'write', preview: async () => ({ type: 'text', text: after }) });
    const { before, request } = await asked(preview('one'));
    const now = preview('two');
    const rig = await createRig({
      before: [...before, answered(request, allow)],
      script: ['done'],
      tools: [now],
      seams: { gate: asks, answer: async () => ({ type: 'deny', by: 'person' }) },
    });
    await rig.finish();
    expect(storyOf(rig.events)[0]).toBe('approval-request a mode-ask');
    expect(now.ran).toEqual([]);
  });

  test('a gate that now denies it is obeyed', async () => {
    const { before, request } = await asked();
    const { rig, tool } = await resume([...before, answered(request, allow)], {
      seams: { gate: () => deny('mode-read-only', { builtIn: true }) },
    });
    await rig.finish();
    expect(tool.ran).toEqual([]);
  });

  test('is good for its call only: the next same call is asked about', async () => {
    const { before, request } = await asked();
    let more = 0;
    const { rig, tool } = await resume([...before, answered(request, allow)], {
      script: [call('write', { path: 'a' }, 'b'), 'done'],
      seams: {
        gate: asks,
        answer: async () => {
          more++;
          return { type: 'deny', by: 'person' };
        },
      },
    });
    await rig.finish();
    expect(more).toBe(1);
    expect(tool.ran).toHaveLength(1);
  });
});

test('the gate reads the state anew for each call', async () => {
  let tainted = false;
  const seen: boolean[] = [];
  const rig = await createRig({
    script: [calls({ tool: 'web' }, { tool: 'write' }), 'done'],
    tools: [
      fakeTool('web', {
        run: () => {
          tainted = true;
          return said('foreign');
        },
      }),
      fakeTool('write', { effect: 'write' }),
    ],
    seams: {
      gate: (_call, state) => {
        seen.push(state.tainted);
        return { type: 'allow' };
      },
      gateState: () => ({ mode: 'auto', rules: [], tainted }),
    },
  });
  await rig.finish();
  expect(seen).toEqual([false, true]);
});
