// The engine's JavaScript, in place of the one that the library would take by itself (vite.config.ts puts it there): the
// build that drives the graphics card where the browser can wait inside a binary, the plain one elsewhere. Its binary is
// given to it, so that it fetches nothing. Loaded after `giveEngine`.

import { givenEngine } from './model-engine-given.ts';

const { kind, binary } = givenEngine();
const engine = kind === 'jspi' ? await import('onnxruntime-web/jspi') : await import('onnxruntime-web/wasm');

engine.env.wasm.wasmBinary = binary;
// Present, so that the library doesn't fill in an address of another origin.
engine.env.wasm.wasmPaths = {};
engine.env.wasm.proxy = false;
// A second thread helps long batches only, and slows single answers.
engine.env.wasm.numThreads = 1;

export const { InferenceSession, Tensor, env } = engine;
