import { describe, expect, test } from 'vitest';
import { FAILURES, type FailureCode, failure } from './failures.ts';
import { CALL_TEXT } from './prompts.ts';
import { storyOf } from './testing/event-lines.ts';
import { fakeTool } from './testing/fake-tools.ts';
import { createRig, type Rig } from './testing/run-rig.ts';
import { call, calls, type ScriptedReply } from './testing/scripted-model.ts';

const fails = (code: FailureCode, at = 1, more: Partial<ScriptedReply> = {}): ScriptedReply => ({
  text: 'hello',
  ...more,
  fail: { at, failure: failure(code, 'scripted') },
});
const resultOf = (rig: Rig, id: string) => rig.transcript.call(id as never)?.result;

/** What a failure of the provider is followed by, as the requirement (E7) has it. */
const RETRIED = [
  'rate-limit',
  'overloaded',
  'server-error',
  'connection-lost',
  'connect-timeout',
  'first-content-timeout',
  'idle-timeout',
  'bad-stream',
  'empty-reply',
  'unreachable',
] as const satisfies readonly FailureCode[];
const AT_ONCE = [
  'auth',
  'quota-exhausted',
  'bad-request',
  'model-missing',
  'not-a-provider',
  'content-policy',
  'context-overflow',
  'key-missing',
] as const satisfies readonly FailureCode[];

describe('a failure before the first content', () => {
  test.each(RETRIED)(
    '%s is retried three times, with 1, 2 and 4 seconds between, then ends the run',
    async (code) => {
      const rig = await createRig({ script: [() => fails(code)] });
      const from = rig.clock.elapsed();
      const outcome = await rig.finish();
      expect(outcome).toMatchObject({ status: 'failed', failure: { code }, retries: 3 });
      expect(rig.model.requests).toHaveLength(4);
      expect(storyOf(rig.events)).toEqual([
        `retry ${code} 1 1000`,
        `retry ${code} 2 2000`,
        `retry ${code} 3 4000`,
        `run-end failed ${code}`,
      ]);
      expect(rig.clock.elapsed() - from).toBe(7000);
    },
  );

  test.each(AT_ONCE)('%s ends the run at once', async (code) => {
    const rig = await createRig({ script: [fails(code)] });
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code }, retries: 0 });
    expect(storyOf(rig.events)).toEqual([`run-end failed ${code}`]);
  });

  test('every code of the table is either retried, or not: none is forgotten here', () => {
    const retried = Object.entries(FAILURES).flatMap(([code, { then }]) => (then === 'retry' ? [code] : []));
    expect(retried.toSorted()).toEqual(RETRIED.toSorted());
  });

  test('a retry that works makes the run go on as if nothing had been', async () => {
    const rig = await createRig({ script: [fails('overloaded'), 'hello'] });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'hello', retries: 1, turns: 1 });
    expect(rig.model.requests[1]?.messages).toEqual(rig.model.requests[0]?.messages);
  });

  test('jitter adds up to a fifth to each wait', async () => {
    const rig = await createRig({ script: [() => fails('overloaded')], seams: { random: () => 0.999999 } });
    await rig.finish();
    expect(storyOf(rig.events).slice(0, 3)).toEqual([
      'retry overloaded 1 1200',
      'retry overloaded 2 2400',
      'retry overloaded 3 4800',
    ]);
  });

  test('the wait that a server asks for is honoured; one of an hour is not waited for', async () => {
    const asks = (retryAfterMs: number): ScriptedReply => ({
      text: '',
      fail: { at: 1, failure: failure('rate-limit', 'slow down', { retryAfterMs }) },
    });
    const rig = await createRig({ script: [asks(45_000), asks(500), asks(3_600_000)] });
    const outcome = await rig.finish();
    expect(storyOf(rig.events)).toEqual([
      'retry rate-limit 1 45000',
      'retry rate-limit 2 2000',
      'run-end failed rate-limit',
    ]);
    expect(outcome.failure?.retryAfterMs).toBe(3_600_000);
  });

  test('the counter is the turn’s: the next turn has three retries of its own', async () => {
    const broken = [fails('overloaded'), fails('overloaded'), fails('overloaded')];
    const rig = await createRig({
      script: [...broken, call('read'), ...broken, 'done'],
      tools: [fakeTool('read')],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', retries: 6 });
  });
});

describe('a stream that breaks after first content', () => {
  test('is retried once; its text stays visible, marked, and out of history', async () => {
    const rig = await createRig({ script: [fails('connection-lost', 3), 'all of it'] });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'all of it', retries: 1 });
    expect(storyOf(rig.events)).toEqual([
      'message-end hel (connection-lost)',
      'retry connection-lost 1 1000',
      'message-end all of it',
      'run-end done',
    ]);
    expect(JSON.stringify(rig.model.requests[1]?.messages)).not.toContain('hel');
    expect(rig.transcript.items).toHaveLength(2);
  });

  test('is not retried a second time', async () => {
    const rig = await createRig({ script: [() => fails('connection-lost', 3)] });
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code: 'connection-lost' } });
    expect(rig.model.requests).toHaveLength(2);
  });

  test('has its one retry also when requests before it had failed before content', async () => {
    const rig = await createRig({
      script: [fails('overloaded'), fails('overloaded'), fails('connection-lost', 3), 'done'],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', retries: 3 });
  });

  test('never makes four retries of three', async () => {
    const rig = await createRig({
      script: [
        fails('connection-lost', 3),
        fails('overloaded'),
        fails('overloaded'),
        fails('overloaded'),
        'too late',
      ],
    });
    expect(await rig.finish()).toMatchObject({ status: 'failed', retries: 3 });
  });

  test('runs no call of it, not even a complete one', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({
      script: [{ ...call('write'), fail: { at: 4, failure: failure('connection-lost', 'gone') } }, 'done'],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 0 });
    expect(tool.ran).toEqual([]);
  });

  test('that simply stops without an end is broken too', async () => {
    const rig = await createRig({ script: ['unused'] });
    const silent = { ...rig.model, stream: async function* () {} };
    const again = await createRig({
      spec: {
        model: {
          provider: silent,
          model: 'one',
          name: 's/one',
          capabilities: {
            window: 1000,
            windowKnown: true,
            tools: true,
            images: false,
            reasoning: false,
            local: false,
          },
        },
      },
    });
    expect(await again.finish()).toMatchObject({ failure: { code: 'bad-stream' }, retries: 3 });
  });
});

describe('a reply that is none', () => {
  test('empty: retried as a failure of its own', async () => {
    const rig = await createRig({ script: [{}, { reasoning: 'hm' }, 'at last'] });
    expect(await rig.finish()).toMatchObject({ status: 'done', text: 'at last', retries: 2 });
  });

  test('refusal: the run fails by the provider’s policy, without a retry', async () => {
    const rig = await createRig({ script: [{ text: 'I will not.', stop: 'refusal' }] });
    expect(await rig.finish()).toMatchObject({
      status: 'failed',
      failure: { code: 'content-policy' },
      retries: 0,
      text: 'I will not.',
    });
  });

  test('refusal with a call: the call is not run and has its result', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({ script: [{ ...call('write', {}, 'a'), stop: 'refusal' }], tools: [tool] });
    expect(await rig.finish()).toMatchObject({ status: 'failed', failure: { code: 'content-policy' } });
    expect(tool.ran).toEqual([]);
    expect(rig.transcript.openCalls()).toEqual([]);
  });
});

describe('a reply cut by the provider', () => {
  test('text is continued once, in a turn of its own', async () => {
    const rig = await createRig({
      script: [
        { text: 'one', stop: 'length' },
        { text: 'two', stop: 'length' },
        { text: 'three', stop: 'length' },
      ],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', turns: 2, text: 'two' });
  });

  test('both halves stand in history as one message', async () => {
    const rig = await createRig({
      script: [{ text: 'one', stop: 'length' }, call('read'), 'done'],
      tools: [fakeTool('read')],
    });
    await rig.finish();
    const roles = rig.model.requests[2]?.messages.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool']);
  });

  test('a call that looks complete is not run, and the model is told why', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const rig = await createRig({
      script: [{ ...calls({ tool: 'write', id: 'a' }, { tool: 'write', id: 'b' }), stop: 'length' }, 'sorry'],
      tools: [tool],
    });
    await rig.finish();
    expect(tool.ran).toEqual([]);
    expect(resultOf(rig, 'a')).toMatchObject({ ok: false, failure: 'call-cut', text: CALL_TEXT.cut });
    expect(JSON.stringify(rig.model.requests[1]?.messages)).toContain(CALL_TEXT.cut);
  });

  test('the third cut call in a row ends the run: each costs a whole output', async () => {
    const cut: ScriptedReply = { ...call('write', { text: 'long' }), stop: 'length' };
    const rig = await createRig({ script: [cut, cut, cut, 'never asked'], tools: [fakeTool('write')] });
    expect(await rig.finish()).toMatchObject({
      status: 'failed',
      failure: { code: 'rejected-calls' },
      turns: 3,
    });
    expect(rig.transcript.openCalls()).toEqual([]);
  });

  test('a call that the stream left open is not run, and the model is told why', async () => {
    const tool = fakeTool('write', { effect: 'write' });
    const cut: ScriptedReply = {
      text: 'I write',
      calls: [{ tool: 'write', arguments: '{"text":"half' }],
      cut: true,
    };
    const rig = await createRig({ script: [cut, 'sorry'], tools: [tool] });
    await rig.finish();
    expect(tool.ran).toEqual([]);
    expect(JSON.stringify(rig.model.requests[1]?.messages)).toContain(CALL_TEXT.cut);
  });
});
