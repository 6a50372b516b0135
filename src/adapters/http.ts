// The one way out of the harness (G10): the only `fetch` there is, and the list of the hosts it talked to. It follows
// no redirect with a key in hand, sends no cookie and no referrer, and keeps nothing but counts.

import { FailureError, failure } from '../engine/failures.ts';
import type { Http, HttpRequest } from '../engine/ports.ts';
import type { NetworkEntry } from '../protocol/host.ts';
import type { Witness } from './call-keeper.ts';
import { createNetworkList, type NetworkListOptions } from './network-list.ts';

export interface FetchHttp extends Http {
  /**
   * The real response, body and all. Rejections: `bad-request` (no address we call), `unreachable` (no answer: the
   * browser doesn't tell a closed port from a refused origin), `connection-lost` (aborted before an answer came).
   */
  fetch(request: HttpRequest): Promise<Response>;
  /** One row per host and purpose, most recent first. */
  entries(): readonly NetworkEntry[];
  /** Resolves once earlier visits are among them; never rejects. */
  readonly read: Promise<void>;
}

export interface FetchHttpOptions extends NetworkListOptions {
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** False where this machine has no network at all. */
  readonly isOnline?: () => boolean;
  /** Hears model calls for the request inspector; undefined where it hears none. */
  readonly witness?: (request: HttpRequest) => Promise<Witness | undefined>;
}

/** These carry a secret: whoever answers with a redirect must not get it. */
const SECRET_HEADERS = /^(authorization|x-api-key|api-key|x-goog-api-key|proxy-authorization)$/i;

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

export function createHttp(options: FetchHttpOptions): FetchHttp {
  const isOnline = options.isOnline ?? (() => globalThis.navigator?.onLine !== false);
  const send = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const list = createNetworkList(options);

  return {
    fetch: async (request) => {
      const { host, hostname } = addressOf(request.url);
      const row = isOwn(request, host) ? undefined : list.begin(host, request.purpose);
      const witness = request.about === undefined ? undefined : await options.witness?.(request);
      try {
        const response = await send(request.url, initOf(request));
        if (row !== undefined) list.answered(row, response.status);
        return witness?.answered(response) ?? response;
      } catch (thrown) {
        witness?.failed();
        if (request.signal.aborted) throw new FailureError(failure('connection-lost', 'given up'));
        if (row !== undefined) list.failed(row);
        const why = thrown instanceof Error ? thrown.message : String(thrown);
        const offline = !isOnline() && !LOOPBACK.test(hostname);
        throw new FailureError(
          failure('unreachable', `${host}: ${why}`, { facts: { host, ...(offline ? { offline: 1 } : {}) } }),
        );
      }
    },
    entries: list.entries,
    read: list.read,
  };
}

/** A file of the app itself is no contact. Whatever a request calls itself, another host is listed. */
function isOwn({ purpose }: HttpRequest, host: string): boolean {
  const here: { readonly host: string } | undefined = globalThis.location;
  return purpose === 'own' && host === here?.host;
}

function addressOf(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const wrong =
    parsed === undefined ||
    (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') ||
    parsed.username !== '' ||
    parsed.password !== '';
  if (wrong) throw new FailureError(failure('bad-address', 'not an address that is called'));
  return parsed;
}

function initOf(request: HttpRequest): RequestInit {
  const { method, headers = {}, body, signal } = request;
  const secret = Object.keys(headers).some((name) => SECRET_HEADERS.test(name));
  return {
    method: method ?? 'GET',
    headers: { ...headers },
    signal,
    redirect: secret ? 'error' : 'follow',
    ...(request.opaque === true ? { mode: 'no-cors' as const } : {}),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  };
}
