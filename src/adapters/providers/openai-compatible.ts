// OpenAI Chat Completions and everything that speaks it, by the AI SDK's provider package (`doStream` only), behind our
// event union. Loaded on first use. No retry here: a stream ends in `end` or `fail`, the engine decides what follows.

import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ABORTED, orAborted, stopOf } from '../../engine/abort.ts';
import { FailureError, failure } from '../../engine/failures.ts';
import type { Usage } from '../../engine/messages.ts';
import type { Clock } from '../../engine/ports.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../engine/provider.ts';
import { TIMEOUTS, type Timeouts } from '../../engine/timeouts.ts';
import {
  drain,
  type Endpoint,
  listModels,
  readChatUsage,
  type WireContext,
} from '../../features/providers/providers.ts';
import '../../features/schema.ts';
import type { FetchHttp } from '../http.ts';
import { createChatEvents } from './chat-events.ts';
import { partFailure, refusal, silence, type Stage, thrownFailure } from './chat-failures.ts';
import { chatOptions, type ReadBlob } from './chat-prompt.ts';
import { createWatchdog } from './watchdog.ts';

export interface OpenAiCompatibleOptions {
  readonly endpoint: Endpoint;
  readonly http: FetchHttp;
  readonly clock: Clock;
  readonly readBlob: ReadBlob;
  readonly timeouts?: Timeouts;
}

export async function createOpenAiCompatible(options: OpenAiCompatibleOptions): Promise<Provider> {
  const { endpoint, http, clock, readBlob } = options;
  const timeouts = options.timeouts ?? (endpoint.local ? TIMEOUTS.local : TIMEOUTS.remote);
  const { host } = new URL(endpoint.baseUrl);
  // Imported late, and after schema.ts has told zod to compile nothing: else zod tries `new Function` as soon as the
  // package builds its schemas, which the policy of the page forbids and reports.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');

  const made = new Map<string, LanguageModelV4>();

  const provider: Provider = {
    id: endpoint.provider,
    stamp: (model) => ({ provider: endpoint.provider, model, endpoint: endpoint.baseUrl }),
    stream: (request, signal) => stream(request, signal),
    complete: (request, signal) => drain(stream(request, signal)),
    validateAuth: async (signal) => {
      const key = await endpoint.key();
      if (typeof key === 'object') return { ok: false, failure: key };
      const models = await listModels(
        { http, clock },
        { baseUrl: endpoint.baseUrl, key, purpose: 'models', timeoutMs: timeouts.connectMs, signal },
      );
      if ('code' in models) return { ok: false, failure: models };
      return { ok: true, models: models.map(({ id }) => id) };
    },
  };
  return provider;

  /**
   * The model of the package, sending through our port; whatever is no event stream becomes a failure right here. One
   * per name: making one builds its schemas anew.
   */
  function modelFor(name: string): LanguageModelV4 {
    const known = made.get(name);
    if (known !== undefined) return known;
    const model = createOpenAICompatible({
      name: 'chat',
      baseURL: endpoint.baseUrl,
      includeUsage: true,
      fetch: async (_url, init) => {
        const body = init?.body;
        const authorization = new Headers(init?.headers).get('authorization');
        const response = await http.fetch({
          url: `${endpoint.baseUrl}/chat/completions`,
          method: 'POST',
          // What else the package would send, a server's CORS list may refuse.
          headers: {
            'content-type': 'application/json',
            ...(authorization === null ? {} : { authorization }),
          },
          ...(typeof body === 'string' ? { body } : {}),
          signal: init?.signal ?? AbortSignal.abort(),
          purpose: 'model',
        });
        const contentType = response.headers.get('content-type');
        if (response.ok && !/json|html/i.test(contentType ?? '')) return response;
        const secret = authorization?.replace(/^Bearer /, '');
        const context = { host, model: name, now: clock.now(), secret };
        throw new FailureError(refusal(response, await response.text(), context));
      },
    }).chatModel(name);
    made.set(name, model);
    return model;
  }

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    if (signal.aborted) return;
    const closing = new AbortController();
    const closed = stopOf(closing.signal);
    const close = (): void => closing.abort();
    signal.addEventListener('abort', close, { once: true });
    let stage: Stage = 'connectMs';
    let silent = false;
    const watchdog = createWatchdog(clock, () => {
      silent = true;
      close();
    });
    const enter = (next: typeof stage): void => {
      stage = next;
      watchdog.stage(timeouts[next]);
    };
    let context: WireContext = { host, model: request.model, now: clock.now() };
    /** Undefined after a stop: the stream then simply ends. */
    const ending = (thrown: unknown): ModelEvent | undefined => {
      if (signal.aborted) return undefined;
      return {
        type: 'fail',
        failure: silent ? silence(stage, host) : thrownFailure(thrown, stage, context),
      };
    };
    try {
      enter('connectMs');
      const key = await orAborted(endpoint.key(), closed);
      if (key === ABORTED) return yield* only(ending(undefined));
      if (typeof key === 'object') return yield* only({ type: 'fail', failure: key });
      context = { ...context, secret: key };
      const begun = await orAborted(begin(request, key, closing.signal), closed);
      if (begun === ABORTED) return yield* only(ending(undefined));
      enter('firstContentMs');
      watchdog.rest();
      yield { type: 'open' };
      yield* read(begun, context, closing.signal, {
        wait: watchdog.wait,
        rest: watchdog.rest,
        content: () => {
          if (stage === 'firstContentMs') enter('idleMs');
        },
      });
      if (closing.signal.aborted) yield* only(ending(undefined));
    } catch (thrown) {
      yield* only(ending(thrown));
    } finally {
      watchdog.stop();
      signal.removeEventListener('abort', close);
      close();
    }
  }

  async function begin(
    request: ModelRequest,
    secret: string | undefined,
    signal: AbortSignal,
  ): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
    const call = await chatOptions(request, provider.stamp(request.model), readBlob);
    const headers = secret === undefined || secret === '' ? undefined : { authorization: `Bearer ${secret}` };
    const { stream: parts } = await modelFor(request.model).doStream({
      ...call,
      abortSignal: signal,
      ...(headers === undefined ? {} : { headers }),
    });
    return parts.getReader();
  }
}

interface Listener {
  wait(): void;
  rest(): void;
  /** Something that a person or a tool would see has come. */
  content(): void;
}

/** Reads to the end, or until `signal` aborts: then it just stops, mid-block. Throws what the connection throws. */
async function* read(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  context: WireContext,
  signal: AbortSignal,
  listener: Listener,
): AsyncGenerator<ModelEvent, void> {
  const events = createChatEvents();
  // Ends a pending read at once, whatever the connection does.
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  const out: ModelEvent[] = [];
  try {
    if (signal.aborted) return;
    listener.wait();
    while (true) {
      const { done, value: part } = await reader.read();
      if (signal.aborted) return;
      if (done) throw new FailureError(failure('bad-stream', 'the stream ended without saying why'));
      if (part.type === 'error') {
        const found = partFailure(part.error, context);
        if (found === undefined) continue;
        throw new FailureError(found);
      }
      if (part.type === 'finish') {
        listener.rest();
        const finished = events.finish(part.finishReason);
        if (!finished.ok) throw new FailureError(failure(finished.code, finished.message));
        events.close(out);
        yield* out;
        const { stop, rawStop } = finished;
        const usage: Usage | undefined = readChatUsage(part.usage.raw);
        yield { type: 'end', stop, rawStop, ...(usage === undefined ? {} : { usage }) };
        return;
      }
      events.take(part, out);
      if (out.length === 0) continue;
      listener.content();
      listener.rest();
      for (const event of out) yield event;
      out.length = 0;
      listener.wait();
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function* only(event: ModelEvent | undefined): Generator<ModelEvent, void> {
  if (event !== undefined) yield event;
}
