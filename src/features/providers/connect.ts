// Trying an endpoint before anything about it is kept (P12): asks for its models, and for one word of a model that it
// doesn't list. Stores nothing and sends no key but the one it is given.

import { type Failure, failure } from '../../engine/failures.ts';
import type { Clock, Http } from '../../engine/ports.ts';
import type { ModelRequest, Provider } from '../../engine/provider.ts';
import { TIMEOUTS } from '../../engine/timeouts.ts';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import { listModels } from './model-list.ts';
import { type ChatQuirks, findPreset, type Preset, presetAt } from './presets.ts';
import { capabilitiesOf, type ModelFacts, type ModelTraits } from './catalogue.ts';
import type { Wire } from './wires.ts';

/** Where a provider sends its requests, and how it gets the key: by name, for this origin, at each request. */
export interface Endpoint {
  readonly provider: string;
  readonly baseUrl: string;
  readonly local: boolean;
  readonly quirks?: ChatQuirks;
  key(): Promise<string | undefined | Failure>;
  /** As the account knows the model now; for what depends on it in a request. */
  capabilities(model: string): Promise<ModelTraits>;
}

/** A provider whose server loads models by itself. */
export interface PullingProvider extends Provider {
  /**
   * Resolves when the model is there, or with what went wrong; an abort ends it as `connection-lost`. `progress` gets
   * the server's word for what it does, and bytes where it counts them.
   */
  pull(
    model: string,
    progress: (step: PullProgress) => void,
    signal: AbortSignal,
  ): Promise<Failure | undefined>;
}

export interface PullProgress {
  readonly status: string;
  readonly completed?: number;
  readonly total?: number;
}

export type MakeProvider = (endpoint: Endpoint) => Promise<Provider>;

export interface ConnectOptions {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model?: string;
  readonly key?: string;
  /** Beside an account that is there for the same address, not in its place. */
  readonly another?: boolean;
  /** The account whose key this is from now on, where there are several for the address. */
  readonly account?: string;
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
  if (preset === undefined) {
    const { provider } = wanted;
    return failure('bad-request', `${provider} is not known here`, { facts: { provider } });
  }
  const base =
    preset.wire === 'in-page'
      ? { href: preset.baseUrl, origin: '', host: '', local: true }
      : readBaseUrl(wanted.baseUrl === '' ? preset.baseUrl : wanted.baseUrl);
  if ('code' in base) return base;
  const key = wanted.key?.trim() || undefined;
  const model = wanted.model?.trim() || undefined;
  const asked = await ask(ports, preset, base, key, signal);
  const listless = 'code' in asked && asked.code === 'not-a-provider' && model !== undefined;
  if ('code' in asked && !listless) return asked;
  const { baseUrl, models } = 'code' in asked ? { baseUrl: base.href, models: [] } : asked;
  const listed = models.find(({ id }) => id === model);
  if (model !== undefined && listed === undefined) {
    const { host, local } = base;
    const at = presetAt(preset, baseUrl);
    const endpoint: Endpoint = {
      provider: preset.id,
      baseUrl,
      local,
      ...(preset.quirks === undefined ? {} : { quirks: preset.quirks }),
      key: () => Promise.resolve(key),
      capabilities: (id) => Promise.resolve(capabilitiesOf({ id }, { preset: at, host, local })),
    };
    const problem = await tryModel(await ports.makers[at.wire](endpoint), model, signal);
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
  preset: Preset,
  base: BaseUrl,
  key: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly baseUrl: string; readonly models: readonly ModelFacts[] } | Failure> {
  const { connectMs } = base.local ? TIMEOUTS.local : TIMEOUTS.remote;
  const at = (baseUrl: string): ReturnType<typeof listModels> =>
    listModels(ports, {
      wire: presetAt(preset, baseUrl).wire,
      baseUrl,
      key,
      purpose: 'models',
      timeoutMs: connectMs,
      signal,
    });
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
