// What goes wrong on this wire, as failures; silences with a virtual clock; stopping closes the connection.

import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../engine/provider.ts';
import { TIMEOUTS } from '../../engine/timeouts.ts';
import { collect, delta, eventStream, frame, openBody, question, serve } from './fixtures/server.ts';

const never = new AbortController().signal;
const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
const html = (status: number): Response =>
  new Response('<!doctype html><title>Portal</title>', { status, headers: { 'content-type': 'text/html' } });

async function failureOf(answer: () => Response | Error, key?: string) {
  const { provider } = await serve(answer, key === undefined ? {} : { key });
  const events = await collect(provider.stream(question, never));
  const last = events.at(-1);
  expect(events.filter(({ type }) => type === 'end' || type === 'fail')).toHaveLength(1);
  return last?.type === 'fail' ? last.failure : undefined;
}

describe('answers that are no stream', () => {
  it.each([
    [
      '401',
      () => json(401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }),
      'auth',
    ],
    ['404 of a model', () => json(404, { error: { message: "model 'm' not found" } }), 'model-missing'],
    ['429', () => json(429, { error: { message: 'Rate limit reached' } }), 'rate-limit'],
    ['500', () => json(500, { error: { message: 'oops' } }), 'server-error'],
    ['an HTML page with 200', () => html(200), 'not-a-provider'],
    ['an HTML page with 404', () => html(404), 'not-a-provider'],
    ['a whole answer instead of a stream', () => json(200, { choices: [] }), 'not-a-provider'],
    [
      'an error as JSON with 200',
      () => json(200, { error: { message: 'Rate limit exceeded' } }),
      'rate-limit',
    ],
    ['a refused connection', () => new TypeError('Failed to fetch'), 'unreachable'],
  ])('%s', async (_, answer, code) => {
    expect(await failureOf(answer)).toMatchObject({ code, facts: { host: '127.0.0.1:9' } });
  });

  it('the wait that the server asks for is passed on', async () => {
    const answer = () => json(429, { error: { message: 'slow down' } }, { 'retry-after': '7' });
    expect(await failureOf(answer)).toMatchObject({ code: 'rate-limit', retryAfterMs: 7_000, status: 429 });
  });

  it('a server that repeats the key does not get it into the message', async () => {
    const key = 'secret-key-4711';
    const found = await failureOf(() => json(401, { error: { message: `no such key ${key}` } }), key);
    expect(found?.message).toContain('[key]');
    expect(JSON.stringify(found)).not.toContain(key);
  });
});

describe('failures inside a stream that began with 200', () => {
  it.each([
    ['overload', { error: { message: 'Overloaded', type: 'overloaded_error' } }, 'overloaded'],
    ['overload by number', { error: { code: 529, message: 'busy' } }, 'overloaded'],
    ['rate limit by number', { error: { code: 429, message: 'slow' } }, 'rate-limit'],
    [
      'a bare string',
      { error: 'Trying to keep the first 9000 tokens when context the overflows.' },
      'context-overflow',
    ],
    ['no reason', { error: { message: 'The server had an error' } }, 'server-error'],
    ['broken JSON', '{"choices":[{"delta":', 'bad-stream'],
    ['another shape', { choices: [{ delta: 7 }] }, 'bad-stream'],
  ])('%s ends it at once', async (_, chunk, code) => {
    const found = await failureOf(() =>
      eventStream(frame([delta({ content: 'Partial' }), chunk, delta({ content: 'more' }, 'stop')])),
    );
    expect(found).toMatchObject({ code });
  });

  it('a connection that breaks after content is lost, not finished', async () => {
    const body = openBody();
    const { provider } = await serve(() => eventStream(body.stream));
    body.push(frame([delta({ content: 'Partial' })], false));
    const events: ModelEvent[] = [];
    for await (const event of provider.stream(question, never)) {
      events.push(event);
      if (event.type === 'text-delta') body.fail();
    }
    expect(events.map(({ type }) => type)).toEqual(['open', 'text-start', 'text-delta', 'fail']);
    expect(events.at(-1)).toMatchObject({ failure: { code: 'connection-lost' } });
  });
});

describe('silence', () => {
  const pump = async (
    server: Awaited<ReturnType<typeof serve>>,
    events: Promise<ModelEvent[]>,
    ms: number,
  ) => {
    // Streams of the platform take turns of the event loop that the virtual clock does not see.
    await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance(ms);
    return events;
  };

  it.each([
    ['remote', false, TIMEOUTS.remote],
    ['local', true, TIMEOUTS.local],
  ])('%s: no answer within the time to connect', async (_, local, timeouts) => {
    const server = await serve(() => 'hang', { local });
    const events = collect(server.provider.stream(question, never));
    expect(await pump(server, events, timeouts.connectMs)).toMatchObject([
      { type: 'fail', failure: { code: 'connect-timeout' } },
    ]);
    expect(server.sent[0]?.init.signal?.aborted).toBe(true);
  });

  it.each([
    ['remote', false, TIMEOUTS.remote],
    ['local', true, TIMEOUTS.local],
  ])('%s: an answer, but no content; comments are no content', async (_, local, timeouts) => {
    const body = openBody();
    const server = await serve(() => eventStream(body.stream), { local });
    body.push(': keep-alive\n\n');
    const events = collect(server.provider.stream(question, never));
    expect(await pump(server, events, timeouts.firstContentMs)).toMatchObject([
      { type: 'open' },
      { type: 'fail', failure: { code: 'first-content-timeout' } },
    ]);
    expect(body.cancelled || server.sent[0]?.init.signal?.aborted).toBe(true);
  });

  it('pings are no content either', async () => {
    const body = openBody();
    const server = await serve(() => eventStream(body.stream));
    const events = collect(server.provider.stream(question, never));
    await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 3; n += 1) {
      body.push('data: {"type":"ping"}\n\n');
      await new Promise((resolve) => setImmediate(resolve));
      await server.clock.advance(TIMEOUTS.remote.firstContentMs / 3);
    }
    expect((await events).at(-1)).toMatchObject({ failure: { code: 'first-content-timeout' } });
  });

  it('silence after content', async () => {
    const body = openBody();
    const server = await serve(() => eventStream(body.stream));
    body.push(frame([delta({ content: 'Well' })], false));
    const events = collect(server.provider.stream(question, never));
    const all = await pump(server, events, TIMEOUTS.remote.idleMs);
    expect(all.at(-1)).toMatchObject({ type: 'fail', failure: { code: 'idle-timeout' } });
  });

  it('a slow stream that goes on is left alone, with one timer for all of it', async () => {
    const body = openBody();
    const server = await serve(() => eventStream(body.stream));
    const stream = server.provider.stream(question, never)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual({ type: 'open' });
    let text = '';
    for (let n = 0; n < 20; n += 1) {
      body.push(frame([delta({ content: `${n} ` })], false));
      let event = (await stream.next()).value;
      if (n === 0) event = (await stream.next()).value;
      if (event?.type === 'text-delta') text += event.delta;
      expect(server.clock.waiting()).toBe(1);
      await server.clock.advance(TIMEOUTS.remote.idleMs - 1);
    }
    body.push(frame([delta({}, 'stop')]));
    body.close();
    const rest: ModelEvent[] = [];
    for (let step = await stream.next(); step.done !== true; step = await stream.next())
      rest.push(step.value);
    expect(rest.at(-1)).toMatchObject({ type: 'end' });
    expect(text).toBe(Array.from({ length: 20 }, (_, n) => `${n} `).join(''));
    expect(server.clock.waiting()).toBe(0);
  });

  it('what the reader takes for itself is not silence of the server', async () => {
    const body = openBody();
    const server = await serve(() => eventStream(body.stream));
    body.push(frame([delta({ content: 'Well' }), delta({}, 'stop')]));
    body.close();
    const types: string[] = [];
    for await (const event of server.provider.stream(question, never)) {
      types.push(event.type);
      await server.clock.advance(10 * TIMEOUTS.remote.firstContentMs);
    }
    expect(types.at(-1)).toBe('end');
  });
});

describe('stopping', () => {
  it('before anything is sent, nothing is sent', async () => {
    const server = await serve(() => 'hang');
    expect(await collect(server.provider.stream(question, AbortSignal.abort()))).toEqual([]);
    expect(server.sent).toEqual([]);
  });

  it('while the server keeps us waiting, the stream just ends and the request is aborted', async () => {
    const stop = new AbortController();
    const server = await serve(() => 'hang');
    const events = collect(server.provider.stream(question, stop.signal));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await events).toEqual([]);
    expect(server.sent[0]?.init.signal?.aborted).toBe(true);
    expect(server.clock.waiting()).toBe(0);
  });

  it('in the middle of a stream that hangs, nothing more is said and the connection is closed', async () => {
    const stop = new AbortController();
    const body = openBody();
    const server = await serve(() => eventStream(body.stream));
    body.push(frame([delta({ content: 'Well' })], false));
    const types: string[] = [];
    for await (const event of server.provider.stream(question, stop.signal)) {
      types.push(event.type);
      if (event.type === 'text-delta') setImmediate(() => stop.abort());
    }
    expect(types).toEqual(['open', 'text-start', 'text-delta']);
    expect(server.sent[0]?.init.signal?.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(body.cancelled).toBe(true);
    expect(server.clock.waiting()).toBe(0);
  });

  it('a reader that leaves early closes the connection too', async () => {
    const body = openBody();
    const server = await serve(() => eventStream(body.stream));
    body.push(frame([delta({ content: 'Well' })], false));
    for await (const event of server.provider.stream(question, never)) if (event.type === 'text-delta') break;
    expect(server.sent[0]?.init.signal?.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(body.cancelled).toBe(true);
    expect(server.clock.waiting()).toBe(0);
  });
});
