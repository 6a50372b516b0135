// The scan worker: does one job after the other, on this thread, to the end. Whoever started it kills it when that
// takes too long; it holds nothing that would be lost.

import { runScanJob, type ScanJob } from '../src/features/scan.ts';

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = ({ data }: MessageEvent<ScanJob>) => self.postMessage(runScanJob(data));
