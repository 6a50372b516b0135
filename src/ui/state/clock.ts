// The page's clock as a signal: ticks each second, and only while something on the screen reads it.

import { signal } from '@preact/signals';

let timer: ReturnType<typeof setInterval> | undefined;

export const now = signal(Date.now(), {
  watched() {
    now.value = Date.now();
    timer = setInterval(() => {
      now.value = Date.now();
    }, 1000);
  },
  unwatched() {
    clearInterval(timer);
  },
});
