// Runs scan jobs in threads that can be killed (T11): an abort or the time-out ends the thread at once, whatever its
// expression is doing, and the next job gets a new one. Knows threads only by this interface; the browser's and
// Node's differ.

import { failure, FailureError, type Failure } from '../engine/failures.ts';
import type { Clock, Scanner } from '../engine/ports.ts';
import { TIMEOUTS } from '../engine/timeouts.ts';
import type { ScanAnswer, ScanJob } from '../features/scan.ts';

export interface ScanThread {
  /** One job at a time; `answered` or `died` is called once for it. */
  post(job: ScanJob, answered: (answer: ScanAnswer) => void, died: (why: string) => void): void;
  /** Contract: ends the thread in mid-job; nothing is called after it. */
  kill(): void;
}

export interface ScanPoolOptions {
  readonly clock: Clock;
  readonly start: () => ScanThread;
  /** Threads at most; more jobs wait. */
  readonly width?: number;
  readonly timeoutMs?: number;
}

interface Waiting {
  readonly job: ScanJob;
  readonly signal: AbortSignal;
  readonly resolve: (answer: ScanAnswer) => void;
  readonly reject: (cause: FailureError) => void;
}

export function createScanPool(options: ScanPoolOptions): Scanner {
  const { clock, start, width = 2, timeoutMs = TIMEOUTS.remote.scanMs } = options;
  const idle: ScanThread[] = [];
  const queue: Waiting[] = [];
  let running = 0;

  const next = (): void => {
    while (running < width) {
      const waiting = queue.shift();
      if (waiting === undefined) return;
      running += 1;
      serve(waiting, idle.pop() ?? start());
    }
  };

  const serve = ({ job, signal, resolve, reject }: Waiting, thread: ScanThread): void => {
    let open = true;
    const settle = (): boolean => {
      if (!open) return false;
      open = false;
      cancel();
      signal.removeEventListener('abort', stop);
      running -= 1;
      return true;
    };
    const kill = (cause: Failure): void => {
      if (!settle()) return;
      thread.kill();
      reject(new FailureError(cause));
      next();
    };
    const stop = (): void => kill(stopped());
    const cancel = clock.after(timeoutMs, () =>
      kill(
        failure(
          'tool-timeout',
          `The pattern took more than ${timeoutMs / 1000} s and was stopped: make it simpler.`,
        ),
      ),
    );
    signal.addEventListener('abort', stop, { once: true });
    thread.post(
      job,
      (answer) => {
        if (!settle()) return;
        idle.push(thread);
        resolve(answer);
        next();
      },
      (why) => kill(failure('io-failed', `The scan worker died: ${why}`)),
    );
  };

  const run = (job: ScanJob, signal: AbortSignal): Promise<ScanAnswer> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(new FailureError(stopped()));
        return;
      }
      const waiting: Waiting = { job, signal, resolve, reject };
      queue.push(waiting);
      const leave = (): void => {
        const at = queue.indexOf(waiting);
        if (at === -1) return;
        queue.splice(at, 1);
        reject(new FailureError(stopped()));
      };
      signal.addEventListener('abort', leave, { once: true });
      next();
    });

  return {
    grep: async (job, signal) => {
      const answer = await run({ type: 'grep', job }, signal);
      return answer.type === 'grep' ? answer.found : refuse(answer);
    },
    select: async (job, signal) => {
      const answer = await run({ type: 'select', job }, signal);
      return answer.type === 'select' ? answer.kept : refuse(answer);
    },
  };
}

const stopped = (): Failure => failure('interrupted', 'the scan was stopped');

function refuse(answer: ScanAnswer): never {
  throw new FailureError(
    answer.type === 'failed' ? answer.failure : failure('bug', `the scan worker answered ${answer.type}`),
  );
}
