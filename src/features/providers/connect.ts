// Trying an endpoint before anything about it is kept (P12): asks for its models, and for one word of a model that it
// doesn't list. Stores nothing and sends no key but the one it is given.

import { type Failure, failure } from '../../engine/failures.ts';
import type { Clock, Http } from '../../engine/ports.ts';
import type { ModelRequest, Provider } from '../../engine/provider.ts';
import { TIMEOUTS } from '../../engine/timeouts.ts';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import type { ModelFacts } from './catalogue.ts';
import { listModels } from './model-list.ts';
import { findPreset, type Preset, type Wire } from './presets.ts';

/** Where a provider sends its requests, and how it gets the key: by name, for this origin, at each request. */
export interface Endpoint {
  readonly provider: string;
  readonly baseUrl: string;
  readonly local: boolean;
  key(): Promise<string | undefined | Failure>;
}

export type MakeProvider = (endpoint: Endpoint) => Promise<Provider>;

export interface ConnectOptions {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model?: string;
  readonly key?: string;
}

export interface Tried {
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly key: string | undefined;
  /** The model that the person named comes first. */
  readonly models: readonly ModelFacts[];
}

interface Ports {
  readonly http: Http;
  readonly clock: Clock;
  readonly makers: Readonly<Record<Wire, MakeProvider>>;
}

export async function tryEndpoint(
  ports: Ports,
  wanted: ConnectOptions,
  signal: AbortSignal,
): Promise<Tried | Failure> {
  const preset = findPreset(wanted.provider);
  if (preset?.wire === undefined) {
    const why = preset === undefined ? 'is not known here' : 'comes with a later version';
    return failure('bad-request', `${wanted.provider} ${why}`, { facts: { provider: wanted.provider } });
  }
  const base = readBaseUrl(wanted.baseUrl === '' ? preset.baseUrl : wanted.baseUrl);
  if ('code' in base) return base;
  const key = wanted.key?.trim() || undefined;
  const model = wanted.model?.trim() || undefined;
  const asked = await ask(ports, base, key, signal);
  const listless = 'code' in asked && asked.code === 'not-a-provider' && model !== undefined;
  if ('code' in asked && !listless) return asked;
  const { baseUrl, models } = 'code' in asked ? { baseUrl: base.href, models: [] } : asked;
  const listed = models.find(({ id }) => id === model);
  if (model !== undefined && listed === undefined) {
    const endpoint = { provider: preset.id, baseUrl, local: base.local, key: () => Promise.resolve(key) };
    const problem = await tryModel(await ports.makers[preset.wire](endpoint), model, signal);
    if (problem !== undefined) return problem;
  }
  if (signal.aborted) return failure('connection-lost', 'given up');
  const first = model === undefined ? undefined : (listed ?? { id: model, typed: true });
  return {
    preset,
    baseUrl,
    key,
    models: first === undefined ? models : [first, ...models.filter((facts) => facts !== first)],
  };
}

async function ask(
  ports: Ports,
  base: BaseUrl,
  key: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly baseUrl: string; readonly models: readonly ModelFacts[] } | Failure> {
  const { connectMs } = base.local ? TIMEOUTS.local : TIMEOUTS.remote;
  const at = (baseUrl: string): ReturnType<typeof listModels> =>
    listModels(ports, { baseUrl, key, purpose: 'models', timeoutMs: connectMs, signal });
  const first = await at(base.href);
  if (!('code' in first)) return { baseUrl: base.href, models: first };
  if (first.code !== 'not-a-provider' || base.href !== base.origin) return first;
  // People paste the bare address of a server whose interface is below /v1.
  const second = await at(`${base.href}/v1`);
  return 'code' in second ? first : { baseUrl: `${base.href}/v1`, models: second };
}

/** The smallest request there is: for servers without a list, and for names that the list lacks. */
async function tryModel(
  provider: Provider,
  model: string,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const request: ModelRequest = {
    role: 'title',
    model,
    system: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'Say hi.' }] }],
    tools: [],
    maxOutputTokens: 8,
  };
  const answer = await provider.complete(request, signal);
  return 'code' in answer && answer.code !== 'empty-reply' ? answer : undefined;
}

/** A new list replaces the old one, but for models that people named themselves: those never stood in a list. */
export function mergeModels(
  found: readonly ModelFacts[],
  before: readonly ModelFacts[],
): readonly ModelFacts[] {
  const ids = new Set(found.map(({ id }) => id));
  return [...found, ...before.filter(({ id, typed }) => typed === true && !ids.has(id))];
}
