// Accounts (P8): what is kept of each, how it is read back, what is shown of it. Keys are in the vault, never here.

import type { Price } from '../../engine/provider.ts';
import { isLocalHost } from './base-url.ts';
import { capabilitiesOf, type ModelFacts, type ModelTraits } from './catalogue.ts';
import { findPreset, type Preset, presetAt } from './presets.ts';

export interface Account {
  /** `ollama`, `ollama-2`: the first part of its models' names. */
  readonly id: string;
  readonly provider: string;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly models: readonly ModelFacts[];
  /** What the person says of single models: it counts more than the list and the catalogue (P4). */
  readonly said?: Readonly<Record<string, ModelWord>>;
  /** Its key came from signing in at the vendor's. */
  readonly signedIn?: boolean;
  /** Where the person put it in the row; missing: behind those that have a place, oldest first. */
  readonly place?: number;
  readonly addedAt: number;
}

export type ModelWord = Pick<ModelFacts, 'window' | 'maxOutput' | 'tools' | 'images' | 'reasoning' | 'price'>;

/** Where accounts are kept, one record each. Rejections are `FailureError`s. */
export interface AccountsStore {
  all(): Promise<readonly unknown[]>;
  put(account: Account): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createMemoryAccountsStore(stored: readonly Account[] = []): AccountsStore {
  const records = new Map(stored.map((account) => [account.id, account]));
  return {
    all: () => Promise.resolve([...records.values()]),
    put: (account) => {
      records.set(account.id, structuredClone(account));
      return Promise.resolve();
    },
    remove: (id) => {
      records.delete(id);
      return Promise.resolve();
    },
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Total: what can't be used any more is left out; unknown fields of models are dropped. In the person's order. */
export function readAccounts(stored: readonly unknown[]): readonly Account[] {
  const accounts = stored.flatMap((record) => readAccount(record) ?? []);
  const placeOf = ({ place = accounts.length }: Account): number => place;
  return accounts.sort((a, b) => placeOf(a) - placeOf(b) || a.addedAt - b.addedAt || (a.id < b.id ? -1 : 1));
}

function readAccount(record: unknown): Account | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const { id, provider, baseUrl, hasKey, models, said, signedIn, place, addedAt } = record as Fields;
  if (typeof id !== 'string' || id === '' || typeof provider !== 'string' || typeof baseUrl !== 'string')
    return undefined;
  if (findPreset(provider) === undefined || !URL.canParse(baseUrl)) return undefined;
  return {
    id,
    provider,
    baseUrl,
    hasKey: hasKey === true,
    models: Array.isArray(models) ? models.filter(isFacts) : [],
    ...(typeof said === 'object' && said !== null ? { said: readWords(said) } : {}),
    ...(signedIn === true ? { signedIn } : {}),
    ...(typeof place === 'number' && place >= 0 ? { place } : {}),
    addedAt: typeof addedAt === 'number' ? addedAt : 0,
  };
}

function isFacts(value: unknown): value is ModelFacts {
  if (typeof value !== 'object' || value === null) return false;
  const { id } = value as Fields;
  return typeof id === 'string' && id !== '';
}

function readWords(said: object): Readonly<Record<string, ModelWord>> {
  return Object.fromEntries(
    Object.entries(said).flatMap(([model, word]) => {
      const read = readWord(word);
      return read === undefined ? [] : [[model, read]];
    }),
  );
}

/** Undefined where nothing of it can be used. */
export function readWord(word: unknown): ModelWord | undefined {
  if (typeof word !== 'object' || word === null) return undefined;
  const fields = word as Fields;
  const count = (name: string): Fields => {
    const value = fields[name];
    return typeof value === 'number' && Number.isInteger(value) && value > 0 ? { [name]: value } : {};
  };
  const flag = (name: string): Fields => (typeof fields[name] === 'boolean' ? { [name]: fields[name] } : {});
  const price = readPrice(fields['price']);
  const read: ModelWord = {
    ...count('window'),
    ...count('maxOutput'),
    ...flag('tools'),
    ...flag('images'),
    ...flag('reasoning'),
    ...(price === undefined ? {} : { price }),
  };
  return Object.keys(read).length === 0 ? undefined : read;
}

function readPrice(price: unknown): Price | undefined {
  if (typeof price !== 'object' || price === null) return undefined;
  const { input, output, cached, cacheWrite } = price as Fields;
  const isMoney = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e6;
  if (!isMoney(input) || !isMoney(output)) return undefined;
  return {
    input,
    output,
    ...(isMoney(cached) ? { cached } : {}),
    ...(isMoney(cacheWrite) ? { cacheWrite } : {}),
  };
}

/** The provider's id, numbered where it is taken. */
export function nextAccountId(provider: string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map(({ id }) => id));
  let id = provider;
  for (let n = 2; taken.has(id); n++) id = `${provider}-${n}`;
  return id;
}

export function isLocal(account: Pick<Account, 'baseUrl'>): boolean {
  return isLocalHost(new URL(account.baseUrl).hostname);
}

export function labelOf(account: Account, preset: Preset): string {
  const { host } = new URL(account.baseUrl);
  const usual = preset.baseUrl !== '' && account.baseUrl === preset.baseUrl;
  const number = /-(\d+)$/.exec(account.id)?.[1];
  const name = number === undefined ? preset.label : `${preset.label} ${number}`;
  return usual ? name : `${name} (${host})`;
}

export function capabilitiesIn(account: Account, preset: Preset, model: string): ModelTraits {
  const listed = account.models.find(({ id }) => id === model) ?? { id: model };
  const facts = { ...listed, ...account.said?.[model] };
  const { baseUrl } = account;
  const { host } = new URL(baseUrl);
  return capabilitiesOf(facts, { preset: presetAt(preset, baseUrl), host, local: isLocal(account) });
}
