// What goes onto the wire: judged by the vendors' rules, well-formed whatever it was made of, with no header but ours.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { refusals } from '../../../e2e/model-server/validate-chat.ts';
import { asId, type BlobHash, type CallId } from '../../engine/ids.ts';
import type { ModelStamp, RequestMessage } from '../../engine/messages.ts';
import type { ModelRequest } from '../../engine/provider.ts';
import { collect, delta, eventStream, frame, question, serve, PIXEL } from './fixtures/server.ts';

const never = new AbortController().signal;
const answer = () => eventStream(frame([delta({ content: 'ok' }, 'stop')]));
const stamp: ModelStamp = { provider: 'openai-compatible', model: 'm', endpoint: 'http://127.0.0.1:9/v1' };
const id = (text: string): CallId => asId<CallId>(text);

async function bodyOf(request: ModelRequest, key?: string) {
  const { provider, sent } = await serve(answer, key === undefined ? {} : { key });
  const events = await collect(provider.stream(request, never));
  expect(events.at(-1)?.type).toBe('end');
  return { sent: sent[0], body: JSON.parse(sent[0]?.body ?? 'null') };
}

const conversation = (made: ModelStamp): readonly RequestMessage[] => [
  { role: 'user', parts: [{ type: 'text', text: 'Look.' }] },
  {
    role: 'assistant',
    stamp: made,
    parts: [
      { type: 'reasoning', text: 'I should list.' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool-call', callId: id('c1'), tool: 'list_files', argumentsText: '{ "path": "" }' },
      { type: 'tool-call', callId: id('c2'), tool: 'read_file', argumentsText: '{"path":"a", "n": 1.0}' },
    ],
  },
  {
    role: 'tool',
    results: [
      { callId: id('c1'), tool: 'list_files', ok: true, text: 'a\nb' },
      { callId: id('c2'), tool: 'read_file', ok: false, text: 'Error: no such file' },
    ],
  },
];

const tools = ['list_files', 'read_file'].map((name) => ({
  name,
  description: 'Does it.',
  input: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
}));

describe('request bodies', () => {
  it('a conversation with parallel calls is what vendors take, arguments as they were written', async () => {
    const { body } = await bodyOf({ ...question, messages: conversation(stamp), tools });
    expect(refusals(body)).toEqual([]);
    expect(body).toMatchObject({ model: 'm', stream: true, stream_options: { include_usage: true } });
    expect(body.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look.' },
      {
        role: 'assistant',
        content: 'Looking.',
        reasoning_content: 'I should list.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'list_files', arguments: '{ "path": "" }' } },
          {
            id: 'c2',
            type: 'function',
            function: { name: 'read_file', arguments: '{"path":"a", "n": 1.0}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a\nb' },
      { role: 'tool', tool_call_id: 'c2', content: 'Error: no such file' },
    ]);
    expect(body.tools[0]).toEqual({
      type: 'function',
      function: { name: 'list_files', description: 'Does it.', parameters: tools[0]?.input },
    });
  });

  it.each([
    ['another model', { ...stamp, model: 'other' }],
    ['another endpoint', { ...stamp, endpoint: 'https://elsewhere.example/v1' }],
    ['another provider', { ...stamp, provider: 'ollama' }],
  ])('thinking of %s is not sent', async (_, made) => {
    const { body } = await bodyOf({ ...question, messages: conversation(made), tools });
    expect(JSON.stringify(body)).not.toContain('I should list');
    expect(refusals(body)).toEqual([]);
  });

  it('the limit is sent when there is one, tools only when there are some, no empty system prompt', async () => {
    const { body } = await bodyOf({ ...question, system: '', maxOutputTokens: 64.9 });
    expect(body).toEqual({
      model: 'm',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Weather?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('a request that may not call still names its tools, so that the prefix stays the same', async () => {
    const { body } = await bodyOf({ ...question, tools, toolChoice: 'none' });
    expect(body.tool_choice).toBe('none');
    expect(body.tools).toHaveLength(2);
    expect(refusals(body)).toEqual([]);
    expect((await bodyOf({ ...question, toolChoice: 'none' })).body).not.toHaveProperty('tool_choice');
  });

  it('several texts of one message become one string; an image makes it parts', async () => {
    const text = (said: string) => ({ type: 'text', text: said }) as const;
    const image = { type: 'image', mediaType: 'image/png', blob: asId<BlobHash>('ab') } as const;
    const plain = await bodyOf({
      ...question,
      messages: [{ role: 'user', parts: [text('one'), text('two')] }],
    });
    expect(plain.body.messages[1].content).toBe('one\n\ntwo');
    const { body } = await bodyOf({ ...question, messages: [{ role: 'user', parts: [text('see'), image] }] });
    expect(body.messages[1].content).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
    ]);
    expect(refusals(body)).toEqual([]);
  });

  it.each(['{"a": ', '[1]', 'null', '', '"text"'])(
    'arguments that are no object go as an empty one: %j',
    async (text) => {
      const [first, , last] = conversation(stamp);
      if (first === undefined || last?.role !== 'tool') throw new Error('fixture');
      const call = { type: 'tool-call', callId: id('c1'), tool: 'list_files', argumentsText: text } as const;
      const results = last.results.slice(0, 1);
      const { body } = await bodyOf({
        ...question,
        messages: [first, { role: 'assistant', stamp, parts: [call] }, { role: 'tool', results }],
      });
      expect(body.messages[2].tool_calls[0].function.arguments).toBe('{}');
      expect(refusals(body)).toEqual([]);
    },
  );

  it('a dangerous looking key goes as an object all the same, not as a quoted string', async () => {
    const [first, , last] = conversation(stamp);
    if (first === undefined || last?.role !== 'tool') throw new Error('fixture');
    const text = '{"__proto__":{"a":1},"constructor":{"prototype":1}}';
    const call = { type: 'tool-call', callId: id('c1'), tool: 'list_files', argumentsText: text } as const;
    const { body } = await bodyOf({
      ...question,
      messages: [
        first,
        { role: 'assistant', stamp, parts: [call] },
        { role: 'tool', results: last.results.slice(0, 1) },
      ],
    });
    expect(body.messages[2].tool_calls[0].function.arguments).toBe(text);
  });

  it('any text, halves of pairs included, leaves well-formed', async () => {
    const anyText = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    });
    const { provider, sent } = await serve(answer);
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (system, said, result) => {
        const text = `x${said}`;
        const messages: readonly RequestMessage[] = [
          { role: 'user', parts: [{ type: 'text', text }] },
          {
            role: 'assistant',
            stamp,
            parts: [
              { type: 'reasoning', text },
              { type: 'text', text },
              {
                type: 'tool-call',
                callId: id('c'),
                tool: 'read_file',
                argumentsText: JSON.stringify({ path: said.toWellFormed() }),
              },
            ],
          },
          { role: 'tool', results: [{ callId: id('c'), tool: 'read_file', ok: true, text: `r${result}` }] },
        ];
        await collect(provider.stream({ ...question, system: `s${system}`, messages, tools }, never));
        const body: unknown = JSON.parse(sent.at(-1)?.body ?? 'null');
        expect(refusals(body)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('headers', () => {
  it('the content type and the key are all that is sent, and no redirect is followed with a key', async () => {
    const { sent } = await bodyOf(question, 'sk-1');
    expect(sent?.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer sk-1' });
    expect(sent?.url).toBe('http://127.0.0.1:9/v1/chat/completions');
    expect(sent?.init).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  });

  it('without a key there is no authorization at all', async () => {
    expect((await bodyOf(question)).sent?.headers).toEqual({ 'content-type': 'application/json' });
  });
});

it.each(['openai-chat', 'openai-responses', 'anthropic', 'google', 'ollama'] as const)(
  '%s: nothing is compiled from text, the policy of the page forbids it',
  async (wire) => {
    vi.resetModules();
    const compiled: unknown[] = [];
    vi.stubGlobal(
      'Function',
      new Proxy(Function, { construct: (_, args) => (compiled.push(args), () => undefined) }),
    );
    try {
      const fresh = await import('./fixtures/server.ts');
      const { provider } = await fresh.serve(answer, { wire });
      await collect(provider.stream(question, never));
    } finally {
      vi.unstubAllGlobals();
    }
    expect(compiled).toEqual([]);
  },
);
