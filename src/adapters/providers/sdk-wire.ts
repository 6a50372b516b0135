// The AI SDK's provider packages behind our event union: `doStream` only. One model object per name; the key goes with
// each request, past the package, so that no package keeps it.

import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { FailureError, failure } from '../../engine/failures.ts';
import type { JsonObject } from '../../engine/ids.ts';
import type { Usage } from '../../engine/messages.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../engine/provider.ts';
import { type ModelTraits, WIRES, type Wire, type WireContext } from '../../features/providers/providers.ts';
import { createPartEvents } from './part-events.ts';
import { callOptions, type PromptRules } from './prompt.ts';
import { partFailure } from './wire-failures.ts';
import { type Asking, createWireProvider, type Listener, post, type WireOptions } from './wire-stream.ts';

/** Keys never go through the package; it wants one all the same. */
export const NO_KEY = 'none';

export type PackageFetch = (url: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Collects what the package doesn't know of, out of the events as they came. */
export interface Extra {
  take(event: unknown): void;
  data(): JsonObject | undefined;
}

export interface SdkWire {
  readonly wire: Wire;
  model(name: string, send: PackageFetch): LanguageModelV4;
  rules(capabilities: ModelTraits): PromptRules;
  /** What the wire adds to a request. */
  settle?(
    call: LanguageModelV4CallOptions,
    request: ModelRequest,
    capabilities: ModelTraits,
  ): LanguageModelV4CallOptions | Promise<LanguageModelV4CallOptions>;
  usage?(usage: LanguageModelV4Usage): Usage | undefined;
  finish?(reason: LanguageModelV4FinishReason): LanguageModelV4FinishReason;
  extra?(): Extra;
}

/** Whatever is neither JSON nor a page may be a stream: some servers name no type at all. */
const STREAM = /^(?!.*(json|html))/i;

/** Which request a body of the package belongs to: it hands our headers through, and the signal. */
type Sending = Pick<Asking, 'key' | 'context' | 'request' | 'opened'>;

export function createSdkProvider(options: WireOptions, sdk: SdkWire): Provider {
  const { endpoint, http, readBlob } = options;
  const { wire } = sdk;
  const made = new Map<string, LanguageModelV4>();
  const sendings = new WeakMap<AbortSignal, Sending>();

  const send: PackageFetch = async (url, init) => {
    const signal = init?.signal ?? AbortSignal.abort();
    const sending = sendings.get(signal);
    const { body } = init ?? {};
    if (sending === undefined || typeof body !== 'string') throw new Error('a request that nobody made');
    const given = new Headers(init?.headers);
    const also = WIRES[wire].also.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const headers = Object.fromEntries(also);
    return post(http, {
      wire,
      url: url instanceof Request ? url.url : url.toString(),
      ...sending,
      headers,
      body,
      signal,
      takes: STREAM,
    });
  };
  /** Making one builds its schemas anew. */
  const modelFor = (name: string): LanguageModelV4 => {
    const model = made.get(name) ?? sdk.model(name, send);
    made.set(name, model);
    return model;
  };

  const provider: Provider = createWireProvider(options, {
    wire,
    begin: async ({ request, key, context, signal, opened }) => {
      const capabilities = await endpoint.capabilities(request.model);
      const rules = sdk.rules(capabilities);
      const stamp = provider.stamp(request.model);
      const plain = await callOptions(request, stamp, rules, readBlob, capabilities.imageLimits);
      const call = (await sdk.settle?.(plain, request, capabilities)) ?? plain;
      sendings.set(signal, { key, context, request, opened });
      const extra = sdk.extra?.();
      const { stream } = await modelFor(request.model).doStream({
        ...call,
        abortSignal: signal,
        ...(extra === undefined ? {} : { includeRawChunks: true }),
      });
      return (listener) => read(stream.getReader(), { sdk, extra, context, signal }, listener);
    },
  });
  return provider;
}

interface Reading {
  readonly sdk: SdkWire;
  readonly extra: Extra | undefined;
  readonly context: WireContext;
  readonly signal: AbortSignal;
}

async function* read(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  { sdk, extra, context, signal }: Reading,
  listener: Listener,
): AsyncGenerator<ModelEvent, void> {
  const events = createPartEvents();
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
      if (part.type === 'raw') {
        extra?.take(part.rawValue);
        continue;
      }
      if (part.type === 'finish') {
        listener.rest();
        const finished = events.finish(sdk.finish?.(part.finishReason) ?? part.finishReason);
        if (!finished.ok) throw new FailureError(failure(finished.code, finished.message));
        const data = extra?.data();
        if (data !== undefined) events.think(data, out);
        events.close(out);
        yield* out;
        const { stop, rawStop } = finished;
        const usage = (sdk.usage ?? usageOf)(part.usage);
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

/** As the package counts; undefined where the server reported nothing, and the caller then estimates. */
function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined;
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  };
}
