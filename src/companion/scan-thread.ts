// The entry of Node's scan thread: a bundle of its own beside the headless one. Does one job after the other, to the
// end; whoever started it kills it.

import { parentPort } from 'node:worker_threads';
import { runScanJob, type ScanJob } from '../features/scan.ts';

parentPort?.on('message', (job: ScanJob) => parentPort?.postMessage(runScanJob(job)));
