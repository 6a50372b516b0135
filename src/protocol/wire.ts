// The only file that touches ports. Two things that Comlink lacks: event streams over a MessagePort (with credit, so
// that a slow page holds nobody up), and failures as data, so that their codes survive the crossing.

import { expose, type Remote, type TransferHandler, transferHandlers, wrap } from 'comlink';
import { asFailure, type Failure, failure, FailureError } from '../engine/failures.ts';
import type { HostApi } from './host.ts';

/** Items that may be on their way to a reader that has not taken them. */
const CREDIT = 32;

type ToReader =
  | { readonly type: 'item'; readonly item: unknown }
  | { readonly type: 'done' }
  | { readonly type: 'fail'; readonly failure: Failure };
type ToSource = { readonly type: 'taken' } | { readonly type: 'return' };

/** Commands as promises, streams as async iterables: the host's own type, whichever side of the worker one is on. */
export type HostClient = HostApi;

export function exposeHost(host: HostApi, endpoint?: MessagePort): void {
  register();
  if (endpoint === undefined) expose(host);
  else expose(host, endpoint);
}

export function connectHost(worker: Worker | MessagePort): HostClient {
  register();
  const remote: Remote<HostApi> = wrap<HostApi>(worker);
  // Comlink types an async iterable result as a proxy of it; our handler delivers the iterable itself.
  return remote as unknown as HostClient;
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  transferHandlers.set('stream', streamHandler);
  const thrown = transferHandlers.get('throw');
  if (thrown === undefined) throw new TypeError('comlink without its throw handler');
  const failureHandler: TransferHandler<unknown, unknown> = {
    canHandle: (value): value is unknown => thrown.canHandle(value),
    serialize: (value) => [failureOf(isThrown(value) ? value.value : value), []],
    deserialize: (sent) => {
      throw new FailureError(sent as Failure);
    },
  };
  transferHandlers.set('throw', failureHandler);
}

/** Engines word it differently; a TypeError of each. */
const MISSING_CHUNK = /dynamically imported module|importing a module script failed/i;

function failureOf(thrown: unknown): Failure {
  const missing = thrown instanceof TypeError && MISSING_CHUNK.test(thrown.message);
  return missing ? failure('chunk-missing', 'a part of the harness did not load') : asFailure(thrown);
}

function isThrown(value: unknown): value is { readonly value: unknown } {
  return typeof value === 'object' && value !== null && 'value' in value;
}

const streamHandler: TransferHandler<AsyncIterable<unknown>, MessagePort> = {
  // A handle of a folder can be iterated too, and crosses as the platform's clone.
  canHandle: (value): value is AsyncIterable<unknown> =>
    typeof value === 'object' && value !== null && Symbol.asyncIterator in value && !('isSameEntry' in value),
  serialize: (source) => {
    const { port1, port2 } = new MessageChannel();
    void pump(source, port1);
    return [port2, [port2]];
  },
  deserialize: (port) => readStream(port),
};

/** Pulls only what the reader has room for. */
async function pump(source: AsyncIterable<unknown>, port: MessagePort): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  let credit = CREDIT;
  let wake: (() => void) | undefined;
  let returned = false;
  const send = (message: ToReader): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToSource>) => {
    if (data.type === 'taken') credit++;
    else {
      returned = true;
      void iterator.return?.().catch(() => undefined);
    }
    wake?.();
  };
  try {
    for (;;) {
      while (credit === 0 && !returned) await new Promise<void>((resolve) => (wake = resolve));
      const step = returned ? undefined : await iterator.next();
      if (step === undefined || step.done === true) break;
      credit--;
      send({ type: 'item', item: step.value });
    }
    send({ type: 'done' });
  } catch (thrown) {
    send({ type: 'fail', failure: asFailure(thrown) });
  } finally {
    // Closing at once would drop what is still in the port; the reader closes its end when it has the last word.
    if (returned) port.close();
  }
}

/** One reader; leaving the loop ends the source. */
function readStream(port: MessagePort): AsyncIterableIterator<unknown> {
  const arrived: ToReader[] = [];
  let wake: (() => void) | undefined;
  let closed = false;
  const say = (message: ToSource): void => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToReader>) => {
    arrived.push(data);
    wake?.();
  };
  const close = (): IteratorResult<unknown> => {
    if (!closed) port.close();
    closed = true;
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      while (arrived.length === 0 && !closed) await new Promise<void>((resolve) => (wake = resolve));
      const message = arrived.shift();
      if (closed || message === undefined || message.type === 'done') return close();
      if (message.type === 'fail') {
        close();
        throw new FailureError(message.failure);
      }
      say({ type: 'taken' });
      return { done: false, value: message.item };
    },
    return: async () => {
      if (!closed) say({ type: 'return' });
      const end = close();
      wake?.();
      return end;
    },
  };
}
