// A scanner that does its jobs at once, on the caller's thread: for tests. It can't be stopped in a job, so give it
// no pattern that hangs. The jobs come from outside: the engine has no libraries.

import { failure, FailureError } from '../failures.ts';
import type { GrepFile, GrepJob, Scanner, SelectJob } from '../ports.ts';

export interface ScanJobs {
  readonly grep: (job: GrepJob) => readonly GrepFile[];
  readonly select: (job: SelectJob) => readonly number[];
}

export function createMemoryScanner({ grep, select }: ScanJobs): Scanner {
  const go = async <T>(signal: AbortSignal, work: () => T): Promise<T> => {
    if (signal.aborted) throw new FailureError(failure('interrupted', 'the scan was stopped'));
    return work();
  };
  return {
    grep: (job, signal) => go(signal, () => grep(job)),
    select: (job, signal) => go(signal, () => select(job)),
  };
}
