// The service worker: keeps the shell, workers, fonts and sample files of one build, and answers from them. It
// caches nothing else: no call to another origin, no request but GET, no answer that came later.
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { headersFor } from '../src/adapters/headers.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[];
};

/** A stored answer keeps its headers; a host that could set none gets them here. */
function withHeaders(request: Request, response: Response): Response {
  if (response.headers.has('content-security-policy') || response.type === 'opaque') return response;
  const path = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(headersFor(path))) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addPlugins([
  { handlerWillRespond: ({ request, response }) => Promise.resolve(withHeaders(request, response)) },
]);
precacheAndRoute([...self.__WB_MANIFEST], { cleanURLs: false });
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html')));

// A new build waits until the person agrees (the page sends this) or the last tab is closed.
self.addEventListener('message', (event) => {
  const { data } = event;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    event.waitUntil(self.skipWaiting());
  }
});

// Takes over the tab that installed it, so that the first visit already works offline.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
