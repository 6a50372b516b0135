// Signing in at a vendor's that gives pages a key for a code (OAuth with PKCE, P8). The verifier lies in the vault
// until the code comes back, for ten minutes, and is used once. Keeps no key: whoever asked connects with it.

import { asFailure, type Failure, failure } from '../../engine/failures.ts';
import type { Clock, Hasher, Http, Ids, Vault } from '../../engine/ports.ts';
import { TIMEOUTS } from '../../engine/timeouts.ts';
import { readBaseUrl } from './base-url.ts';
import { findPreset } from './presets.ts';

export const SIGN_IN_MS = 10 * 60_000;

/** One at a time: the latest press counts. */
const PENDING = 'sign-in';

export interface SignInPorts {
  readonly vault: Vault;
  readonly http: Http;
  readonly clock: Clock;
  readonly hasher: Hasher;
  /** Each unguessable. */
  readonly ids: Ids;
}

export interface SignInWish {
  readonly provider: string;
  readonly baseUrl: string;
  readonly another?: boolean;
  /** The page that the vendor sends people back to. */
  readonly returnTo: string;
}

/** What the vendor appended to that page's address. */
export interface SignInAnswer {
  readonly returnTo: string;
  readonly state: string;
  readonly code?: string;
  readonly error?: string;
}

/**
 * no-request: nobody here had asked, or it was used already · other-request: not the one that is waited for · expired:
 * it took longer than ten minutes · denied: the person said no there · not-accepted: the vendor didn't take the code.
 */
export type SignInReason = 'no-request' | 'other-request' | 'expired' | 'denied' | 'not-accepted';

export interface SignInRefusal {
  readonly refused: SignInReason;
  readonly host?: string;
}

interface Pending {
  readonly state: string;
  readonly verifier: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly another: boolean;
  readonly at: number;
}

/** The vendor's page with everything it needs to send a code back. */
export async function beginSignIn(ports: SignInPorts, wish: SignInWish): Promise<string | Failure> {
  const preset = findPreset(wish.provider);
  if (preset?.signIn === undefined) return failure('bad-request', `nobody signs in at ${wish.provider}`);
  const base = readBaseUrl(wish.baseUrl === '' ? preset.baseUrl : wish.baseUrl);
  if ('code' in base) return base;
  const state: string = ports.ids.next();
  // Two random names: 72 characters, all of them allowed in a verifier.
  const verifier = `${ports.ids.next<string>()}${ports.ids.next<string>()}`;
  const pending: Pending = {
    state,
    verifier,
    provider: preset.id,
    baseUrl: base.href,
    another: wish.another === true,
    at: ports.clock.now(),
  };
  await ports.vault.put(PENDING, JSON.stringify(pending), new URL(wish.returnTo).origin);
  const here = new URL(wish.returnTo);
  const back = withQuery(`${here.origin}${here.pathname}`, { 'sign-in': preset.id, state });
  return withQuery(`${base.origin}${preset.signIn.page}`, {
    callback_url: back,
    code_challenge: base64Url(await ports.hasher.hash(verifier)),
    code_challenge_method: 'S256',
  });
}

function withQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}

export interface SignedIn {
  readonly provider: string;
  readonly baseUrl: string;
  readonly another: boolean;
  readonly key: string;
}

/** Contract: calls the vendor only for the request that is waited for, in time, and once. */
export async function finishSignIn(
  ports: SignInPorts,
  answer: SignInAnswer,
  signal: AbortSignal,
): Promise<SignedIn | SignInRefusal | Failure> {
  const pending = readPending(await ports.vault.get(PENDING, new URL(answer.returnTo).origin));
  if (pending === undefined) return { refused: 'no-request' };
  const { host } = new URL(pending.baseUrl);
  // A stranger's answer must not use up the person's own.
  if (pending.state !== answer.state) return { refused: 'other-request', host };
  await ports.vault.remove(PENDING);
  if (ports.clock.now() - pending.at > SIGN_IN_MS) return { refused: 'expired', host };
  if (answer.code === undefined || answer.code === '') return { refused: 'denied', host };
  return exchange(ports, pending, answer.code, signal);
}

async function exchange(
  { http, clock }: SignInPorts,
  { provider, baseUrl, verifier, another }: Pending,
  code: string,
  signal: AbortSignal,
): Promise<SignedIn | SignInRefusal | Failure> {
  const { host } = new URL(baseUrl);
  const closing = new AbortController();
  const cancel = clock.after(TIMEOUTS.remote.connectMs, () => closing.abort());
  try {
    const response = await http.fetch({
      url: `${baseUrl}${findPreset(provider)?.signIn?.keys ?? ''}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: 'S256' }),
      purpose: 'sign-in',
      signal: AbortSignal.any([signal, closing.signal]),
    });
    if (response.status >= 500)
      return failure('server-error', `${host} answered ${response.status}`, { facts: { host } });
    const key = response.ok ? keyIn(await response.text()) : undefined;
    return key === undefined ? { refused: 'not-accepted', host } : { provider, baseUrl, another, key };
  } catch (thrown) {
    return asFailure(thrown, 'unreachable');
  } finally {
    cancel();
  }
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : {};
  } catch {
    return {};
  }
}

function keyIn(text: string): string | undefined {
  const { key } = fieldsIn(text);
  return typeof key === 'string' && key.trim() !== '' ? key.trim() : undefined;
}

function readPending(text: string | undefined): Pending | undefined {
  const { state, verifier, provider, baseUrl, another, at } = fieldsIn(text ?? '');
  if (typeof state !== 'string' || typeof verifier !== 'string' || typeof provider !== 'string')
    return undefined;
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || typeof at !== 'number') return undefined;
  return { state, verifier, provider, baseUrl, another: another === true, at };
}

const SIXES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** From the hexadecimal digits of a hash, without padding. */
function base64Url(hex: string): string {
  const bits = Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
  return (bits.match(/.{1,6}/g) ?? [])
    .map((six) => SIXES[Number.parseInt(six.padEnd(6, '0'), 2)] ?? '')
    .join('');
}
