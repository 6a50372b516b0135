// What every wire shares: the key at each request, the silences of a stream, stopping, and that a stream ends in `end`
// or `fail`. How a request is written and an answer read is the wire's own. No retry here: that is the engine's.

import { ABORTED, orAborted, stopOf } from '../../engine/abort.ts';
import { FailureError } from '../../engine/failures.ts';
import type { Clock } from '../../engine/ports.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../engine/provider.ts';
import { TIMEOUTS, type Timeouts } from '../../engine/timeouts.ts';
import {
  drain,
  type Endpoint,
  headersOf,
  listModels,
  type Wire,
  type WireContext,
} from '../../features/providers/providers.ts';
import type { FetchHttp } from '../http.ts';
import type { ReadBlob } from './prompt.ts';
import { createWatchdog } from './watchdog.ts';
import { refusal, type Stage, silence, thrownFailure } from './wire-failures.ts';

export interface WireOptions {
  readonly endpoint: Endpoint;
  readonly http: FetchHttp;
  readonly clock: Clock;
  readonly readBlob: ReadBlob;
  readonly timeouts?: Timeouts;
}

/** What a reader tells of its waiting, for the silences. */
export interface Listener {
  wait(): void;
  rest(): void;
  /** Something that a person or a tool would see has come. */
  content(): void;
}

export interface Asking {
  readonly request: ModelRequest;
  readonly key: string | undefined;
  readonly context: WireContext;
  readonly signal: AbortSignal;
  /** To be called when the answer's head has come: from then on it is the first content that is waited for. */
  opened(): void;
}

/** Reads to the end, or until the signal aborts: then it just stops, mid-block. Throws what the connection throws. */
export type Read = (listener: Listener) => AsyncGenerator<ModelEvent, void>;

export interface WireTalk {
  readonly wire: Wire;
  /** Sends the request; resolves once the answer can be read, which some packages put off. Rejects with whatever: it becomes a failure here. */
  begin(asking: Asking): Promise<Read>;
}

export function createWireProvider(options: WireOptions, talk: WireTalk): Provider {
  const { endpoint, http, clock } = options;
  const timeouts = options.timeouts ?? (endpoint.local ? TIMEOUTS.local : TIMEOUTS.remote);
  const { host } = new URL(endpoint.baseUrl);

  return {
    id: endpoint.provider,
    stamp: (model) => ({ provider: endpoint.provider, model, endpoint: endpoint.baseUrl }),
    stream: (request, signal) => stream(request, signal),
    complete: (request, signal) => drain(stream(request, signal)),
    validateAuth: async (signal) => {
      const key = await endpoint.key();
      if (typeof key === 'object') return { ok: false, failure: key };
      const { baseUrl } = endpoint;
      const models = await listModels(
        { http, clock },
        { wire: talk.wire, baseUrl, key, purpose: 'models', timeoutMs: timeouts.connectMs, signal },
      );
      if ('code' in models) return { ok: false, failure: models };
      return { ok: true, models: models.map(({ id }) => id) };
    },
  };

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
    const images = imagesIn(request);
    let context: WireContext = { host, model: request.model, images, now: clock.now() };
    const opened = (): void => {
      if (stage === 'connectMs') enter('firstContentMs');
    };
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
      const begun = await orAborted(
        talk.begin({ request, key, context, signal: closing.signal, opened }),
        closed,
      );
      if (begun === ABORTED) return yield* only(ending(undefined));
      opened();
      watchdog.rest();
      yield { type: 'open' };
      yield* begun({
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
}

function imagesIn({ messages }: ModelRequest): number {
  let count = 0;
  for (const message of messages) {
    if (message.role === 'user') count += message.parts.filter(({ type }) => type === 'image').length;
    if (message.role === 'tool') for (const { images = [] } of message.results) count += images.length;
  }
  return count;
}

function* only(event: ModelEvent | undefined): Generator<ModelEvent, void> {
  if (event !== undefined) yield event;
}

/** Sends a body and takes back a stream; whatever is none becomes a failure right here. */
export async function post(
  http: FetchHttp,
  sending: {
    readonly wire: Wire;
    readonly url: string;
    readonly key: string | undefined;
    /** Beyond the wire's own. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
    readonly context: WireContext;
    readonly takes: RegExp;
    /** The model call it carries out, where it is one. */
    readonly request?: Pick<ModelRequest, 'sessionKey' | 'call'>;
    readonly opened?: () => void;
  },
): Promise<Response> {
  const {
    wire,
    url,
    key,
    headers,
    body,
    signal,
    context,
    takes,
    opened,
    request: { sessionKey, call } = {},
  } = sending;
  const response = await http.fetch({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(wire, key), ...headers },
    body,
    signal,
    purpose: 'model',
    ...(sessionKey === undefined || call === undefined ? {} : { about: { session: sessionKey, call } }),
  });
  opened?.();
  if (response.ok && takes.test(response.headers.get('content-type') ?? '')) return response;
  throw new FailureError(refusal(response, await response.text(), context));
}
