// The service worker: registered late, so that it competes with nothing; a new build waits for consent and is never
// offered as long as a run is live. A chunk that an older page can't find any more costs one guarded reload, and none
// while a run is live; where it does not help, the page says so.

import { computed, createModel, effect, signal } from '@preact/signals';
import { failure } from '../../engine/failures.ts';
import type { Diagnostic } from '../../protocol/host.ts';
import type { App } from './app.ts';
import { mayReload } from './starts.ts';

/** Tells the diagnostic log. */
export type Note = (event: Diagnostic) => void;

export const UpdateModel = createModel((app: App, note: Note) => {
  const waiting = signal(false);
  /** The shell of this build is stored, so that the next start needs no network. */
  const offline = signal(false);
  let leaving = false;
  let told = false;

  const reload = (): void => {
    leaving = true;
    location.reload();
  };

  /** True: the page is on its way to a reload. */
  const chunkFailed = (): boolean => {
    if (leaving || told) return leaving;
    const may = !app.anyRuns.peek() && navigator.onLine && mayReload(Date.now());
    note({ type: 'update', what: may ? 'chunk-reload' : 'chunk-failed' });
    if (may) reload();
    else {
      told = true;
      app.trouble.value = failure('chunk-missing', 'no reload helped or was allowed');
    }
    return may;
  };

  const start = async (): Promise<void> => {
    addEventListener('vite:preloadError', (event) => {
      if (chunkFailed()) event.preventDefault();
    });
    effect(() => {
      if (app.trouble.value?.code === 'chunk-missing') chunkFailed();
    });
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    void navigator.serviceWorker.ready.then(() => {
      offline.value = true;
    });
    const { followBuilds } = await import('./new-build.ts');
    await followBuilds((what) => {
      if (leaving) return;
      if (!waiting.value) note({ type: 'update', what });
      waiting.value = true;
    });
  };

  const accept = async (): Promise<void> => {
    note({ type: 'update', what: 'accepted' });
    leaving = true;
    const { takeBuild } = await import('./new-build.ts');
    await takeBuild(reload);
  };

  return {
    waiting,
    offline,
    mayOffer: computed(() => waiting.value && !app.anyRuns.value),
    start,
    accept: () => void accept().catch(reload),
    chunkFailed,
    reload,
  };
});

export type Update = InstanceType<typeof UpdateModel>;
