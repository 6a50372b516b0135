// The service worker: keeps the shell, workers, fonts and sample files of one build, and answers from them; what is too
// big for that is kept when it is first used. It caches nothing else: no call to another origin, no request but GET.
// Chunks of the build before stay until the next one: a page that is still open may ask for them.
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { headersFor } from '../src/adapters/headers.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[];
};

const scope = new URL(self.registration.scope);
const pathOf = (url: string): string => new URL(url).pathname.slice(scope.pathname.length);

/** A stored answer keeps its headers; a host that could set none gets them here. */
function withHeaders(request: Request, response: Response): Response {
  if (response.headers.has('content-security-policy') || response.type === 'opaque') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(headersFor(pathOf(request.url)))) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

const controller = new PrecacheController({
  plugins: [
    { handlerWillRespond: ({ request, response }) => Promise.resolve(withHeaders(request, response)) },
  ],
});
controller.addToCacheList([...self.__WB_MANIFEST]);
registerRoute(new PrecacheRoute(controller, { cleanURLs: false }));

/** Too big to be stored before somebody needs it. */
const BIG = /^assets\/mermaid[^/]*\.js$/;
const ON_DEMAND = 'bowline-on-demand';
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && BIG.test(pathOf(url.href)),
  async ({ request }) => {
    const store = await caches.open(ON_DEMAND);
    const kept = await store.match(request.url);
    if (kept !== undefined) return withHeaders(request, kept);
    const answer = await fetch(request);
    if (answer.ok) {
      for (const old of await store.keys()) await store.delete(old);
      await store.put(request.url, answer.clone());
    }
    return answer;
  },
);

const HASHED = /^(?:assets|workers)\//;
/** Of an earlier build, for a page of that build. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && HASHED.test(pathOf(url.href)),
  async ({ request }) => {
    const kept = await caches.match(request.url);
    return kept === undefined ? fetch(request) : withHeaders(request, kept);
  },
);
registerRoute(
  new NavigationRoute(controller.createHandlerBoundToURL('index.html'), { denylist: [/\/recovery\.html$/] }),
);

self.addEventListener('install', (event) => {
  event.waitUntil(controller.install(event));
});

// A new build waits until the person agrees (the page sends this) or the last tab is closed.
self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting());
  }
});

// A pressed notice brings its session: in a tab that is there, else in a new one.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  const data: unknown = notification.data;
  const address = typeof data === 'object' && data !== null && 'address' in data ? String(data.address) : '';
  const url = new URL(address, scope).href;
  notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([tab]) => {
      if (tab === undefined) await self.clients.openWindow(url);
      else await (await tab.focus()).navigate(url);
    }),
  );
});

/** The list of what the last two builds stored, in a cache of its own. */
const BUILDS = { cache: 'bowline-builds', key: new URL('builds.json', scope).href };

async function dropOldBuilds(): Promise<void> {
  const current = [...controller.getURLsToCacheKeys().values()];
  const list = await caches.open(BUILDS.cache);
  const [before = []] = listsIn(await (await list.match(BUILDS.key))?.json());
  const isSame = before.join() === current.join();
  const keep = new Set([...current, ...before.filter((url) => HASHED.test(pathOf(url)))]);
  const store = await caches.open(controller.strategy.cacheName);
  for (const { url } of await store.keys()) if (!keep.has(url)) await store.delete(url);
  if (!isSame) await list.put(BUILDS.key, new Response(JSON.stringify([current])));
}

function listsIn(value: unknown): readonly (readonly string[])[] {
  if (!Array.isArray(value)) return [];
  return value.filter(Array.isArray).map((list) => list.filter((url) => typeof url === 'string'));
}

// Takes over the tab that installed it, so that the first visit already works offline.
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldBuilds().then(() => self.clients.claim()));
});
