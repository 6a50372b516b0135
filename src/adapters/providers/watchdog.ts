// One timer for the silences of a stream (E20), however many events it has: an event only notes the time, and the
// timer, when it fires, looks how long it has really been quiet.

import type { Clock } from '../../engine/ports.ts';

export interface Watchdog {
  /** A new stage with its own limit, beginning now. */
  stage(limitMs: number): void;
  /** Waiting for the other side begins. */
  wait(): void;
  /** The other side spoke: what we do with it is not its silence. */
  rest(): void;
  stop(): void;
}

/** `expired` is called at most once. */
export function createWatchdog(clock: Clock, expired: () => void): Watchdog {
  let limit = 0;
  let since: number | undefined;
  let cancel = (): void => undefined;

  const arm = (ms: number): void => {
    cancel = clock.after(ms, () => {
      const quiet = since === undefined ? 0 : clock.elapsed() - since;
      if (quiet >= limit) expired();
      else arm(limit - quiet);
    });
  };

  return {
    stage: (limitMs) => {
      cancel();
      limit = limitMs;
      since = clock.elapsed();
      arm(limitMs);
    },
    wait: () => {
      since = clock.elapsed();
    },
    rest: () => {
      since = undefined;
    },
    stop: () => cancel(),
  };
}
