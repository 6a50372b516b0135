// Node's scanner: the same pool as the browser's, over worker threads.

import { Worker } from 'node:worker_threads';
import { createScanPool, type ScanThread } from '../adapters/scan-pool.ts';
import type { Clock, Scanner } from '../engine/ports.ts';
import type { ScanAnswer } from '../features/scan.ts';

export interface NodeScannerOptions {
  readonly clock: Clock;
  /** The bundle of scan-thread.ts. */
  readonly entry: URL;
}

export function createNodeScanner({ clock, entry }: NodeScannerOptions): Scanner {
  return createScanPool({ clock, start: () => startThread(entry) });
}

function startThread(entry: URL): ScanThread {
  const worker = new Worker(entry);
  // An idle thread keeps no process alive.
  worker.unref();
  return {
    post: (job, answered, died) => {
      worker.removeAllListeners();
      worker.once('message', (answer: ScanAnswer) => {
        worker.unref();
        answered(answer);
      });
      worker.once('error', (thrown) => died(thrown instanceof Error ? thrown.message : String(thrown)));
      worker.once('exit', (code) => died(`exit code ${code}`));
      worker.ref();
      worker.postMessage(job);
    },
    kill: () => {
      worker.removeAllListeners();
      // An error of a thread that is being ended is nobody's.
      worker.on('error', () => undefined);
      void worker.terminate();
    },
  };
}
