// The system's time, in the browser, in workers and in Node.

import type { Clock } from '../engine/ports.ts';

export function createSystemClock(): Clock {
  const after = (ms: number, call: () => void): (() => void) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  };
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = (): void => {
          cancel();
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const cancel = after(ms, wake);
        signal.addEventListener('abort', wake, { once: true });
      }),
  };
}
