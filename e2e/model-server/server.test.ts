// Holds the model server to the wire: the stream's form, faults, CORS, recording, and that every violation is kept.

import { afterEach, describe, expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { callTools, dropped, html, rateLimited, say, silent, stalled } from './reply.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from './server.ts';
import { inOrder } from './small-scripts.ts';
import { eventsOf, postChat, readAnswer, toyBody } from './toy-harness.ts';

const servers: ModelServer[] = [];

const start = async (options: ModelServerOptions): Promise<ModelServer> => {
  const server = await startModelServer(options);
  servers.push(server);
  return server;
};

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const hello = toyBody([{ role: 'user', content: 'Hello' }]);

describe('the wire', () => {
  test('a streamed text has a role chunk, deltas, a finish chunk, a usage chunk and [DONE]', async () => {
    const server = await start({
      script: () => say(['a', 'b'], { usage: { input: 9, output: 2, cached: 4 } }),
    });
    const response = await postChat(server.baseUrl, hello);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const events = eventsOf(await response.text());
    const choice = (delta: unknown, finish: string | null): unknown => ({
      object: 'chat.completion.chunk',
      model: 'scripted',
      usage: null,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    });
    expect(events).toMatchObject([
      choice({ role: 'assistant', content: '' }, null),
      choice({ content: 'a' }, null),
      choice({ content: 'b' }, null),
      choice({}, 'stop'),
      {
        choices: [],
        usage: { prompt_tokens: 9, total_tokens: 11, prompt_tokens_details: { cached_tokens: 4 } },
      },
    ]);
  });

  test('parallel calls stream an id and a name first, then pieces of their arguments', async () => {
    const script = () =>
      callTools(
        [
          { name: 'read_file', args: { path: 'порт.txt \u{1F6A2}' } },
          { name: 'list_files', args: '{}' },
        ],
        {
          reasoning: ['look'],
          sliceBytes: 3,
        },
      );
    const server = await start({ script });
    const answer = await readAnswer(await postChat(server.baseUrl, hello));
    expect(answer).toMatchObject({ finish: 'tool_calls', reasoning: 'look', text: '' });
    expect(answer.calls.map(({ name, args }) => [name, args])).toEqual([
      ['read_file', '{"path":"порт.txt \u{1F6A2}"}'],
      ['list_files', '{}'],
    ]);
    expect(new Set(answer.calls.map(({ id }) => id)).size).toBe(2);
  });

  test('without stream the answer is one object', async () => {
    const server = await start({ script: () => say('Hi there') });
    const { stream: _, stream_options: __, ...whole } = hello;
    const response = await postChat(server.baseUrl, whole);
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Hi there' }, finish_reason: 'stop' }],
    });
  });

  test('the models are listed, an unknown path is 404, a wrong key 401', async () => {
    const server = await start({ script: () => say('x'), models: ['one', 'two'], apiKey: 'k' });
    const headers = { authorization: 'Bearer k' };
    const list: unknown = await (await fetch(`${server.baseUrl}/models`, { headers })).json();
    expect(list).toMatchObject({ object: 'list', data: [{ id: 'one' }, { id: 'two' }] });
    expect((await fetch(`${server.origin}/api/tags`, { headers })).status).toBe(404);
    expect((await fetch(`${server.baseUrl}/models`)).status).toBe(401);
  });
});

describe('faults', () => {
  test('a rate limit carries retry-after, a proxy answers a page', async () => {
    const server = await start({ script: inOrder([rateLimited(30), html()]) });
    const limited = await postChat(server.baseUrl, hello);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '30']);
    const page = await postChat(server.baseUrl, hello);
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
  });

  test.each([
    ['before the first byte', silent()],
    ['after some text', stalled(['one ', 'two '])],
  ])('a hang %s ends when the client goes away, and is recorded as aborted', async (_name, reply) => {
    const server = await start({ script: () => reply });
    const controller = new AbortController();
    const pending = postChat(server.baseUrl, hello, { signal: controller.signal }).then((response) =>
      response.text(),
    );
    const record = await server.nextRequest();
    controller.abort();
    await expect(pending).rejects.toThrow();
    await record.ended;
    expect(record).toMatchObject({ outcome: 'aborted', aborted: true });
  });

  test.each([0, 2])('a connection drops after %i chunks', async (chunks) => {
    const server = await start({ script: () => dropped(chunks) });
    await expect(postChat(server.baseUrl, hello).then((response) => response.text())).rejects.toThrow();
    expect(server.requests[0]?.outcome).toBe('dropped');
  });

  test('an error may come inside a stream that began well', async () => {
    const error = { message: 'Overloaded', type: 'server_error', code: null };
    const server = await start({ script: () => say('a b c', { errorAt: { at: 2, error } }) });
    const text = await (await postChat(server.baseUrl, hello)).text();
    expect(text).toContain('"message":"Overloaded"');
    expect(text).not.toContain('[DONE]');
  });

  test('a gate holds an answer until it is opened', async () => {
    const gate = createGate();
    const server = await start({ script: () => say('late', { hold: { at: 'head', gate } }) });
    const pending = postChat(server.baseUrl, hello);
    const record = await server.nextRequest();
    expect(record.outcome).toBe('open');
    gate.open();
    expect((await readAnswer(await pending)).text).toBe('late');
    await record.ended;
    expect(record.outcome).toBe('answered');
  });
});

describe('CORS', () => {
  const origin = 'http://127.0.0.1:5999';

  test('a preflight for the usual headers is granted to the exact origin', async () => {
    const server = await start({ script: () => say('x') });
    const headers = { origin, 'access-control-request-headers': 'authorization,content-type' };
    const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(server.violations).toEqual([]);
  });

  test('a header that vendors need not admit is a violation', async () => {
    const server = await start({ script: () => say('x') });
    const headers = { origin, 'access-control-request-headers': 'x-stainless-os' };
    await fetch(`${server.baseUrl}/chat/completions`, { method: 'OPTIONS', headers });
    expect(server.violations).toEqual([expect.stringContaining('x-stainless-os')]);
  });

  test('an origin outside the list is refused without CORS headers', async () => {
    const server = await start({ script: () => say('x'), origins: ['http://localhost:1'] });
    const response = await fetch(`${server.baseUrl}/models`, { headers: { origin } });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the judge in the server', () => {
  test('a bad request is answered 400 in the vendor’s form and kept as a violation', async () => {
    const server = await start({ script: () => say('x') });
    const orphan = toyBody([
      { role: 'user', content: 'x' },
      { role: 'tool', tool_call_id: 'c', content: 'y' },
    ]);
    const response = await postChat(server.baseUrl, orphan);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'result-orphan', param: 'messages[1]' },
    });
    expect(server.violations).toEqual([expect.stringContaining('request 0: result-orphan at messages[1]')]);
    expect(server.requests[0]?.outcome).toBe('refused');
  });

  test('a result that changes or vanishes between requests is a violation', async () => {
    const server = await start({ script: () => say('x') });
    const call = (id: string): Record<string, unknown> => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'list_files', arguments: '{}' } }],
    });
    const result = (id: string, content: string): Record<string, unknown> => ({
      role: 'tool',
      tool_call_id: id,
      content,
    });
    const user = { role: 'user', content: 'x' };
    for (const messages of [
      [user, call('a'), result('a', '1'), call('b'), result('b', '2')],
      [user, call('a'), result('a', 'changed'), call('c'), result('c', '3')],
    ])
      await (await postChat(server.baseUrl, toyBody(messages))).text();
    expect(server.violations).toEqual([
      'request 1: result of list_files a was replaced',
      'request 1: call b and its result were lost',
    ]);
  });

  test('a request without tools is an aside: another script answers it and no wait takes it', async () => {
    const server = await start({ script: () => say('main'), aside: () => say('title') });
    const { tools: _, ...aside } = hello;
    expect((await readAnswer(await postChat(server.baseUrl, aside))).text).toBe('title');
    expect((await readAnswer(await postChat(server.baseUrl, hello))).text).toBe('main');
    expect((await server.nextRequest()).index).toBe(1);
  });

  test('silence is witnessed: quiet ends after its time, or at once with a request', async () => {
    const server = await start({ script: () => say('x') });
    await server.quiet(20);
    const broken = server.quiet(10_000);
    await Promise.all([expect(broken).rejects.toThrow('none was expected'), postChat(server.baseUrl, hello)]);
  });

  test('a script that throws is a violation and answers 500', async () => {
    const server = await start({
      script: () => {
        throw new Error('no such step');
      },
    });
    expect((await postChat(server.baseUrl, hello)).status).toBe(500);
    expect(server.violations).toEqual(['the script failed: Error: no such step']);
  });
});
