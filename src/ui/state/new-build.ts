// The service worker as the page deals with it: registered, asked for a newer build now and then, and told to take over
// once the person agrees. A chunk of its own, loaded after the first paint.

import { Workbox } from 'workbox-window';

/** A tab that stays open looks for a new build so often at most. */
const LOOK_MS = 3_600_000;
/** For a service worker that says nothing after consent. */
const PATIENCE_MS = 5000;

/** `offer` hears of a build that waits, or that another tab has agreed to. */
export async function followBuilds(offer: (what: 'waiting' | 'taken-elsewhere') => void): Promise<void> {
  const { serviceWorker } = navigator;
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one took over a page of its own build.
    if (isFirst) isFirst = false;
    else offer('taken-elsewhere');
  });
  const workbox = new Workbox(`${import.meta.env.BASE_URL}sw.js`);
  workbox.addEventListener('waiting', () => offer('waiting'));
  let looked = Date.now();
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    void workbox.update().catch(() => undefined);
  });
  // Unreachable while offline: the shell that is stored goes on.
  await workbox.register().catch(() => undefined);
}

/** Calls back once the page may be reloaded into the new build. */
export async function takeBuild(reload: () => void): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const next = registration?.waiting ?? null;
  // Another tab has agreed already.
  if (next === null) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  setTimeout(reload, PATIENCE_MS);
  next.postMessage({ type: 'SKIP_WAITING' });
}
