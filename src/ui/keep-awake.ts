// The screen stays on while a run is on, where the person switched that on. The system takes the lock away from a hidden
// page; it is asked for again when the page is seen again.

import { effect, signal } from '@preact/signals';
import type { App } from './state/app.ts';

export function canKeepAwake(): boolean {
  return 'wakeLock' in navigator;
}

/** Returns what ends it. */
export function keepAwake(app: App): () => void {
  if (!canKeepAwake()) return () => undefined;
  const visible = signal(document.visibilityState === 'visible');
  const onChange = (): void => {
    visible.value = document.visibilityState === 'visible';
  };
  let lock: Promise<WakeLockSentinel | undefined> | undefined;
  const release = (): void => {
    void lock?.then((held) => held?.release()).catch(() => undefined);
    lock = undefined;
  };
  document.addEventListener('visibilitychange', onChange);
  const stop = effect(() => {
    const wanted = app.settings.value?.keepAwake === true && app.anyRuns.value && visible.value;
    // A low battery may refuse it; the run goes on all the same.
    if (wanted) lock ??= navigator.wakeLock.request('screen').catch(() => undefined);
    else release();
  });
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onChange);
    release();
  };
}
