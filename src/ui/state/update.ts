// The service worker: registered late, so that it competes with nothing; a new build waits for consent and is never
// offered as long as a run is live. A chunk that an older page can't find any more costs one guarded reload.

import { computed, createModel, signal } from '@preact/signals';
import type { App } from './app.ts';
import { mayReload } from './memory.ts';

export const UpdateModel = createModel((app: App) => {
  const waiting = signal(false);
  /** The shell of this build is stored, so that the next start needs no network. */
  const offline = signal(false);
  let accept: (() => void) | undefined;

  const start = async (): Promise<void> => {
    addEventListener('vite:preloadError', (event) => {
      if (!mayReload(Date.now())) return;
      event.preventDefault();
      location.reload();
    });
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(() => {
      offline.value = true;
    });
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(`${import.meta.env.BASE_URL}sw.js`);
    workbox.addEventListener('waiting', () => {
      waiting.value = true;
    });
    accept = () => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    };
    // Unreachable while offline: the shell that is stored goes on.
    await workbox.register().catch(() => undefined);
  };

  return {
    waiting,
    offline,
    mayOffer: computed(() => waiting.value && !app.anyRuns.value),
    start,
    accept: () => accept?.(),
  };
});

export type Update = InstanceType<typeof UpdateModel>;
