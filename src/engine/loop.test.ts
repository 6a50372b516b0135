import { describe, expect, test } from 'vitest';
import { NO_USAGE } from './messages.ts';
import { NUDGE_TEXT } from './prompts.ts';
import type { ModelRequest } from './provider.ts';
import { eventLines, storyOf } from './testing/event-lines.ts';
import { fakeTool, said } from './testing/fake-tools.ts';
import { createRig, message } from './testing/run-rig.ts';
import { call } from './testing/scripted-model.ts';

/** Every word of the user messages of a request. */
const userText = (request: ModelRequest | undefined): string =>
  (request?.messages ?? [])
    .flatMap((item) => (item.role === 'user' ? item.parts : []))
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n');

describe('one run', () => {
  test('tells everything in order: turn, deltas, message, call, result, next turn, end', async () => {
    const rig = await createRig({
      script: [{ reasoning: 'hm', text: 'look', calls: [{ tool: 'read', id: 'a' }] }, 'done!'],
      tools: [fakeTool('read', { run: () => said('text') })],
    });
    await rig.finish();
    expect(eventLines(rig.events)).toEqual([
      'turn-start',
      'part-start reasoning r',
      'part-delta reasoning r hm',
      'part-end reasoning r',
      'part-start text t',
      'part-delta text t lo',
      'part-delta text t ok',
      'part-end text t',
      'part-start tool-input c0',
      'part-delta tool-input c0 {}',
      'part-end tool-input c0',
      'message-end hm | look | read#a',
      'tool-start a',
      'tool-end a text',
      'turn-start',
      'part-start text t',
      'part-delta text t don',
      'part-delta text t e!',
      'part-end text t',
      'message-end done!',
      'run-end done',
    ]);
  });

  test('returns the outcome that its last event holds, with all its figures', async () => {
    const usage = { ...NO_USAGE, inputTokens: 100, cachedTokens: 40, outputTokens: 10 };
    const rig = await createRig({
      script: [
        { ...call('read'), usage },
        { text: 'done', usage },
      ],
      tools: [
        fakeTool('read', {
          run: async (_input, context) => {
            await rig.clock.sleep(30, context.signal);
            return said('text');
          },
        }),
      ],
      price: { input: 10, output: 100, cached: 1 },
    });
    const outcome = await rig.finish();
    expect(outcome).toEqual({
      status: 'done',
      text: 'done',
      usage: { ...NO_USAGE, inputTokens: 200, cachedTokens: 80, outputTokens: 20 },
      turns: 2,
      toolCalls: 1,
      toolFailures: 0,
      retries: 0,
      compactions: 0,
      modelMs: 0,
      toolMs: 30,
      waitingMs: 0,
      usd: 2 * ((60 * 10 + 40 * 1 + 10 * 100) / 1e6),
    });
    expect(rig.events.at(-1)).toEqual({ type: 'run-end', run: 'run', outcome });
  });

  test('that goes on keeps its figures and ends with its own status, not with the one it had', async () => {
    const start = {
      status: 'interrupted',
      text: 'so far',
      usage: { ...NO_USAGE, inputTokens: 50 },
      turns: 3,
      toolCalls: 2,
      toolFailures: 1,
      retries: 1,
      compactions: 0,
      modelMs: 10,
      toolMs: 20,
      waitingMs: 5,
      usd: 0.5,
    } as const;
    const rig = await createRig({
      script: [{ text: 'done', usage: { ...NO_USAGE, inputTokens: 7 } }],
      spec: { start },
    });
    expect(await rig.finish()).toEqual({
      ...start,
      status: 'done',
      text: 'done',
      usage: { ...NO_USAGE, inputTokens: 57 },
      turns: 4,
    });
  });

  test('that was answered before it could say so ends without a request', async () => {
    const first = await createRig({ script: ['done'] });
    await first.finish();
    const before = first.entries().filter(({ event }) => event.type !== 'run-end');
    const rig = await createRig({ before, script: [] });
    expect((await rig.finish()).status).toBe('done');
    expect(rig.model.requests).toEqual([]);
  });

  test('without tools in the model sends none', async () => {
    const rig = await createRig({
      script: ['hi'],
      tools: [fakeTool('read')],
      capabilities: { tools: false },
    });
    await rig.finish();
    expect(rig.model.requests[0]?.tools).toEqual([]);
  });
});

describe('steering', () => {
  test('a message sent during a run enters at the next tool boundary, behind the results', async () => {
    const rig = await createRig({
      script: [call('read', {}, 'a'), 'ok'],
      tools: [
        fakeTool('read', {
          run: async () => {
            await rig.put(message('rather this', { id: 'later', queued: 'steer' }));
            return said('text');
          },
        }),
      ],
    });
    await rig.finish();
    expect(storyOf(rig.events)).toEqual([
      'message-end read#a',
      'tool-start a',
      'tool-end a text',
      'steer later',
      'message-end ok',
      'run-end done',
    ]);
    const second = rig.model.requests[1]?.messages ?? [];
    expect(second.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(second.at(-1)).toMatchObject({ parts: [{ text: 'rather this' }, {}] });
  });

  test('at a tool-free end it starts the next turn of the same run', async () => {
    const rig = await createRig({
      script: ['first', 'second'],
      on: async (event, { put, events }) => {
        if (event.type === 'message-end' && events.filter(({ type }) => type === 'message-end').length === 1)
          await put(message('and now', { id: 'later', queued: 'steer' }));
      },
    });
    await rig.finish();
    expect(storyOf(rig.events)).toEqual([
      'message-end first',
      'steer later',
      'message-end second',
      'run-end done',
    ]);
  });

  test('a message for after this run stays in the queue', async () => {
    const rig = await createRig({
      script: ['done'],
      before: [message('Do it.'), message('then that', { id: 'later', queued: 'after' })],
    });
    await rig.finish();
    expect(rig.model.requests).toHaveLength(1);
    expect(userText(rig.model.requests[0])).not.toContain('then that');
    expect(rig.transcript.queued().map(({ id }) => id)).toEqual(['later']);
  });

  test('a message that was taken back never enters', async () => {
    const rig = await createRig({
      script: ['done'],
      before: [
        message('Do it.'),
        message('no', { id: 'later', queued: 'steer' }),
        { ...message(''), event: { type: 'unqueue', message: 'later' as never } },
      ],
    });
    await rig.finish();
    expect(storyOf(rig.events)).toEqual(['message-end done', 'run-end done']);
  });
});

describe('limits and nudges', () => {
  test('at the turn cap one tool-free summary closes the run', async () => {
    const tool = fakeTool('read');
    const rig = await createRig({
      script: [call('read'), call('read'), 'this is what I did'],
      tools: [tool],
      spec: { maxTurns: 2 },
    });
    const outcome = await rig.finish();
    expect(outcome).toMatchObject({
      status: 'done',
      turnLimit: true,
      text: 'this is what I did',
      turns: 3,
      toolCalls: 2,
    });
    expect(rig.model.requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, undefined, 'none']);
    expect(rig.model.requests[2]?.tools).toEqual(rig.model.requests[0]?.tools);
  });

  test('the closing summary is told what is still open, and no other request is', async () => {
    const rig = await createRig({
      script: [call('read'), 'the rest is left'],
      tools: [fakeTool('read')],
      spec: { maxTurns: 1 },
      seams: { open: () => 'Open items: t2' },
    });
    await rig.finish();
    const sent = rig.model.requests.map(({ messages }) => JSON.stringify(messages));
    expect(sent.map((text) => text.includes('Open items: t2'))).toEqual([false, true]);
  });

  test('a call made in the closing turn is not run, and has its result', async () => {
    const tool = fakeTool('read');
    const rig = await createRig({
      script: [call('read', {}, 'a'), call('read', {}, 'b')],
      tools: [tool],
      spec: { maxTurns: 1 },
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', turnLimit: true });
    expect(tool.ran).toHaveLength(1);
    expect(storyOf(rig.events).slice(-3)).toEqual([
      'message-end read#b',
      'tool-end b interrupted',
      'run-end done turnLimit',
    ]);
  });

  test('a run that ends by itself at the cap has reached no limit', async () => {
    const rig = await createRig({ script: ['done'], spec: { maxTurns: 1 } });
    expect(await rig.finish()).not.toHaveProperty('turnLimit');
  });

  test('nudges stand in one request only: neither in history nor as messages', async () => {
    const rig = await createRig({
      script: [{ text: 'first half', stop: 'length' }, call('read'), 'done'],
      tools: [fakeTool('read')],
    });
    await rig.finish();
    const told = rig.model.requests.map((request) => userText(request).includes(NUDGE_TEXT['continue-text']));
    expect(told).toEqual([false, true, false]);
    expect(rig.transcript.items.filter(({ type }) => type === 'user')).toHaveLength(1);
    expect(rig.entries().filter(({ event }) => event.type === 'message')).toHaveLength(1);
    expect(storyOf(rig.events)).toContain('nudge continue-text');
  });
});
