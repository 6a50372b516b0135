// OpenAI Chat Completions and everything that speaks it, by the AI SDK's provider package (`doStream` only), behind our
// event union. Loaded on first use. No retry here: a stream ends in `end` or `fail`, the engine decides what follows.

import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ABORTED, orAborted, stopOf } from '../../engine/abort.ts';
import { asFailure, type Failure, FailureError, failure } from '../../engine/failures.ts';
import type { Usage } from '../../engine/messages.ts';
import type { Clock } from '../../engine/ports.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../engine/provider.ts';
import { TIMEOUTS, type Timeouts } from '../../engine/timeouts.ts';
import {
  classifyAnswer,
  classifyStreamError,
  drain,
  type Endpoint,
  listModels,
  looksLikeHtml,
  readChatUsage,
  type WireContext,
} from '../../features/providers/providers.ts';
import '../../features/schema.ts';
import type { FetchHttp } from '../http.ts';
import { createChatEvents } from './chat-events.ts';
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
    let stage: keyof typeof SILENCES = 'connectMs';
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
        failure: silent ? silence(SILENCES[stage], host) : thrownFailure(thrown, stage, context),
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
    while (true) {
      listener.wait();
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
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

const SILENCES = {
  connectMs: 'connect-timeout',
  firstContentMs: 'first-content-timeout',
  idleMs: 'idle-timeout',
} as const;

function silence(code: (typeof SILENCES)[keyof typeof SILENCES], host: string): Failure {
  return failure(code, `${host} was silent for too long`, { facts: { host } });
}

function* only(event: ModelEvent | undefined): Generator<ModelEvent, void> {
  if (event !== undefined) yield event;
}

/** An answer that is no stream of events. */
function refusal(response: Response, body: string, context: WireContext): Failure {
  const contentType = response.headers.get('content-type');
  const { status, headers } = response;
  if (!response.ok) return classifyAnswer({ status, contentType, body, headers }, context);
  if (!looksLikeHtml(contentType, body)) {
    const error = errorIn(body);
    if (error !== undefined) return classifyStreamError(error, context);
  }
  const { host } = context;
  return failure('not-a-provider', `${host} answered with ${contentType}, not with a stream`, {
    status,
    facts: { host },
  });
}

function errorIn(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'error' in value
      ? (value.error ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}

/** An error part: the server's own error object, or a chunk that the package couldn't read. Undefined: nothing lost. */
function partFailure(error: unknown, context: WireContext): Failure | undefined {
  const name = error instanceof Error ? error.name : '';
  if (name === '') return classifyStreamError(error, context);
  if (name !== 'AI_TypeValidationError')
    return failure('bad-stream', `${context.host} sent what is no event`);
  const value: unknown =
    error !== null && typeof error === 'object' && 'value' in error ? error.value : undefined;
  if (typeof value === 'object' && value !== null) {
    if ('error' in value && value.error !== null) return classifyStreamError(value.error, context);
    // A ping, or a note of a proxy.
    if (!('choices' in value)) return undefined;
  }
  return failure('bad-stream', `${context.host} sent an event of another shape`);
}

function thrownFailure(thrown: unknown, stage: keyof typeof SILENCES, context: WireContext): Failure {
  const found = failureIn(thrown);
  const { host } = context;
  if (found !== undefined) return { ...found, facts: { host, ...found.facts } };
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'AI_InvalidResponseDataError')
    return failure('bad-stream', `${host} sent a broken call`, { facts: { host } });
  if (name === 'AI_EmptyResponseBodyError')
    return failure('empty-reply', `${host} sent nothing`, { facts: { host } });
  const code = stage === 'connectMs' ? 'unreachable' : 'connection-lost';
  return { ...asFailure(thrown, code), facts: { host } };
}

/** Ours may come wrapped: the package keeps what our port threw as a cause. */
function failureIn(thrown: unknown): Failure | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth += 1) {
    if (error instanceof FailureError) return error.failure;
  }
  return undefined;
}
