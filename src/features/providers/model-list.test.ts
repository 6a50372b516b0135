// Lists of models as the servers of this wire give them, and what we take from each.

import { describe, expect, it } from 'vitest';
import { createMemoryHttp } from '../../engine/testing/memory-http.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { capabilitiesOf } from './catalogue.ts';
import { listModels, readModelList } from './model-list.ts';
import { findPreset } from './presets.ts';

describe('readModelList', () => {
  it.each([
    [
      'Ollama',
      { object: 'list', data: [{ id: 'qwen3:8b', object: 'model', owned_by: 'library' }] },
      [{ id: 'qwen3:8b' }],
    ],
    [
      'vLLM',
      { data: [{ id: 'meta/x', owned_by: 'vllm', max_model_len: 40_960 }] },
      [{ id: 'meta/x', window: 40_960 }],
    ],
    [
      'llama.cpp',
      {
        models: [{ name: 'gguf', model: 'gguf' }],
        data: [{ id: 'gguf', meta: { n_ctx_train: 131_072, n_ctx: 16_384 } }],
      },
      [{ id: 'gguf', window: 16_384, trainedWindow: 131_072 }],
    ],
    [
      'LM Studio, native',
      {
        data: [
          { id: 'a', type: 'vlm', max_context_length: 131_072, loaded_context_length: 8_192 },
          { id: 'b', type: 'embeddings' },
        ],
      },
      [{ id: 'a', window: 8_192, trainedWindow: 131_072, images: true }],
    ],
    [
      'OpenRouter',
      {
        data: [
          {
            id: 'v/m',
            context_length: 200_000,
            architecture: { input_modalities: ['text', 'image'] },
            supported_parameters: ['tools', 'temperature', 'reasoning'],
            top_provider: { max_completion_tokens: 64_000 },
            pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003' },
          },
          { id: 'v/auto', pricing: { prompt: '-1', completion: '-1' } },
        ],
      },
      [
        {
          id: 'v/m',
          window: 200_000,
          maxOutput: 64_000,
          tools: true,
          images: true,
          reasoning: true,
          price: { input: 3, output: 15, cached: 0.3 },
        },
        { id: 'v/auto' },
      ],
    ],
    [
      'Google',
      {
        models: [
          {
            name: 'models/gemini-3-pro-preview',
            displayName: 'Gemini 3 Pro',
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 65_536,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
            thinking: true,
          },
          { name: 'models/text-embedding-004', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      [
        {
          id: 'gemini-3-pro-preview',
          label: 'Gemini 3 Pro',
          window: 1_048_576,
          maxOutput: 65_536,
          reasoning: true,
        },
      ],
    ],
    [
      'Anthropic',
      {
        data: [
          { type: 'model', id: 'claude-opus-5-5', display_name: 'Claude Opus 5.5', created_at: '2026-09-22' },
        ],
        has_more: false,
      },
      [{ id: 'claude-opus-5-5', label: 'Claude Opus 5.5' }],
    ],
    [
      'Mistral',
      {
        data: [
          {
            id: 'a',
            max_context_length: 32_768,
            capabilities: { completion_chat: true, function_calling: true, vision: false },
          },
          { id: 'b', capabilities: { completion_chat: false } },
        ],
      },
      [{ id: 'a', trainedWindow: 32_768, tools: true, images: false }],
    ],
    ['a bare list of names', ['a', 'b', 'a'], [{ id: 'a' }, { id: 'b' }]],
    [
      'rows that are nothing',
      { data: [null, 7, {}, { id: '' }, { id: 'nomic-embed-text' }, { id: 'x' }] },
      [{ id: 'x' }],
    ],
    ['no models yet', { data: [] }, []],
  ])('%s', (_, body, expected) => {
    expect(readModelList(body)).toEqual(expected);
  });

  it.each([{}, { error: 'x' }, 'x', 7, null])('%j is no list', (body) => {
    expect(readModelList(body)).toBeUndefined();
  });
});

describe('listModels', () => {
  const request = {
    wire: 'openai-chat',
    baseUrl: 'http://127.0.0.1:9/v1',
    purpose: 'probe',
    timeoutMs: 100,
    signal: new AbortController().signal,
  } as const;

  it('asks once, with the key it was given and nothing else', async () => {
    const http = createMemoryHttp(() => ({ body: '{"data":[{"id":"a"}]}' }));
    const clock = createVirtualClock();
    expect(await listModels({ http, clock }, { ...request, key: 'k' })).toEqual([{ id: 'a' }]);
    expect(http.requests).toMatchObject([
      { url: 'http://127.0.0.1:9/v1/models', headers: { authorization: 'Bearer k' }, purpose: 'probe' },
    ]);
    expect(clock.waiting()).toBe(0);
  });

  it.each([
    [{ body: '<!doctype html><p>Hi' }, 'not-a-provider'],
    [{ body: 'Ollama is running' }, 'not-a-provider'],
    [{ body: '{"hello":1}' }, 'not-a-provider'],
    [{ status: 401 }, 'auth'],
    [{ status: 404, body: '{"detail":"Not Found"}' }, 'not-a-provider'],
    ['unreachable', 'unreachable'],
  ] as const)('%j is %s', async (answer, code) => {
    const http = createMemoryHttp(() => answer);
    expect(await listModels({ http, clock: createVirtualClock() }, request)).toMatchObject({
      code,
      facts: { host: '127.0.0.1:9' },
    });
  });

  it('waits no longer than it may, and not at all after a stop', async () => {
    const http = createMemoryHttp(() => 'hang');
    const clock = createVirtualClock();
    const slow = listModels({ http, clock }, request);
    await clock.advance(100);
    expect(await slow).toMatchObject({ code: 'connect-timeout' });
    const stop = new AbortController();
    const stopped = listModels({ http, clock }, { ...request, signal: stop.signal });
    stop.abort();
    expect(await stopped).toMatchObject({ code: 'connection-lost' });
    expect(clock.waiting()).toBe(0);
  });
});

describe('capabilitiesOf', () => {
  const at = (id: string, local: boolean, host = 'h') => {
    const preset = findPreset(id);
    if (preset === undefined) throw new Error(id);
    return { preset, host, local };
  };

  it('what the endpoint reports is known; what the table says of a local server is a guess', () => {
    expect(capabilitiesOf({ id: 'qwen3:8b', window: 40_960 }, at('vllm', true))).toMatchObject({
      window: 40_960,
      windowKnown: true,
      reasoning: true,
      local: true,
    });
    expect(capabilitiesOf({ id: 'llama3.1:8b' }, at('llamacpp', true))).toMatchObject({
      window: 32_768,
      windowKnown: false,
    });
    // Told with each request.
    expect(capabilitiesOf({ id: 'llama3.1:8b' }, at('ollama', true))).toMatchObject({
      window: 16_384,
      windowKnown: true,
    });
    expect(capabilitiesOf({ id: 'llama3:8b' }, at('ollama', true))).toMatchObject({ window: 8_192 });
    expect(capabilitiesOf({ id: 'llama-3.1-8b' }, at('openai-compatible', false))).toMatchObject({
      window: 131_072,
      windowKnown: true,
    });
    expect(capabilitiesOf({ id: 'nobody-knows' }, at('openai-compatible', false))).toEqual({
      window: 32_768,
      windowKnown: false,
      tools: true,
      images: false,
      reasoning: false,
      local: false,
    });
  });

  it('a model on this machine costs nothing, and a price stays with its host', () => {
    const price = { input: 1, output: 2 };
    expect(capabilitiesOf({ id: 'x', price }, at('vllm', true)).price).toBeUndefined();
    expect(capabilitiesOf({ id: 'x', price }, at('openai-compatible', false)).price).toEqual(price);
    expect(capabilitiesOf({ id: 'grok-3-mini' }, at('openai-compatible', false)).price).toBeUndefined();
    expect(
      capabilitiesOf({ id: 'grok-3-mini' }, at('openai-compatible', false, 'api.x.ai')).price,
    ).toBeDefined();
  });
});
