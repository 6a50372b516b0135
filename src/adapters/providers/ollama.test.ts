// Ollama's own interface: lines cut anywhere, calls without ids, the window looked up, models fetched.

import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../engine/provider.ts';
import { type Answer, assemble, collect, cut, question, type SentRequest, serve } from './fixtures/server.ts';
import { vendors } from './fixtures/vendors.ts';

const never = new AbortController().signal;
const body = vendors.find(({ name }) => name === 'ollama')?.body ?? '';
const lines = (text: string, size = 0): Response =>
  new Response(cut(new TextEncoder().encode(text), size), {
    headers: { 'content-type': 'application/x-ndjson' },
  });

const start = (
  chat: () => Answer,
  other: (request: SentRequest) => Answer = () => Response.json({}),
  window = 16_384,
) =>
  serve((request) => (request.url.endsWith('/api/chat') ? chat() : other(request)), {
    wire: 'ollama',
    baseUrl: 'http://127.0.0.1:11434',
    local: true,
    traits: { window },
  });

const play = async (text: string, size = 0): Promise<readonly ModelEvent[]> =>
  collect((await start(() => lines(text, size))).provider.stream(question, never));

describe('the stream', () => {
  it('gives the same message however its bytes are cut', async () => {
    const whole = await play(body);
    expect(assemble(whole)).toMatchObject({
      text: 'Looking.',
      reasoning: expect.stringContaining('оба'),
      calls: [
        { tool: 'list_files', text: '{"path":"src"}', ended: true },
        { tool: 'read_file', text: '{"path":"a.png"}', ended: true },
      ],
      last: { type: 'end', stop: 'tool-calls', rawStop: 'stop' },
    });
    for (const size of [1, 7]) expect(await play(body, size)).toEqual(whole);
  });

  it('cut off after any line but the last, it gives no call that may run', async () => {
    const all = body.split('\n');
    for (let n = 1; n < all.length - 1; n += 1) {
      const { calls, last } = assemble(await play(`${all.slice(0, n).join('\n')}\n`));
      expect(last).toMatchObject({ type: 'fail', failure: { code: 'bad-stream' } });
      expect(calls.filter(({ ended }) => ended)).toEqual([]);
    }
  });

  it.each([
    [
      'an error in the middle',
      `${body.split('\n')[0]}\n{"error":"model runner has unexpectedly stopped"}\n`,
      'server-error',
    ],
    ['a line that is no JSON', '{"message":\n', 'bad-stream'],
    [
      'an empty reply',
      '{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n',
      'empty-reply',
    ],
  ])('%s ends it as what it is', async (_, text, code) => {
    expect((await play(text)).at(-1)).toMatchObject({ type: 'fail', failure: { code } });
  });

  it('a model that is not there, and a prompt that is too long, are called by their names', async () => {
    const missing = await start(() => Response.json({ error: "model 'm' not found" }, { status: 404 }));
    expect(await collect(missing.provider.stream(question, never))).toMatchObject([
      { type: 'fail', failure: { code: 'model-missing' } },
    ]);
    const long = await start(() =>
      Response.json({ error: 'the input length exceeds the context length' }, { status: 400 }),
    );
    expect(await collect(long.provider.stream(question, never))).toMatchObject([
      { type: 'fail', failure: { code: 'context-overflow' } },
    ]);
  });

  it('stopped in the middle it ends without a word', async () => {
    const stop = new AbortController();
    const { provider } = await start(() => lines(body, 7));
    const types: string[] = [];
    for await (const event of provider.stream(question, stop.signal)) {
      types.push(event.type);
      stop.abort();
    }
    expect(types).toEqual(['open']);
  });
});

describe('the window', () => {
  const loaded =
    (length: number) =>
    ({ url }: SentRequest): Answer =>
      Response.json(
        url.endsWith('/api/ps') ? { models: [{ name: 'm', model: 'm', context_length: length }] } : {},
      );

  it('is looked up once a model, after the first reply', async () => {
    const { provider, sent } = await start(() => lines(body), loaded(16_384));
    for (let n = 0; n < 3; n += 1) await collect(provider.stream(question, never));
    expect(sent.filter(({ url }) => url.endsWith('/api/ps'))).toHaveLength(1);
    expect(sent.filter(({ url }) => url.endsWith('/api/show'))).toHaveLength(1);
  });

  it('that is smaller than asked for makes the next long request fail here, with the figure, instead of being cut there', async () => {
    const { provider, sent } = await start(() => lines(body), loaded(4_096));
    expect((await collect(provider.stream(question, never))).at(-1)).toMatchObject({ type: 'end' });
    const long = { ...question, system: 'word '.repeat(6_000) };
    expect(await collect(provider.stream(long, never))).toMatchObject([
      { type: 'fail', failure: { code: 'context-overflow', facts: { window: 4_096, model: 'm' } } },
    ]);
    expect(sent.filter(({ url }) => url.endsWith('/api/chat'))).toHaveLength(1);
    expect((await collect(provider.stream(question, never))).at(-1)).toMatchObject({ type: 'end' });
  });
});

describe('fetching a model', () => {
  const steps = [
    { status: 'pulling manifest' },
    { status: 'pulling aa', total: 100, completed: 40 },
    { status: 'pulling aa', total: 100, completed: 100 },
    { status: 'success' },
  ];
  const pull = async (answer: () => Answer) => {
    const { provider } = await serve(() => answer(), {
      wire: 'ollama',
      baseUrl: 'http://127.0.0.1:11434',
      local: true,
    });
    const seen: unknown[] = [];
    if (!('pull' in provider) || typeof provider.pull !== 'function') throw new Error('it cannot');
    const ended: unknown = await provider.pull('qwen3:8b', (step: unknown) => seen.push(step), never);
    return { seen, ended };
  };

  it('tells its steps and its bytes', async () => {
    const text = steps.map((step) => `${JSON.stringify(step)}\n`).join('');
    for (const size of [0, 1])
      expect(await pull(() => lines(text, size))).toEqual({ seen: steps.slice(0, 3), ended: undefined });
  });

  it.each([
    [
      'a name that nobody knows',
      '{"status":"pulling manifest"}\n{"error":"pull model manifest: file does not exist"}\n',
      'model-missing',
    ],
    ['a stream that stops', '{"status":"pulling manifest"}\n', 'connection-lost'],
  ])('%s is told', async (_, text, code) => {
    expect((await pull(() => lines(text))).ended).toMatchObject({ code, facts: { host: '127.0.0.1:11434' } });
  });
});
