// The request inspector's ear at the Http port (F5): hears a model call and its answer as they pass, byte for byte, and
// keeps them once the answer has ended. Secrets are masked before anything is kept. It never slows or breaks a stream:
// the bytes go through as they are, and what can't be kept is not.

import type { Clock, HttpRequest } from '../engine/ports.ts';
import type { KeptCall } from '../protocol/host.ts';
import type { CallStore } from './call-store.ts';
import { createMask } from './call-mask.ts';

/** Of one answer, and of one request's text. */
const MOST_BYTES = 2 ** 20;
const MOST_TEXT = 4 * 2 ** 20;

export interface Witness {
  /** The same answer, to be read in its place. */
  answered(response: Response): Response;
  failed(): void;
}

export type CallKeeper = (request: HttpRequest) => Witness | undefined;

export function createCallKeeper({
  clock,
  store,
}: {
  readonly clock: Clock;
  readonly store: CallStore;
}): CallKeeper {
  return (request) => {
    const { about, body } = request;
    if (about === undefined || typeof body !== 'string') return undefined;
    const mask = createMask(request);
    const at = clock.now();
    const from = clock.elapsed();
    const keep = (heard: Pick<KeptCall, 'status' | 'answerHeaders' | 'answer' | 'end'>): void => {
      const call: KeptCall = {
        at,
        method: request.method ?? 'GET',
        url: mask.address(request.url),
        headers: mask.headers(Object.entries(request.headers ?? {})),
        body: mask.text(body.slice(0, MOST_TEXT)),
        ...(body.length > MOST_TEXT ? { bodyLeft: body.length - MOST_TEXT } : {}),
        ms: Math.round(clock.elapsed() - from),
        ...heard,
        answerHeaders: mask.headers(heard.answerHeaders),
        answer: mask.text(heard.answer),
      };
      // Nobody waits for it, and a full disk is no reason to disturb a run.
      void store.keep(about, call).catch(() => undefined);
    };
    return {
      failed: () => keep({ answerHeaders: [], answer: '', end: 'none' }),
      answered: (response) => {
        const status = { status: response.status, answerHeaders: [...response.headers] };
        if (response.body === null) {
          keep({ ...status, answer: '', end: 'whole' });
          return response;
        }
        const stream = overhear(response.body, request.signal, (answer, end) =>
          keep({ ...status, answer, end }),
        );
        const { status: code, statusText, headers } = response;
        return withUrl(new Response(stream, { status: code, statusText, headers }), response.url);
      },
    };
  };
}

/** Passes on each chunk as it is asked for; `ended` hears all of it, once. */
function overhear(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  ended: (text: string, end: KeptCall['end']) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let told = false;
  const tell = (end: KeptCall['end']): void => {
    if (told) return;
    told = true;
    const decoder = new TextDecoder();
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    ended(text, bytes > MOST_BYTES ? 'shortened' : end);
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            controller.close();
            tell('whole');
            return;
          }
          bytes += value.byteLength;
          // What is passed on may be taken away from us: a copy is small beside what is made of it.
          if (bytes <= MOST_BYTES) chunks.push(value.slice());
          controller.enqueue(value);
        } catch (thrown) {
          tell(signal.aborted ? 'closed' : 'cut');
          controller.error(thrown);
        }
      },
      async cancel(reason) {
        tell('closed');
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A made response has no address; failures name the one that answered. */
function withUrl(response: Response, url: string): Response {
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
