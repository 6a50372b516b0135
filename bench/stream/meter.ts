// What the streaming benchmark puts into the page before the app: gaps between frames, long tasks, and how long a key
// takes until the frame that shows it. Runs as it is in the page: no imports.

export interface Measured {
  readonly gaps: readonly number[];
  readonly longTasks: readonly number[];
  /** From the key's own time to the frame that has it, and to the end of what handled it. */
  readonly keys: readonly { readonly handledMs: number; readonly framedMs: number }[];
}

export interface Meter {
  start(): void;
  stop(): Measured;
}

export function installMeter(): void {
  let gaps: number[] = [];
  let longTasks: number[] = [];
  let keys: { handledMs: number; framedMs: number }[] = [];
  let isOn = false;
  let last = 0;
  const frame = (now: number): void => {
    if (!isOn) return;
    if (last > 0) gaps.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) if (isOn) longTasks.push(duration);
  }).observe({ type: 'longtask' });
  addEventListener(
    'input',
    (event) => {
      if (!isOn || !(event.target instanceof HTMLTextAreaElement)) return;
      const at = event.timeStamp;
      queueMicrotask(() => {
        const handledMs = performance.now() - at;
        requestAnimationFrame(() => keys.push({ handledMs, framedMs: performance.now() - at }));
      });
    },
    { capture: true },
  );
  const meter: Meter = {
    start: () => {
      gaps = [];
      longTasks = [];
      keys = [];
      last = 0;
      isOn = true;
      requestAnimationFrame(frame);
    },
    stop: () => {
      isOn = false;
      return { gaps, longTasks, keys };
    },
  };
  Object.assign(globalThis, { meter });
}
