// The tiny model, fetched, kept and run as in the app: real files, the real worker, the real engine. Its prompts are
// pinned: seen to work, and greedy, so that they go on to.

import { afterAll, expect, test } from 'vitest';
import { asId, type CallId } from '../../engine/ids.ts';
import { SENT_ON } from '../../engine/prompts.ts';
import type { ModelEvent, ModelRequest, ToolDefinition } from '../../engine/provider.ts';
import { IN_PAGE_MODELS } from '../../features/providers/providers.ts';
import { createSystemClock } from '../clock.ts';
import { createHttp } from '../http.ts';
import { createModelHost, startModelWorker } from '../model-host.ts';
import { createModelStore } from '../model-store.ts';
import { gpuWorks } from '../../../workers/model-gpu.ts';
import { createInPage } from './in-page.ts';

const clock = createSystemClock();
const http = createHttp({ clock });
const root = new URL('/', location.href).href;
const models = createModelHost({
  clock,
  start: startModelWorker,
  store: async () => createModelStore({ http, root }),
});

const making = createInPage({
  endpoint: {
    provider: 'in-page',
    baseUrl: 'in-page://this-page.localhost',
    local: true,
    key: async () => undefined,
    capabilities: () => Promise.reject(new Error('not asked')),
  },
  http,
  clock,
  readBlob: async () => undefined,
  models,
});

const READ: ToolDefinition = {
  name: 'read_file',
  description: 'Reads a text file.',
  input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

const asking = (text: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  role: 'main',
  model: 'tiny-agent',
  system: 'You are a helpful agent.',
  messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  tools: [READ],
  ...more,
});

async function ask(
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of (await making).stream(request, signal)) events.push(event);
  return events;
}

const textOf = (events: readonly ModelEvent[]): string =>
  events.flatMap((event) => (event.type === 'text-delta' ? [event.delta] : [])).join('');

afterAll(async () => models.remove('tiny-agent'));

test('streams text, and counts with the model’s own tokenizer', async () => {
  const events = await ask(asking('say the river bends twice'));
  expect(textOf(events)).toBe('the river bends twice');
  expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(1);
  const usage = { inputTokens: 136, outputTokens: 12, cachedTokens: 0 };
  expect(events.at(-1)).toMatchObject({ type: 'end', stop: 'stop', usage });
}, 60_000);

test('calls the tool with what it was told, and reads a short result back', async () => {
  const asked = asking('call read_file {"path": "notes/05-may.md"}');
  const events = await ask(asked);
  expect(events.map(({ type }) => type)).toEqual([
    'open',
    'tool-input-start',
    'tool-input-delta',
    'tool-input-end',
    'end',
  ]);
  expect(events[1]).toMatchObject({ tool: 'read_file' });
  expect(events[2]).toMatchObject({ delta: '{"path":"notes/05-may.md"}' });
  expect(events.at(-1)).toMatchObject({ stop: 'tool-calls' });
  const callId = asId<CallId>('c1');
  const after = await ask({
    ...asked,
    messages: [
      ...asked.messages,
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', callId, tool: 'read_file', argumentsText: '{"path":"notes/05-may.md"}' },
        ],
      },
      { role: 'tool', results: [{ callId, tool: 'read_file', ok: true, text: 'high water at noon' }] },
    ],
  });
  expect(textOf(after)).toMatch(/^The result is: /);
  expect(after.at(-1)).toMatchObject({ type: 'end', stop: 'stop' });
}, 60_000);

test('says nothing of the day to a model that is too small for it', async () => {
  const dated = asking('', {
    messages: [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'say the river bends twice' },
          { type: 'text', text: SENT_ON('2026-12-01') },
        ],
      },
    ],
  });
  expect(textOf(await ask(dated))).toBe('the river bends twice');
}, 60_000);

test('refuses what its window does not hold, without running', async () => {
  const events = await ask(asking(`say ${'word '.repeat(3_000)}`));
  expect(events.at(-1)).toMatchObject({ type: 'fail', failure: { code: 'context-overflow' } });
}, 60_000);

test('stops within a token, and answers the next question', async () => {
  const [model] = IN_PAGE_MODELS;
  if (model === undefined) throw new Error('no model');
  const shelf = createModelStore({ http, root });
  const content = await shelf.open(model);
  if (content === undefined) throw new Error('not kept');
  const thread = startModelWorker();
  const { kind } = shelf;
  const job = {
    messages: [{ role: 'user', content: 'say one two three four five six seven eight nine ten' }],
    tools: [],
    window: 4_096,
    maxOutput: 64,
  };
  const ended: { why: string; outputTokens: number }[] = [];
  await new Promise<void>((resolve, reject) => {
    thread.onError(reject);
    thread.onMessage((message) => {
      if (message.type === 'loaded') thread.post({ type: 'run', id: 1, ...job });
      if (message.type === 'text' && message.id === 2 && ended.length === 1)
        thread.post({ type: 'stop', id: 2 });
      if (message.type === 'load-failed' || message.type === 'run-failed') reject(new Error(message.message));
      if (message.type !== 'ended') return;
      ended.push(message);
      if (message.id === 1) thread.post({ type: 'run', id: 2, ...job });
      else resolve();
    });
    thread.post({ type: 'load', model: model.id, content, kind, mayUseGpu: false, softwareGpu: false });
  }).finally(() => thread.kill());
  expect(ended[0]?.why).toBe('stop');
  expect(ended[1]?.why).toBe('stopped');
  // The first word is two or three tokens; the stop needs a turn of the page.
  expect(ended[1]?.outputTokens).toBeLessThan((ended[0]?.outputTokens ?? 0) / 2);
}, 60_000);

test('what is kept is not fetched again, and goes when it is dropped', async () => {
  expect(await models.kept(IN_PAGE_MODELS)).toEqual(['tiny-agent']);
  await models.remove('tiny-agent');
  expect(await models.kept(IN_PAGE_MODELS)).toEqual([]);
});

test('no graphics card that is made of software is taken', async () => {
  const adapter = 'gpu' in navigator ? await navigator.gpu.requestAdapter() : null;
  if (adapter?.info.isFallbackAdapter === false) return;
  expect(await gpuWorks({ software: false })).toBe(false);
});
