// Fires once when nothing was heard for `limitMs`; a touch costs no timer.

import type { Clock } from './ports.ts';

export interface IdleWatch {
  readonly limitMs: number;
  start(): void;
  touch(): void;
  stop(): void;
}

export function createIdleWatch(clock: Clock, limitMs: number, fire: () => void): IdleWatch {
  let touched = 0;
  let cancel = (): void => undefined;
  const check = (): void => {
    const quiet = clock.elapsed() - touched;
    if (quiet >= limitMs) fire();
    else cancel = clock.after(limitMs - quiet, check);
  };
  return {
    limitMs,
    start: () => {
      touched = clock.elapsed();
      cancel = clock.after(limitMs, check);
    },
    touch: () => {
      touched = clock.elapsed();
    },
    stop: () => cancel(),
  };
}
