// Gives the library its engine, then starts the bare worker: an import would be too early.

import { giveEngine } from '../../workers/model-engine-given.ts';
import type { EngineKind } from '../../src/adapters/model-talk.ts';

interface Begin {
  readonly kind: EngineKind;
  readonly engine: Blob;
}

async function start({ kind, engine }: Begin): Promise<void> {
  giveEngine({ kind, binary: await engine.arrayBuffer() });
  await import('./bare.ts');
  postMessage('ready');
}

// What comes later is for the bare worker.
addEventListener('message', ({ data }: MessageEvent<Begin>) => void start(data), { once: true });
