// Model strings (P2): `account/model`, or a bare name that is found by its beginning. Pure over the accounts.

import { type Failure, failure } from '../../engine/failures.ts';
import type { Account } from './accounts.ts';
import { findPreset } from './presets.ts';

export interface NamedModel {
  readonly account: Account;
  readonly model: string;
}

/** Whose model a bare name is, by its beginning; the account of that provider is taken. */
const VENDOR_PREFIXES: readonly (readonly [RegExp, string])[] = [
  [/^(gpt-|o\d|chatgpt-)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
  [/^(mistral|codestral|devstral|magistral)-/, 'mistral'],
  [/^deepseek-/, 'deepseek'],
  [/^grok-/, 'xai'],
];

/**
 * A model that the account doesn't list is let through under its account: servers add models without telling, and
 * answer for themselves when they have none of that name.
 */
export function findModel(name: string, accounts: readonly Account[]): NamedModel | Failure {
  const wanted = name.trim();
  const slash = wanted.indexOf('/');
  if (slash > 0 && slash < wanted.length - 1) {
    const owner = ownerOf(wanted.slice(0, slash), accounts);
    if (owner !== undefined) return { account: owner, model: wanted.slice(slash + 1) };
  }
  return (
    bare(wanted, accounts) ??
    failure('no-model', `no account for the model ${wanted}`, { facts: { model: wanted } })
  );
}

function ownerOf(prefix: string, accounts: readonly Account[]): Account | undefined {
  const provider = findPreset(prefix)?.id ?? prefix;
  return (
    accounts.find(({ id }) => id === prefix) ?? accounts.find((account) => account.provider === provider)
  );
}

function bare(wanted: string, accounts: readonly Account[]): NamedModel | undefined {
  if (wanted === '') return undefined;
  const listed = accounts.flatMap((account) => account.models.map(({ id }) => ({ account, model: id })));
  const found =
    listed.find(({ model }) => model === wanted) ??
    listed.find(({ model }) => model.startsWith(`${wanted}:`)) ??
    listed.find(({ model }) => model.startsWith(wanted));
  if (found !== undefined) return found;
  const vendor = VENDOR_PREFIXES.find(([match]) => match.test(wanted))?.[1];
  const owner = accounts.find(({ provider }) => provider === vendor);
  return owner === undefined ? undefined : { account: owner, model: wanted };
}
