// Front of the feature: accounts, presets and models, and which provider a run talks to (P1–P4, P12). It knows the
// ports only; the adapters that speak each wire come in as makers.

import { type Failure, failure } from '../../engine/failures.ts';
import type { ModelCapabilities, Provider, ResolvedModel } from '../../engine/provider.ts';
import { LOCAL_PROBE_MS, TIMEOUTS } from '../../engine/timeouts.ts';
import { type Account, capabilitiesIn, isLocal, nextAccountId, readAccounts, readWord } from './accounts.ts';
import { readBaseUrl } from './base-url.ts';
import type { ConnectOptions, Endpoint } from './connect.ts';
import { findModel } from './model-name.ts';
import { findPreset, PRESETS, type Preset, presetAt, REHEARSAL } from './presets.ts';
import type { AccountSummary, Providers, ProvidersOptions } from './shapes.ts';
import { pullSteps } from './pull.ts';
import { createResting, lateProvider } from './rotation.ts';
import type { SignInPorts } from './sign-in.ts';
import { createStreamLimit } from './stream-limit.ts';
import { presetSummaries, summaryOf } from './summaries.ts';
import type { Wire } from './wires.ts';

// What adapters and the parts list need of this feature.
export {
  type Account,
  type AccountsStore,
  createMemoryAccountsStore,
  type ModelWord,
  readAccounts,
} from './accounts.ts';
export type { ConnectOptions, Endpoint, MakeProvider, PullingProvider, PullProgress } from './connect.ts';
export { classifyAnswer, classifyStreamError, looksLikeHtml, type WireContext } from './classify.ts';
export type { ModelTraits } from './catalogue.ts';
export { readChatUsage } from './chat-usage.ts';
export { drain } from './drain.ts';
export type { Diagnosis, Here } from './doctor.ts';
export type { EnvCandidate } from './env-block.ts';
export type {
  AccountSummary,
  InPageShelf,
  LocalServer,
  ModelSummary,
  PresetSummary,
  Providers,
  ProvidersOptions,
} from './shapes.ts';
export type { FigureName, FigureSource, LoadedWindow, ModelFigures } from './figures.ts';
export type { PullStep } from './pull.ts';
export type { SignInAnswer, SignInReason, SignInRefusal, SignInWish } from './sign-in.ts';
export { ENGINE_BYTES, findInPageModel, IN_PAGE_MODELS, type InPageModel } from './in-page-models.ts';
export { listModels } from './model-list.ts';
export { showModel } from './ollama-show.ts';
export { type ChatQuirks, REHEARSAL } from './presets.ts';
export { headersOf, WIRES, type Wire } from './wires.ts';

/** Not needed before somebody connects. */
const trying = () => import('./connect.ts');
const listing = () => import('./model-list.ts');

interface Found {
  readonly account: Account;
  readonly preset: Preset;
}

/** Under which name the vault keeps the key of an account. */
export const vaultName = (id: string): string => `account:${id}`;

export function createProviders(options: ProvidersOptions): Providers {
  const { store, vault, http, clock, makers } = options;
  const made = new Map<string, Promise<Provider>>();
  const limit = createStreamLimit();
  const resting = createResting(clock, options.changed);
  // What it says is much code, and a page that has a model never asks for it.
  const rehearsal = lateProvider({ provider: REHEARSAL, baseUrl: 'in-page' }, async () =>
    (await import('./rehearsal.ts')).createRehearsal({ clock, pace: options.pace ?? 1 }),
  );

  const load = async (): Promise<readonly Account[]> => readAccounts(await store.all());

  const summary = (account: Account, preset: Preset): AccountSummary =>
    summaryOf(account, preset, resting.of(account.id));

  const find = async (id: string): Promise<Found | Failure> => {
    const account = (await load()).find((one) => one.id === id);
    const preset = account === undefined ? undefined : findPreset(account.provider);
    return account === undefined || preset === undefined
      ? failure('no-model', `no account ${id}`)
      : { account, preset };
  };

  const keyOf = async (account: Account): Promise<string | undefined | Failure> => {
    if (!account.hasKey) return undefined;
    const { origin, host } = new URL(account.baseUrl);
    const key = await vault.get(vaultName(account.id), origin);
    return key ?? failure('key-missing', `the key for ${host} is gone`, { facts: { host } });
  };

  const make = (account: Account, wire: Wire, endpoint: Endpoint): Promise<Provider> => {
    const cacheKey = `${account.id} ${account.baseUrl}`;
    const known = made.get(cacheKey);
    if (known !== undefined) return known;
    const making = makers[wire](endpoint).then((provider) => limit.wrap(provider, account.id));
    made.set(cacheKey, making);
    // A chunk that failed to load is asked for again next time.
    making.catch(() => made.delete(cacheKey));
    return making;
  };

  const providerOf = (account: Account, preset: Preset): Promise<Provider> => {
    const now = async (): Promise<Account> => {
      const found = (await load()).find(({ id }) => id === account.id);
      return found?.baseUrl === account.baseUrl ? found : account;
    };
    return make(account, presetAt(preset, account.baseUrl).wire, {
      provider: account.provider,
      baseUrl: account.baseUrl,
      local: isLocal(account),
      ...(preset.quirks === undefined ? {} : { quirks: preset.quirks }),
      key: async () => keyOf(await now()),
      capabilities: async (model) => capabilitiesIn(await now(), preset, model),
    });
  };

  /** The account that is meant by the same address; another one is wanted only where its key is another one too. */
  const sameOf = async (
    row: readonly Account[],
    key: string | undefined,
    another: boolean,
  ): Promise<Account | undefined> => {
    if (!another) return row[0];
    for (const account of row) if ((await keyOf(account)) === key) return account;
    return undefined;
  };

  const connect = async (
    wanted: ConnectOptions & { readonly signedIn?: boolean },
    signal: AbortSignal,
  ): Promise<AccountSummary | Failure> => {
    const { mergeModels, tryEndpoint } = await trying();
    const tried = await tryEndpoint({ http, clock, makers }, wanted, signal);
    if ('code' in tried) return tried;
    const { preset, baseUrl, key } = tried;
    const accounts = await load();
    const row = accounts.filter((account) => account.provider === preset.id && account.baseUrl === baseUrl);
    const same =
      row.find(({ id }) => id === wanted.account) ?? (await sameOf(row, key, wanted.another === true));
    const signedIn = wanted.signedIn ?? (key === undefined && same?.signedIn === true);
    const account: Account = {
      id: same?.id ?? nextAccountId(preset.id, accounts),
      provider: preset.id,
      baseUrl,
      hasKey: key !== undefined || same?.hasKey === true,
      models: mergeModels(tried.models, same?.models ?? []),
      ...(same?.said === undefined ? {} : { said: same.said }),
      ...(signedIn ? { signedIn } : {}),
      ...(same?.place === undefined ? {} : { place: same.place }),
      addedAt: same?.addedAt ?? clock.now(),
    };
    // The key first: an account that says it has one must find it.
    if (key !== undefined) await vault.put(vaultName(account.id), key, new URL(baseUrl).origin);
    await store.put(account);
    resting.wake(account.id);
    return summary(account, preset);
  };
  const signInPorts = (): SignInPorts | undefined =>
    options.signIn === undefined ? undefined : { vault, http, clock, ...options.signIn };

  const resolve = async (name: string): Promise<ResolvedModel | Failure> => {
    if (name === REHEARSAL || name.startsWith(`${REHEARSAL}/`)) {
      return { provider: rehearsal, ...REHEARSAL_MODEL };
    }
    const accounts = await load();
    const found = findModel(name, accounts);
    if ('code' in found) return found;
    const { account, model } = found;
    const preset = findPreset(account.provider);
    if (preset === undefined)
      return failure('no-model', `no account for the model ${name}`, { facts: { model: name } });
    const own: ResolvedModel = {
      provider: await providerOf(account, preset),
      model,
      name: `${account.id}/${model}`,
      capabilities: capabilitiesIn(account, preset, model),
    };
    const others = substitutes(account, model, accounts);
    return others.length === 0 ? own : { ...own, rotation: resting.rotation(others) };
  };

  /** Who may take over (P7): accounts of the same provider with the same model, then what the person named, in order. */
  const substitutes = (
    own: Account,
    model: string,
    accounts: readonly Account[],
  ): readonly ResolvedModel[] => {
    const same = accounts.flatMap((account) =>
      account.provider === own.provider && account.models.some(({ id }) => id === model)
        ? [{ account, model }]
        : [],
    );
    const named = (options.fallbacks?.() ?? []).flatMap((name) => {
      const found = findModel(name, accounts);
      return 'code' in found ? [] : [found];
    });
    const rows = new Map([...same, ...named].map((one) => [`${one.account.id}/${one.model}`, one]));
    rows.delete(`${own.id}/${model}`);
    return [...rows].flatMap(([name, one]) => {
      const preset = findPreset(one.account.provider);
      if (preset === undefined) return [];
      const capabilities = capabilitiesIn(one.account, preset, one.model);
      // Its adapter is loaded when its turn comes.
      return [
        {
          provider: lateProvider(one.account, () => providerOf(one.account, preset)),
          model: one.model,
          name,
          capabilities,
        },
      ];
    });
  };

  const resolveFirst = async ([first, second]: readonly [string, string]): Promise<
    ResolvedModel | Failure
  > => {
    const found = await resolve(first);
    return 'code' in found ? resolve(second) : found;
  };

  return {
    resolve: (name, role) => {
      const wanted = role === undefined ? undefined : options.roles?.()[role];
      return wanted === undefined ? resolve(name) : resolveFirst([wanted, name]);
    },
    diagnose: async (id, { model, ...here }, signal) => {
      const found = await find(id);
      if ('code' in found) return found;
      const { account, preset } = found;
      const about =
        model === undefined ? {} : { model, window: capabilitiesIn(account, preset, model).window };
      const at = { preset, baseUrl: account.baseUrl, key: await keyOf(account), ...about };
      return (await import('./doctor.ts')).lookAt({ http, clock }, at, here, signal);
    },
    diagnoseAt: async ({ provider, baseUrl, key, model }, here, signal) => {
      const preset = findPreset(provider);
      if (preset === undefined) return failure('bad-request', `${provider} is not known here`);
      const base = readBaseUrl(baseUrl === '' ? preset.baseUrl : baseUrl);
      if ('code' in base) return base;
      const at = { preset, baseUrl: base.href, key, ...(model === undefined ? {} : { model }) };
      return (await import('./doctor.ts')).lookAt({ http, clock }, at, here, signal);
    },
    accountsIn: async (text) => (await import('./env-block.ts')).readEnvBlock(text),
    pull: async function* (id, model, signal) {
      const found = await find(id);
      if ('code' in found) {
        yield { type: 'failed', failure: found };
        return;
      }
      const { account, preset } = found;
      const provider = await providerOf(account, preset);
      yield* pullSteps(provider, model, signal);
    },
    models: async () => {
      const accounts = await load();
      const own = { name: REHEARSAL_MODEL.name, label: 'Rehearsal', capabilities: REHEARSAL_CAPABILITIES };
      return [own, ...accounts.flatMap((account) => summaries(account).flatMap(({ models }) => models))];
    },
    accounts: async () => (await load()).flatMap(summaries),
    presets: () =>
      presetSummaries({
        signsIn: options.signIn !== undefined,
        runsInPage: options.inPage !== undefined,
      }),
    connect,
    beginSignIn: async (wish) => {
      const ports = signInPorts();
      if (ports === undefined) return failure('bad-request', 'nobody signs in here');
      return (await import('./sign-in.ts')).beginSignIn(ports, wish);
    },
    finishSignIn: async (answer, signal) => {
      const ports = signInPorts();
      if (ports === undefined) return failure('bad-request', 'nobody signs in here');
      const { finishSignIn } = await import('./sign-in.ts');
      const signedIn = await finishSignIn(ports, answer, signal);
      return 'key' in signedIn ? connect({ ...signedIn, signedIn: true }, signal) : signedIn;
    },
    keptInPage: async () => (await options.inPage?.kept()) ?? [],
    dropInPage: async (model) => options.inPage?.remove(model),
    remove: async (id) => {
      const found = await find(id);
      if (!('code' in found) && found.preset.wire === 'in-page')
        for (const model of (await options.inPage?.kept()) ?? []) await options.inPage?.remove(model);
      await store.remove(id);
      await vault.remove(vaultName(id));
      resting.wake(id);
    },
    arrange: async (ids) => {
      const placeOf = new Map(ids.map((id, place) => [id, place]));
      for (const account of await load()) {
        const place = placeOf.get(account.id);
        if (place !== undefined && place !== account.place) await store.put({ ...account, place });
      }
    },
    figures: async (id, model) => {
      const found = await find(id);
      if ('code' in found) return found;
      return (await import('./figures.ts')).figuresOf(found.account, found.preset, model);
    },
    loadedWindow: async (id, model, signal) => {
      const found = await find(id);
      if ('code' in found) return found;
      const { account, preset } = found;
      const { baseUrl } = account;
      const key = await keyOf(account);
      if (typeof key === 'object') return key;
      if (presetAt(preset, baseUrl).wire !== 'ollama') return failure('bad-request', 'can’t be asked');
      const { window } = capabilitiesIn(account, preset, model);
      return (await import('./figures.ts')).loadedWindow(http, { baseUrl, key, model }, window, signal);
    },
    say: async (id, model, word) => {
      const account = (await load()).find((one) => one.id === id);
      if (account === undefined) return;
      const { [model]: _, ...others } = account.said ?? {};
      const read = readWord(word);
      await store.put({ ...account, said: read === undefined ? others : { ...others, [model]: read } });
    },
    test: async (id, signal) => {
      const found = await find(id);
      if ('code' in found) return found;
      const { account, preset } = found;
      const key = await keyOf(account);
      if (typeof key === 'object') return key;
      const { connectMs } = isLocal(account) ? TIMEOUTS.local : TIMEOUTS.remote;
      const { baseUrl } = account;
      const { wire } = presetAt(preset, baseUrl);
      const [{ listModels }, { mergeModels }] = await Promise.all([listing(), trying()]);
      const models = await listModels(
        { http, clock },
        { wire, baseUrl, key, purpose: 'models', timeoutMs: connectMs, signal },
      );
      if ('code' in models) return models;
      await store.put({ ...account, models: mergeModels(models, account.models) });
      return { models: models.map((facts) => facts.id) };
    },
    lookForLocalServers: async (signal) => {
      const { listModels } = await listing();
      const looked = await Promise.all(
        PRESETS.filter(({ lookFor }) => lookFor).map(async (preset) => {
          const models = await listModels(
            { http, clock },
            {
              wire: preset.wire,
              baseUrl: preset.baseUrl,
              purpose: 'probe',
              timeoutMs: LOCAL_PROBE_MS,
              signal,
            },
          );
          if ('code' in models) return [];
          const { id: provider, label, baseUrl } = preset;
          return [{ provider, label, baseUrl, models: models.map(({ id }) => id) }];
        }),
      );
      return looked.flat();
    },
  };

  function summaries(account: Account): readonly AccountSummary[] {
    const preset = findPreset(account.provider);
    return preset === undefined ? [] : [summary(account, preset)];
  }
}

const REHEARSAL_CAPABILITIES: ModelCapabilities = {
  window: 128_000,
  windowKnown: true,
  tools: true,
  images: false,
  reasoning: true,
  local: true,
};

const REHEARSAL_MODEL = {
  model: REHEARSAL,
  name: `${REHEARSAL}/${REHEARSAL}`,
  capabilities: REHEARSAL_CAPABILITIES,
} as const;
