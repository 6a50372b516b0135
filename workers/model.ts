// The model worker: one model, one answer at a time, with no network at all: weights and engine come as blobs. It
// streams text as it falls, stops within a token, and knows nothing of calls, sessions or storage. Whoever started it
// kills it to free the memory.

import type { FromModel, ToModel } from '../src/adapters/model-talk.ts';
import type { LoadedModel } from './model-load.ts';

declare const self: DedicatedWorkerGlobalScope;

const say = (message: FromModel): void => self.postMessage(message);
const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

let loading: Promise<LoadedModel> | undefined;
const stopped = new Set<number>();

async function load(wish: Extract<ToModel, { type: 'load' }>): Promise<LoadedModel> {
  // Not at the top: what is posted while a module waits there is lost.
  const { loadModel } = await import('./model-load.ts');
  return loadModel(wish);
}

async function run(job: Extract<ToModel, { type: 'run' }>): Promise<void> {
  const { id } = job;
  try {
    if (loading === undefined) throw new Error('no model is loaded');
    const model = await loading;
    const inputTokens = model.count(job);
    if (inputTokens >= job.window) return say({ type: 'too-long', id, inputTokens });
    say({ type: 'begun', id, inputTokens });
    const halt = job.halt === undefined ? undefined : new Int32Array(job.halt);
    const { outputTokens, why } = await model.answer(job, {
      say: (delta) => say({ type: 'text', id, delta }),
      isStopped: () => stopped.has(id) || (halt !== undefined && Atomics.load(halt, 0) !== 0),
      givesWay: halt === undefined,
    });
    say({ type: 'ended', id, why, inputTokens, outputTokens });
  } catch (thrown) {
    say({ type: 'run-failed', id, message: wordsOf(thrown) });
  } finally {
    stopped.delete(id);
  }
}

self.onmessage = ({ data }: MessageEvent<ToModel>) => {
  switch (data.type) {
    case 'load':
      loading = load(data);
      loading.then(
        ({ device }) => say({ type: 'loaded', device }),
        (thrown: unknown) => say({ type: 'load-failed', message: wordsOf(thrown) }),
      );
      return;
    case 'run':
      void run(data);
      return;
    case 'stop':
      stopped.add(data.id);
  }
};
