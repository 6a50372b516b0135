// What an Ollama server says of its models, model by model.

import { expect, it } from 'vitest';
import { createMemoryHttp } from '../../engine/testing/memory-http.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { listModels } from './model-list.ts';

const asking = {
  wire: 'ollama',
  baseUrl: 'http://127.0.0.1:11434',
  purpose: 'models',
  timeoutMs: 1_000,
  signal: new AbortController().signal,
} as const;

const shown: Readonly<Record<string, unknown>> = {
  'qwen3:8b': {
    capabilities: ['completion', 'tools', 'thinking'],
    model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
  },
  'llava:7b': { capabilities: ['completion', 'vision'], model_info: { 'llama.context_length': 32_768 } },
  'nomic:v1': { capabilities: ['embedding'], model_info: {} },
};

it('each model is asked about; what makes no text is left out, what is not told stays open', async () => {
  const http = createMemoryHttp(({ url, body }) => {
    if (url.endsWith('/api/tags'))
      return {
        body: JSON.stringify({
          models: [...Object.keys(shown), 'odd:1b'].map((name) => ({ name, model: name })),
        }),
      };
    const { model } = JSON.parse(typeof body === 'string' ? body : '{}');
    return shown[model] === undefined ? { status: 500 } : { body: JSON.stringify(shown[model]) };
  });
  expect(await listModels({ http, clock: createVirtualClock() }, asking)).toEqual([
    { id: 'qwen3:8b', trainedWindow: 40_960, tools: true, images: false, reasoning: true },
    { id: 'llava:7b', trainedWindow: 32_768, tools: false, images: true, reasoning: false },
    { id: 'odd:1b' },
  ]);
  expect(http.requests.map(({ url, method }) => [url.slice(asking.baseUrl.length), method])).toEqual([
    ['/api/tags', undefined],
    ...Array.from({ length: 4 }, () => ['/api/show', 'POST']),
  ]);
});

it('looking for servers asks for the list alone', async () => {
  const http = createMemoryHttp(() => ({ body: '{"models":[{"name":"a"}]}' }));
  await listModels({ http, clock: createVirtualClock() }, { ...asking, purpose: 'probe' });
  expect(http.requests).toHaveLength(1);
});
