// What each wire wants beyond the shared: headers, cache marks, keys, ids, fillers. One request each, read whole.

import { describe, expect, it } from 'vitest';
import { asId, type CallId } from '../../engine/ids.ts';
import type { RequestMessage } from '../../engine/messages.ts';
import type { ModelRequest } from '../../engine/provider.ts';
import { findPreset } from '../../features/providers/presets.ts';
import { problemsIn } from './fixtures/judges.ts';
import { collect, eventStream, question, type ServeOptions, serve } from './fixtures/server.ts';
import { vendors } from './fixtures/vendors.ts';

const never = new AbortController().signal;
const tools = [{ name: 'list_files', description: 'Lists.', input: { type: 'object', properties: {} } }];
const user = (text: string): RequestMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const call = (id: string): readonly RequestMessage[] => [
  {
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: asId<CallId>(id), tool: 'list_files', argumentsText: '{}' }],
  },
  { role: 'tool', results: [{ callId: asId<CallId>(id), tool: 'list_files', ok: false, text: 'Denied.' }] },
];

async function sentBy(name: string, request: Partial<ModelRequest> = {}, options: ServeOptions = {}) {
  const vendor = vendors.find((one) => one.name === name);
  const preset = findPreset(name);
  if (vendor === undefined || preset === undefined) throw new Error(name);
  const server = await serve(() => eventStream(vendor.body, vendor.contentType), {
    provider: name,
    wire: vendor.wire,
    baseUrl: preset.baseUrl,
    key: 'k-1234',
    ...(preset.quirks === undefined ? {} : { quirks: preset.quirks }),
    ...options,
  });
  await collect(server.provider.stream({ ...question, tools, ...request }, never));
  const sent = server.sent.find(
    ({ init, url }) => init.method === 'POST' && init.body !== undefined && !url.endsWith('/api/show'),
  );
  const body = JSON.parse(sent?.body ?? 'null');
  expect(problemsIn(vendor.wire, body)).toEqual([]);
  return { url: sent?.url, headers: sent?.headers, body, all: server.sent };
}

describe('Anthropic Messages', () => {
  it('the key goes in its own header, with the word that lets a page ask, and nothing else', async () => {
    const { url, headers } = await sentBy('anthropic');
    expect(url).toBe('https://api.anthropic.com/v1/messages');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-api-key': 'k-1234',
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    });
  });

  it('tools with system, the end of the last request and the end of this one are marked for the cache', async () => {
    const messages = [user('one'), ...call('c1'), ...call('c2')];
    const { body } = await sentBy('anthropic', { messages });
    const marked = { cache_control: { type: 'ephemeral' } };
    expect(body.system).toMatchObject([marked]);
    expect(
      body.messages.map((message: { content: object[] }) =>
        message.content.map((part) => 'cache_control' in part),
      ),
    ).toEqual([[false], [false], [true], [false], [true]]);
    expect(body.messages[2].content[0]).toMatchObject({ ...marked, type: 'tool_result', is_error: true });
  });

  it('the limit is the model’s where nothing is asked, and never more than it', async () => {
    expect((await sentBy('anthropic', {}, { traits: { maxOutput: 64_000 } })).body.max_tokens).toBe(64_000);
    expect((await sentBy('anthropic')).body.max_tokens).toBe(32_000);
    const asked = await sentBy('anthropic', { maxOutputTokens: 90_000 }, { traits: { maxOutput: 64_000 } });
    expect(asked.body.max_tokens).toBe(64_000);
  });

  it('a model whose thoughts are bound to what stood before is told to drop them, not to refuse', async () => {
    const { body, headers } = await sentBy('anthropic', { role: 'title' }, { traits: { thinking: 'bound' } });
    expect(body.thinking).toMatchObject({
      type: 'adaptive',
      block_binding: { prefix_mismatch_behavior: 'drop_block' },
    });
    expect(headers?.['anthropic-beta']).toContain('thinking-binding-controls');
    expect((await sentBy('anthropic')).body).not.toHaveProperty('thinking');
  });

  it('tools that may not be called stay listed', async () => {
    const { body } = await sentBy('anthropic', { toolChoice: 'none' });
    expect(body).toMatchObject({ tool_choice: { type: 'none' }, tools: [{ name: 'list_files' }] });
  });
});

describe('OpenAI Responses', () => {
  it('stores nothing, asks for sealed thinking, and gives the cache a key of its own making', async () => {
    const { url, headers, body } = await sentBy('openai', { sessionKey: 'a session '.repeat(20) });
    expect(url).toBe('https://api.openai.com/v1/responses');
    expect(headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer k-1234' });
    expect(body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    expect(body.prompt_cache_key).toMatch(/^[0-9a-f]{64}$/);
    const other = await sentBy('openai', { sessionKey: 'another' });
    expect(other.body.prompt_cache_key).not.toBe(body.prompt_cache_key);
    const plain = await sentBy('openai', {}, { traits: { reasoning: false } });
    expect(plain.body).not.toHaveProperty('include');
    expect(plain.body).not.toHaveProperty('prompt_cache_key');
  });
});

describe('Google Gemini', () => {
  it('the key stands in a header, never in the address', async () => {
    const { url, headers, body } = await sentBy('google', { model: 'gemini-3-pro-preview' });
    expect(url).toBe(
      'https://generativelanguage.googleapis.com/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse',
    );
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-goog-api-key': 'k-1234' });
    expect(body.generationConfig.thinkingConfig).toEqual({ includeThoughts: true });
  });

  it('a model that does not think is not asked to show it', async () => {
    const { body } = await sentBy('google', {}, { traits: { reasoning: false } });
    expect(JSON.stringify(body)).not.toContain('thinkingConfig');
  });
});

describe('presets over Chat', () => {
  it('Mistral gets ids of nine letters, a word of the model between results and a message, and no question for usage', async () => {
    const messages = [user('one'), ...call('call_0123456789'), ...call('abcDEF123'), user('two')];
    const { body } = await sentBy('mistral', { messages });
    const ids = body.messages.flatMap(
      (message: { tool_calls?: { id: string }[] }) => message.tool_calls?.map(({ id }) => id) ?? [],
    );
    expect(ids).toEqual([expect.stringMatching(/^[a-zA-Z0-9]{9}$/), 'abcDEF123']);
    const results = body.messages.flatMap((message: { tool_call_id?: string }) => message.tool_call_id ?? []);
    expect(results).toEqual(ids);
    expect(body.messages.slice(-3).map(({ role }: { role: string }) => role)).toEqual([
      'tool',
      'assistant',
      'user',
    ]);
    expect(body).not.toHaveProperty('stream_options');
    expect((await sentBy('mistral', { messages })).body).toEqual(body);
  });

  it('DeepSeek gets the field of thinking on every message that calls, empty where another model made it', async () => {
    const { body } = await sentBy('deepseek', { messages: [user('one'), ...call('c1'), user('two')] });
    expect(body.messages[2]).toMatchObject({ role: 'assistant', reasoning_content: '' });
    const plain = await sentBy(
      'deepseek',
      { messages: [user('one'), ...call('c1')] },
      { traits: { reasoning: false } },
    );
    expect(JSON.stringify(plain.body)).not.toContain('reasoning_content');
  });
});

describe('Ollama', () => {
  it('the window is asked for, too much is an error, and the result names its tool', async () => {
    const { all } = await sentBy(
      'ollama',
      { messages: [user('one'), ...call('c1')], maxOutputTokens: 64 },
      { traits: { window: 16_384 } },
    );
    const chat = all.find(({ url }) => url.endsWith('/api/chat'));
    const body = JSON.parse(chat?.body ?? 'null');
    expect(body).toMatchObject({
      stream: true,
      truncate: false,
      shift: false,
      options: { num_ctx: 16_384, num_predict: 64 },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one' },
        { role: 'assistant', tool_calls: [{ function: { name: 'list_files', arguments: {} } }] },
        { role: 'tool', tool_name: 'list_files', content: 'Denied.' },
      ],
    });
    expect(chat?.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer k-1234' });
  });
});
