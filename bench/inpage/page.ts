// Both ways of asking the same model the same thing, in one page: our provider, and the library alone in a worker.

import { createSystemClock } from '../../src/adapters/clock.ts';
import { createHttp } from '../../src/adapters/http.ts';
import { createModelHost, startModelWorker } from '../../src/adapters/model-host.ts';
import { createModelStore } from '../../src/adapters/model-store.ts';
import { createInPage } from '../../src/adapters/providers/in-page.ts';
import { IN_PAGE_MODELS } from '../../src/features/providers/providers.ts';

export interface Asked {
  readonly text: string;
  readonly tokens: number;
  readonly ms: number;
  readonly firstMs: number;
}

const [model] = IN_PAGE_MODELS;
if (model === undefined) throw new Error('no model');
const SYSTEM = 'You are a helpful agent.';
const clock = createSystemClock();
const http = createHttp({ clock });
const store = createModelStore({ http, root: new URL('/', location.href).href });
const models = createModelHost({ clock, start: startModelWorker, store: async () => store });
const provider = await createInPage({
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

async function ours(prompt: string): Promise<Asked> {
  const from = performance.now();
  let text = '';
  let tokens = 0;
  let firstMs = 0;
  const request = {
    role: 'main',
    model: model?.id ?? '',
    system: SYSTEM,
    messages: [{ role: 'user', parts: [{ type: 'text', text: prompt }] }],
    tools: [],
  } as const;
  for await (const event of provider.stream(request, new AbortController().signal)) {
    if (event.type === 'text-delta') {
      if (text === '') firstMs = performance.now() - from;
      text += event.delta;
    }
    if (event.type === 'end') tokens = event.usage?.outputTokens ?? 0;
    if (event.type === 'fail') throw new Error(event.failure.message);
  }
  return { text, tokens, ms: performance.now() - from, firstMs };
}

const bareWorker = async (): Promise<Worker> => {
  const content = await store.open(model);
  if (content === undefined) throw new Error('not kept');
  const worker = new Worker(new URL('./bare-entry.ts', import.meta.url), { type: 'module' });
  await new Promise((resolve) => {
    worker.onmessage = resolve;
    worker.postMessage({ kind: store.kind, engine: content.engine });
  });
  return worker;
};
let starting: Promise<Worker> | undefined;

async function bare(prompt: string): Promise<Asked> {
  starting ??= bareWorker();
  const worker = await starting;
  const from = performance.now();
  let text = '';
  let firstMs = 0;
  const tokens = await new Promise<number>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<{ delta?: string; tokens?: number }>) => {
      if (data.delta !== undefined) {
        if (text === '') firstMs = performance.now() - from;
        text += data.delta;
      }
      if (data.tokens !== undefined) resolve(data.tokens);
    };
    const messages = [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: prompt },
    ];
    worker.postMessage({ messages, maxOutput: model?.maxOutput ?? 0 });
  });
  return { text, tokens, ms: performance.now() - from, firstMs };
}

/** One answer on a graphics card made of software: only that this path runs at all. */
async function software(prompt: string): Promise<{ readonly device: string; readonly text: string }> {
  const imitated = createModelHost({
    clock,
    store: async () => store,
    softwareGpu: true,
    start: () => {
      const thread = startModelWorker();
      return {
        ...thread,
        onMessage: (call) =>
          thread.onMessage((message) => {
            if (message.type === 'loaded') device = message.device;
            call(message);
          }),
      };
    },
  });
  let device = '';
  let text = '';
  const job = {
    messages: [{ role: 'user', content: prompt }],
    tools: [],
    window: 4_096,
    maxOutput: 24,
  };
  if (model === undefined) throw new Error('no model');
  for await (const said of imitated.run(model, job, new AbortController().signal)) {
    if (said.type === 'text') text += said.delta;
    if (said.type === 'run-failed') throw new Error(said.message);
  }
  imitated.end();
  return { device, text };
}

Object.assign(globalThis, { ours, bare, software });
