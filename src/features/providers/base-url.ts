// Base URLs as people paste them, made into the one form that accounts keep. Pure; nothing is called here.

import { type Failure, failure } from '../../engine/failures.ts';

export interface BaseUrl {
  /** No trailing slash, no query, no credentials. */
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  readonly local: boolean;
}

const PRIVATE =
  /^(localhost|.+\.localhost|.+\.local|127(\.\d+){3}|0\.0\.0\.0|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[::1\]|\[f[cd][0-9a-f]{2}:.*\])$/i;

/** On this machine or in its private network: no money, lenient time-outs. */
export function isLocalHost(hostname: string): boolean {
  return PRIVATE.test(hostname);
}

export function readBaseUrl(text: string): BaseUrl | Failure {
  const trimmed = text.trim();
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : withScheme(trimmed);
  if (written === '' || !URL.canParse(written)) return wrong('is not an address');
  const url = new URL(written);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return wrong('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '') return wrong('must not hold a user name or password');
  const path = url.pathname.replace(/\/+(chat\/completions|completions|models)\/*$/, '').replace(/\/+$/, '');
  return {
    href: url.origin + path,
    origin: url.origin,
    host: url.host,
    local: isLocalHost(url.hostname),
  };
}

function withScheme(text: string): string {
  if (text === '') return '';
  const host = text.split(/[/:?#]/, 1)[0] ?? '';
  return `${isLocalHost(host) || host.startsWith('[') ? 'http' : 'https'}://${text}`;
}

function wrong(why: string): Failure {
  return failure('bad-address', `the base URL ${why}`, { facts: { field: 'baseUrl' } });
}
