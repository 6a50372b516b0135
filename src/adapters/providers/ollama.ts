// Ollama's own interface: the window is asked for with each request and looked up afterwards, since the server gives
// less without a word. Lines of JSON instead of events; calls come whole, and without ids.

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { FailureError, failure } from '../../engine/failures.ts';
import type { Usage } from '../../engine/messages.ts';
import type { ModelEvent } from '../../engine/provider.ts';
import { estimateTokens } from '../../engine/tokens.ts';
import {
  classifyStreamError,
  headersOf,
  type PullingProvider,
  showModel,
  type WireContext,
} from '../../features/providers/providers.ts';
import { readLines } from './json-lines.ts';
import { ollamaBody } from './ollama-prompt.ts';
import { pullModel } from './ollama-pull.ts';
import { createPartEvents, type PartEvents } from './part-events.ts';
import { createWireProvider, type Listener, post, type WireOptions } from './wire-stream.ts';

const LINES = /ndjson|json-?lines|^$|octet-stream|text\/plain/i;

export function createOllama(options: WireOptions): Promise<PullingProvider> {
  const { endpoint, http, readBlob } = options;
  const { baseUrl } = endpoint;
  const thinks = new Map<string, boolean>();
  /** What a model was really loaded with, where that is less than asked for. */
  const narrow = new Map<string, number>();
  const looked = new Set<string>();

  const wire = createWireProvider(options, {
    wire: 'ollama',
    begin: async ({ request, key, context, signal, opened }) => {
      const { model } = request;
      if (!thinks.has(model)) {
        const shown = await showModel(http, { baseUrl, key, purpose: 'models', signal }, { id: model });
        thinks.set(model, shown.reasoning === true);
      }
      const { window, images, imageLimits } = await endpoint.capabilities(model);
      const body = await ollamaBody(request, {
        stamp: wire.stamp(model),
        window,
        images,
        ...(imageLimits === undefined ? {} : { imageLimits }),
        thinks: thinks.get(model) === true,
        readBlob,
      });
      const given = narrow.get(model);
      if (given !== undefined && estimateTokens(body) > given)
        throw new FailureError(tooNarrow(given, context));
      const response = await post(http, {
        wire: 'ollama',
        url: `${baseUrl}/api/chat`,
        key,
        body,
        signal,
        context,
        takes: LINES,
        request,
        opened,
      });
      return (listener) =>
        read(response, context, signal, listener, () => verify(model, window, key, signal));
    },
  });
  return Promise.resolve({
    ...wire,
    pull: (model, progress, signal) =>
      pullModel({ endpoint, http, clock: options.clock }, model, progress, signal),
  });

  /** Once a model: with how much the server has loaded it. Unknown is no reason to complain. */
  async function verify(
    model: string,
    window: number,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (looked.has(model)) return;
    looked.add(model);
    try {
      const answer = await http.fetch({
        url: `${baseUrl}/api/ps`,
        headers: headersOf('ollama', key),
        purpose: 'models',
        signal,
      });
      const given = loadedWindow(JSON.parse(await answer.text()), model);
      if (given !== undefined && given < window) narrow.set(model, given);
    } catch {
      looked.delete(model);
    }
  }
}

function tooNarrow(window: number, { host, model }: WireContext) {
  const facts = { host, window, ...(model === undefined ? {} : { model }) };
  return failure('context-overflow', `${host} has loaded the model with a window of ${window} tokens only`, {
    facts,
  });
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function loadedWindow(body: unknown, model: string): number | undefined {
  const { models } = fieldsOf(body);
  const list: readonly unknown[] = Array.isArray(models) ? models : [];
  const loaded = list.map(fieldsOf).find((row) => row['model'] === model || row['name'] === model);
  const length = loaded?.['context_length'];
  return typeof length === 'number' && length > 0 ? length : undefined;
}

async function* read(
  response: Response,
  context: WireContext,
  signal: AbortSignal,
  listener: Listener,
  done: () => Promise<void>,
): AsyncGenerator<ModelEvent, void> {
  const events = createPartEvents();
  const out: ModelEvent[] = [];
  let calls = 0;
  listener.wait();
  for await (const line of readLines(response, signal)) {
    if (signal.aborted) return;
    const { error, message, done: last, done_reason: reason, ...counts } = fieldsOf(line);
    if (error !== undefined) throw new FailureError(classifyStreamError({ error }, context));
    for (const part of partsIn(message, () => `call${(calls += 1)}`)) events.take(part, out);
    if (out.length > 0) {
      listener.content();
      listener.rest();
      yield* out;
      out.length = 0;
      listener.wait();
    }
    if (last !== true) continue;
    listener.rest();
    yield* ending(events, typeof reason === 'string' ? reason : 'stop', counts, done);
    return;
  }
  if (!signal.aborted) throw new FailureError(failure('bad-stream', 'the stream ended without saying why'));
}

async function* ending(
  events: PartEvents,
  reason: string,
  counts: Fields,
  done: () => Promise<void>,
): AsyncGenerator<ModelEvent, void> {
  const finished = events.finish({ unified: 'other', raw: reason });
  if (!finished.ok) throw new FailureError(failure(finished.code, finished.message));
  const out: ModelEvent[] = [];
  events.close(out);
  yield* out;
  await done();
  const { stop, rawStop } = finished;
  const usage = usageIn(counts);
  yield { type: 'end', stop, rawStop, ...(usage === undefined ? {} : { usage }) };
}

function* partsIn(message: unknown, nextId: () => string): Generator<LanguageModelV4StreamPart, void> {
  const { content, thinking, tool_calls: calls } = fieldsOf(message);
  const id = '0';
  if (typeof thinking === 'string') yield { type: 'reasoning-delta', id, delta: thinking };
  const speaks = (typeof content === 'string' && content !== '') || Array.isArray(calls);
  if (speaks) yield { type: 'reasoning-end', id };
  if (typeof content === 'string') yield { type: 'text-delta', id, delta: content };
  for (const call of Array.isArray(calls) ? calls : []) {
    const { name, arguments: given } = fieldsOf(fieldsOf(call)['function']);
    if (typeof name !== 'string') throw new FailureError(failure('bad-stream', 'a call without a name'));
    const input = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    yield { type: 'tool-call', toolCallId: nextId(), toolName: name, input };
  }
}

/** The prompt's count is missing where all of it came from the cache: then nothing is known. */
function usageIn(counts: Fields): Usage | undefined {
  const { prompt_eval_count: input, eval_count: output } = counts;
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  return {
    inputTokens: input,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: output,
    reasoningTokens: 0,
  };
}
