// The account of a headless run, out of the command line and the environment. It is stored nowhere.

import type { Account, PresetSummary } from '../features/providers/providers.ts';
import type { HeadlessOptions } from './headless-arguments.ts';

export interface GivenAccount {
  readonly account: Account;
  readonly key?: string;
}

/**
 * Undefined: the model needs none, or its name is one that the harness will refuse in its own words. A sentence:
 * what is missing on the command line.
 */
export function givenAccount(
  { model, baseUrl }: HeadlessOptions,
  presets: readonly PresetSummary[],
  env: Readonly<Record<string, string | undefined>>,
): GivenAccount | string | undefined {
  const name = model.split('/', 1)[0] ?? '';
  const preset = presets.find(({ id }) => id === name);
  if (preset === undefined || !preset.available || !model.includes('/')) return undefined;
  const address = baseUrl ?? preset.baseUrl;
  if (address === '') return `--base-url says where ${preset.label} listens`;
  const key = keyNames(preset.id).flatMap((variable) => env[variable] || [])[0];
  return {
    account: {
      id: preset.id,
      provider: preset.id,
      baseUrl: address,
      hasKey: key !== undefined,
      models: [],
      addedAt: 0,
    },
    ...(key !== undefined && { key }),
  };
}

/** `a-b` reads `A_B_API_KEY`, then `A_API_KEY`. */
function keyNames(provider: string): readonly string[] {
  const words = provider.toUpperCase().split(/[^A-Z0-9]+/);
  return words.map((_, dropped) => `${words.slice(0, words.length - dropped).join('_')}_API_KEY`);
}
