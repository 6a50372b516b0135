// The cross-origin answers of a careful vendor: the origin is reflected exactly, and a preflight is granted only
// for the headers that the wire's vendors grant. A request with any other header fails in the browser, as it would there.

import type { IncomingMessage } from 'node:http';

export type Cors = {
  origins: readonly string[] | undefined;
  /** Names of request headers beside `content-type`. */
  granted: readonly string[];
};

export const isAllowedOrigin = (request: IncomingMessage, { origins }: Cors): boolean => {
  const { origin } = request.headers;
  return origin === undefined || origins === undefined || origins.includes(origin);
};

export const corsHeaders = (request: IncomingMessage, cors: Cors): Record<string, string> => {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowedOrigin(request, cors)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after',
    vary: 'origin',
  };
};

/** The headers of a preflight's answer, and those the client asked for in vain. */
export const preflight = (
  request: IncomingMessage,
  cors: Cors,
): { headers: Record<string, string>; refused: string[] } => {
  const granted = new Set(['content-type', ...cors.granted]);
  const asked = String(request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  return {
    headers: {
      ...corsHeaders(request, cors),
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': [...granted].join(', '),
      'access-control-max-age': '600',
    },
    refused: asked.filter((name) => !granted.has(name)),
  };
};
