// The browser's scanner: a pool of module workers (workers/scan.ts) with a policy of their own, no network at all.

import type { Clock, Scanner } from '../engine/ports.ts';
import type { ScanAnswer } from '../features/scan.ts';
import { createScanPool, type ScanThread } from './scan-pool.ts';

export function createScanner(clock: Clock): Scanner {
  return createScanPool({ clock, start: startWorker });
}

function startWorker(): ScanThread {
  const worker = new Worker(new URL('../../workers/scan.ts', import.meta.url), {
    type: 'module',
    name: 'scan',
  });
  return {
    post: (job, answered, died) => {
      worker.onmessage = ({ data }: MessageEvent<ScanAnswer>) => answered(data);
      worker.onerror = (event) => died(event.message);
      worker.onmessageerror = () => died('an answer that could not be read');
      worker.postMessage(job);
    },
    kill: () => worker.terminate(),
  };
}
