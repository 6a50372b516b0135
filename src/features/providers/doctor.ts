// Behind "Test" (P9): what is wrong between this page and a server, told apart as far as a page can, and the command that
// mends it. `diagnose` is pure; `examine` asks the server, at most twice.

import type { Failure } from '../../engine/failures.ts';
import type { Clock, Http } from '../../engine/ports.ts';
import { LOCAL_PROBE_MS, TIMEOUTS } from '../../engine/timeouts.ts';
import { isLocalHost } from './base-url.ts';
import type { ModelFacts } from './catalogue.ts';
import { commandFor, type Mend, type System } from './doctor-commands.ts';
import { listModels } from './model-list.ts';
import { PAGE_ACCESS } from './page-access.ts';
import { type Preset, presetAt } from './presets.ts';
import type { Wire } from './wires.ts';

export const CAUSES = [
  'fine',
  'wrong-key',
  'key-missing',
  'no-credit',
  'browser-access-off',
  'pages-refused',
  'cors-refused',
  'local-network-denied',
  'local-network-unasked',
  'mixed-content',
  'port-closed',
  'no-network',
  'not-a-provider',
  'model-missing',
  'window-too-small',
  'server-trouble',
  'silent',
] as const;

export type Cause = (typeof CAUSES)[number];

/** Where the question comes from; only the page knows. */
export interface Here {
  readonly origin: string;
  readonly system: System;
  /** The browser's answer for the local network; `unknown` where it has no such permission. */
  readonly localNetwork: 'granted' | 'denied' | 'prompt' | 'unknown';
  /** Its answer for this machine, in browsers that ask for it apart; missing: the same as for the network. */
  readonly thisMachine?: 'granted' | 'denied' | 'prompt';
}

export interface Findings {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model?: string;
  /** The window that the model gets. */
  readonly window?: number;
  readonly asked: readonly ModelFacts[] | Failure;
  /** Something answered a request whose answer nobody may read; missing: not tried. */
  readonly answers?: boolean;
}

export interface Diagnosis {
  readonly cause: Cause;
  readonly host: string;
  readonly command?: string;
  readonly failure?: Failure;
  readonly models?: readonly string[];
}

/** Below this an agent's instructions, tools and a few files don't fit. */
export const LEAST_WINDOW = 8_192;

export function diagnose(findings: Findings, here: Here): Diagnosis {
  const { provider, baseUrl, model = '', asked } = findings;
  const { host, port, protocol } = new URL(baseUrl);
  const cause = causeOf(findings, here);
  const mend = MENDS[cause];
  const blanks = {
    origin: here.origin,
    model: model === '' ? 'MODEL' : model,
    window: LEAST_WINDOW * 2,
    port: port === '' ? (protocol === 'https:' ? '443' : '80') : port,
  };
  const command = mend === undefined ? undefined : commandFor(provider, mend, here.system, blanks);
  return {
    cause,
    host,
    ...(command === undefined ? {} : { command }),
    ...('code' in asked ? { failure: asked } : { models: asked.map(({ id }) => id) }),
  };
}

const MENDS: Readonly<Partial<Record<Cause, Mend>>> = {
  'cors-refused': 'allow-page',
  'port-closed': 'start',
  'model-missing': 'get-model',
  'window-too-small': 'widen',
};

function causeOf(findings: Findings, here: Here): Cause {
  const { asked, model, window } = findings;
  if (!('code' in asked)) {
    if (model === undefined) return 'fine';
    const listed = asked.find(({ id }) => id === model || id === `${model}:latest`);
    if (listed === undefined) return 'model-missing';
    return (listed.window ?? window ?? LEAST_WINDOW) < LEAST_WINDOW ? 'window-too-small' : 'fine';
  }
  switch (asked.code) {
    case 'auth':
      // Some organisations have it switched off; the vendor says so in the words of its refusal.
      return /\bCORS\b|browser/i.test(asked.message) ? 'browser-access-off' : 'wrong-key';
    case 'key-missing':
    case 'quota-exhausted':
      return asked.code === 'key-missing' ? 'key-missing' : 'no-credit';
    case 'model-missing':
    case 'not-a-provider':
      return asked.code;
    case 'unreachable':
    case 'connect-timeout':
    case 'connection-lost':
      return unreached(findings, here);
    default:
      return 'server-trouble';
  }
}

/** A page is told nothing of why; what else is known decides. */
function unreached({ baseUrl, asked, answers }: Findings, here: Here): Cause {
  const { origin, localNetwork } = here;
  const { hostname, host, protocol } = new URL(baseUrl);
  const place = placeOf(hostname);
  const leave = place === 'machine' ? (here.thisMachine ?? localNetwork) : localNetwork;
  // A browser that asks before it lets a page into the local network lets it use plain HTTP there as well.
  const open = place === 'machine' || (place === 'network' && localNetwork !== 'unknown');
  if (protocol === 'http:' && origin.startsWith('https:') && !open) return 'mixed-content';
  const asks = DEPTH[place] < DEPTH[placeOf(new URL(origin).hostname)];
  if (asks && leave === 'denied') return 'local-network-denied';
  if (answers === true) {
    const access = PAGE_ACCESS.find((row) => row.host.test(host));
    if (access?.headers === 'none') return 'pages-refused';
    return access?.hidesWrongKey === true ? 'wrong-key' : 'cors-refused';
  }
  if (asks && leave === 'prompt') return 'local-network-unasked';
  // A closed port of this machine says so at once.
  if (place === 'machine' && 'code' in asked && asked.code === 'connect-timeout') return 'silent';
  return place === 'world' ? 'no-network' : 'port-closed';
}

type Place = 'machine' | 'network' | 'world';

/** A page is asked about only where it reaches further in than it comes from. */
const DEPTH: Readonly<Record<Place, number>> = { machine: 0, network: 1, world: 2 };

function placeOf(hostname: string): Place {
  if (/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)) return 'machine';
  return isLocalHost(hostname) ? 'network' : 'world';
}

export interface Examined {
  readonly provider: string;
  readonly wire: Wire;
  readonly baseUrl: string;
  readonly key: string | undefined | Failure;
  readonly model?: string;
  readonly window?: number;
}

export interface LookedAt {
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly key: string | undefined | Failure;
  readonly model?: string;
  readonly window?: number;
}

/** Contract: never rejects. */
export async function lookAt(
  ports: { readonly http: Http; readonly clock: Clock },
  { preset, ...at }: LookedAt,
  here: Here,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const { wire } = presetAt(preset, at.baseUrl);
  // Nothing lies between the page and itself, and the window is what the model was made with.
  if (wire === 'in-page') return { cause: 'fine', host: new URL(at.baseUrl).host };
  return diagnose(await examine(ports, { provider: preset.id, wire, ...at }, signal), here);
}

/** Contract: never rejects. */
export async function examine(
  ports: { readonly http: Http; readonly clock: Clock },
  { provider, wire, baseUrl, key, model, window }: Examined,
  signal: AbortSignal,
): Promise<Findings> {
  const about = {
    provider,
    baseUrl,
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { window }),
  };
  if (typeof key === 'object') return { ...about, asked: key };
  const local = isLocalHost(new URL(baseUrl).hostname);
  const timeoutMs = (local ? TIMEOUTS.local : TIMEOUTS.remote).connectMs;
  const asked = await listModels(ports, { wire, baseUrl, key, purpose: 'models', timeoutMs, signal });
  if (!('code' in asked) || asked.code !== 'unreachable') return { ...about, asked };
  return { ...about, asked, answers: await answers(ports, baseUrl, signal) };
}

async function answers(
  { http, clock }: { readonly http: Http; readonly clock: Clock },
  baseUrl: string,
  signal: AbortSignal,
): Promise<boolean> {
  const closing = new AbortController();
  const cancel = clock.after(LOCAL_PROBE_MS, () => closing.abort());
  try {
    await http.fetch({
      url: baseUrl,
      purpose: 'probe',
      opaque: true,
      signal: AbortSignal.any([signal, closing.signal]),
    });
    return true;
  } catch {
    return false;
  } finally {
    cancel();
  }
}
