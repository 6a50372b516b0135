// The in-page models of one tab: starts the model worker when one is asked for, with one model at a time, lets answers
// wait for each other, and ends the worker after a while without work. Abort works at every stage.

import { FailureError, failure } from '../engine/failures.ts';
import type { Clock } from '../engine/ports.ts';
import type { FromModel, ModelJob, ToModel } from './model-talk.ts';
import type { ModelStore, Progress, StoredModel } from './model-store.ts';

export interface HostedModel extends StoredModel {
  readonly usesGpu: boolean;
}

/** What the worker says while it answers. */
export type Said = Extract<FromModel, { readonly id: number }>;

export interface ModelHost {
  /** Fetches it where it isn't there. */
  fetch(model: HostedModel, progress: Progress, signal: AbortSignal): Promise<void>;
  /**
   * What the model says, ending in `ended`, `too-long` or `run-failed`; after an abort it just stops. Fetches and loads
   * first what is needed. Rejects with what went wrong before it could be asked.
   */
  run(model: HostedModel, job: ModelJob, signal: AbortSignal): AsyncGenerator<Said, void>;
  /** Which of them can be used without a network. */
  kept(models: readonly StoredModel[]): Promise<readonly string[]>;
  remove(id: string): Promise<void>;
  end(): void;
}

/** The part of a Worker that is used. */
export interface ModelThread {
  post(message: ToModel): void;
  onMessage(call: (message: FromModel) => void): void;
  onError(call: (message: string) => void): void;
  kill(): void;
}

export interface ModelHostOptions {
  readonly clock: Clock;
  readonly store: () => Promise<ModelStore>;
  readonly start: () => ModelThread;
  readonly idleMs?: number;
  /** Tests only. */
  readonly softwareGpu?: boolean;
}

const IDLE_MS = 5 * 60_000;

interface Loaded {
  readonly model: string;
  readonly thread: ModelThread;
  readonly ready: Promise<void>;
  hear: ((message: FromModel) => void) | undefined;
}

export function createModelHost(options: ModelHostOptions): ModelHost {
  const { clock, store, start, idleMs = IDLE_MS, softwareGpu = false } = options;
  let loaded: Loaded | undefined;
  let last = 0;
  let turn: Promise<void> = Promise.resolve();
  let cancelIdle = (): void => undefined;

  const end = (): void => {
    cancelIdle();
    loaded?.thread.kill();
    loaded?.hear?.({ type: 'load-failed', message: 'ended' });
    loaded = undefined;
  };

  const load = async (model: HostedModel, signal: AbortSignal): Promise<Loaded> => {
    if (loaded?.model === model.id) return loaded;
    end();
    const shelf = await store();
    if (!(await shelf.has(model))) await shelf.fetch(model, () => undefined, signal);
    const content = await shelf.open(model);
    if (content === undefined) throw new FailureError(failure('io-failed', `${model.id} is not all there`));
    signal.throwIfAborted();
    const thread = start();
    let ready = (): void => undefined;
    let broken: (message: string) => void = () => undefined;
    const fresh: Loaded = {
      model: model.id,
      thread,
      ready: new Promise((resolve, reject) => {
        ready = resolve;
        broken = (message) =>
          reject(new FailureError(failure('server-error', `${model.id} could not be loaded: ${message}`)));
      }),
      hear: undefined,
    };
    fresh.ready.catch(() => undefined);
    const fail = (message: string): void => {
      broken(message);
      fresh.hear?.({ type: 'load-failed', message });
      if (loaded === fresh) end();
    };
    thread.onMessage((message) => {
      if (message.type === 'loaded') ready();
      else if (message.type === 'load-failed') fail(message.message);
      else fresh.hear?.(message);
    });
    thread.onError(fail);
    loaded = fresh;
    const { kind } = shelf;
    thread.post({
      type: 'load',
      model: model.id,
      content,
      kind,
      mayUseGpu: model.usesGpu || softwareGpu,
      softwareGpu,
    });
    return fresh;
  };

  const run = async function* (
    model: HostedModel,
    job: ModelJob,
    signal: AbortSignal,
  ): AsyncGenerator<Said, void> {
    const before = turn;
    let leave = (): void => undefined;
    turn = new Promise((resolve) => {
      leave = resolve;
    });
    cancelIdle();
    let id = 0;
    let current: Loaded | undefined;
    const queue: FromModel[] = [];
    let wake = (): void => undefined;
    const flag = globalThis.crossOriginIsolated === true ? new SharedArrayBuffer(4) : undefined;
    const halt = (): void => {
      if (flag !== undefined) Atomics.store(new Int32Array(flag), 0, 1);
      if (id > 0) current?.thread.post({ type: 'stop', id });
    };
    const stop = (): void => {
      halt();
      wake();
    };
    signal.addEventListener('abort', stop, { once: true });
    let open = false;
    try {
      await before;
      if (signal.aborted) return;
      current = await load(model, signal);
      current.hear = (message) => {
        queue.push(message);
        wake();
      };
      await current.ready;
      if (signal.aborted) return;
      id = last += 1;
      open = true;
      current.thread.post({ type: 'run', id, ...job, ...(flag === undefined ? {} : { halt: flag }) });
      for (;;) {
        const message = queue.shift();
        if (message === undefined) {
          if (signal.aborted) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (message.type === 'load-failed') {
          open = false;
          throw new FailureError(failure('server-error', `${model.id} stopped: ${message.message}`));
        }
        if (!('id' in message) || message.id !== id) continue;
        const over = message.type !== 'begun' && message.type !== 'text';
        if (over) open = false;
        yield message;
        if (over) return;
      }
    } finally {
      signal.removeEventListener('abort', stop);
      // Left in mid-answer: the next one waits behind it for a token at most.
      if (open) halt();
      if (current !== undefined) current.hear = undefined;
      cancelIdle();
      cancelIdle = clock.after(idleMs, end);
      leave();
    }
  };

  return {
    fetch: async (model, progress, signal) => (await store()).fetch(model, progress, signal),
    run,
    kept: async (models) => {
      const shelf = await store();
      const found = await Promise.all(
        models.map(async (model) => ((await shelf.has(model)) ? [model.id] : [])),
      );
      return found.flat();
    },
    remove: async (id) => {
      if (loaded?.model === id) end();
      await (await store()).remove(id);
    },
    end,
  };
}

/** The browser's. */
export function startModelWorker(): ModelThread {
  const worker = new Worker(new URL('../../workers/model.ts', import.meta.url), {
    type: 'module',
    name: 'model',
  });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (call) => {
      worker.onmessage = ({ data }: MessageEvent<FromModel>) => call(data);
    },
    onError: (call) => {
      worker.onerror = (event) => call(event.message);
      worker.onmessageerror = () => call('an answer that could not be read');
    },
    kill: () => worker.terminate(),
  };
}
