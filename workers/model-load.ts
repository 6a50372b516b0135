// A model behind transformers.js: loads it from blobs, counts with its tokenizer, lets it speak in its own chat
// template. A chunk of its own, since the library is large.

import type { Device, ModelFiles, ModelJob, ToModel } from '../src/adapters/model-talk.ts';
import type { JsonObject } from '../src/engine/ids.ts';
import { giveEngine } from './model-engine-given.ts';
import { gpuWorks } from './model-gpu.ts';

export interface Answered {
  readonly outputTokens: number;
  readonly why: 'stop' | 'length' | 'stopped';
}

export interface AnswerListener {
  say(delta: string): void;
  /** Asked after every token. */
  isStopped(): boolean;
  /** A stop comes by message, which is heard only between two tokens that let it in. That costs time. */
  readonly givesWay: boolean;
}

export interface LoadedModel {
  readonly device: Device;
  count(job: ModelJob): number;
  /** Greedy, so that the same question has the same answer. */
  answer(job: ModelJob, listener: AnswerListener): Promise<Answered>;
}

/** Longer than any address that the library makes up. */
const HERE = 'in-page/';

export async function loadModel(wish: Extract<ToModel, { type: 'load' }>): Promise<LoadedModel> {
  giveEngine({ kind: wish.kind, binary: await wish.content.engine.arrayBuffer() });
  const gpu = wish.mayUseGpu && wish.kind === 'jspi' && (await gpuWorks({ software: wish.softwareGpu }));
  const library = await import('@huggingface/transformers');
  const { AutoModelForCausalLM, AutoTokenizer, InterruptableStoppingCriteria, TextStreamer, env } = library;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = HERE;
  env.useBrowserCache = false;
  env.useFSCache = false;
  env.fetch = (address: string | URL) =>
    Promise.resolve(answerFrom(wish.content, wish.model, String(address)));
  const tokenizer = await AutoTokenizer.from_pretrained(wish.model);
  const open = (device: Device) =>
    AutoModelForCausalLM.from_pretrained(wish.model, { device, dtype: 'fp32' });
  let device: Device = gpu ? 'webgpu' : 'wasm';
  // A card that fails with this model is as good as none.
  const model = await open(device).catch((thrown: unknown) => {
    if (device === 'wasm') throw thrown;
    device = 'wasm';
    return open(device);
  });
  const forward = model.forward.bind(model);
  let givesWay = false;
  const breath = createBreath();
  // The engine's promises alone never give way to messages.
  model.forward = async (inputs) => {
    if (givesWay) await breath();
    return forward(inputs);
  };

  const encode = ({ messages, tools }: ModelJob) =>
    tokenizer.apply_chat_template(messages.map(messageOf), {
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
      add_generation_prompt: true,
      return_dict: true,
    });

  return {
    device,
    count: (job) => lengthOf(encode(job)),
    answer: async (job, { say, isStopped, givesWay: wanted }) => {
      givesWay = wanted;
      const inputs = encode(job);
      const room = Math.min(job.maxOutput, job.window - lengthOf(inputs));
      const stopping = new InterruptableStoppingCriteria();
      let outputTokens = 0;
      let stopped = false;
      const streamer = new TextStreamer(tokenizer, {
        skip_prompt: true,
        // Some models write their calls in special tokens; the end is cut off by who reads the text.
        skip_special_tokens: false,
        callback_function: say,
        token_callback_function: () => {
          outputTokens += 1;
          if (!isStopped()) return;
          stopped = true;
          stopping.interrupt();
        },
      });
      await model.generate({
        ...inputs,
        max_new_tokens: room,
        do_sample: false,
        streamer,
        stopping_criteria: stopping,
      });
      return { outputTokens, why: stopped ? 'stopped' : outputTokens >= room ? 'length' : 'stop' };
    },
  };
}

function lengthOf(encoded: unknown): number {
  if (typeof encoded !== 'object' || encoded === null || !('input_ids' in encoded)) return 0;
  const { input_ids: ids } = encoded;
  const dims = typeof ids === 'object' && ids !== null && 'dims' in ids ? ids.dims : undefined;
  const last: unknown = Array.isArray(dims) ? dims.at(-1) : undefined;
  return typeof last === 'number' ? last : 0;
}

/** The library's type names what it can't leave out; templates read any field. */
function messageOf(message: JsonObject): JsonObject & { role: string; content: string } {
  const { role, content } = message;
  return {
    ...message,
    role: typeof role === 'string' ? role : 'user',
    content: typeof content === 'string' ? content : '',
  };
}

/** The library asks for files by address; what it may ask for in vain isn't there. */
function answerFrom({ files }: ModelFiles, model: string, address: string): Response {
  const path = address.slice(address.indexOf(`${HERE}${model}/`) + HERE.length + model.length + 1);
  const blob = files.get(path);
  if (blob === undefined) return new Response(null, { status: 404 });
  return new Response(blob, { headers: { 'content-length': String(blob.size) } });
}

/** One turn of the worker's event loop each time. */
function createBreath(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let taken = (): void => undefined;
  port1.onmessage = () => taken();
  return () =>
    new Promise((resolve) => {
      taken = resolve;
      port2.postMessage(null);
    });
}
