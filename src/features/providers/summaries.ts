// What is shown of accounts and presets: names, addresses, what can be done with them. No key ever is.

import { type Account, capabilitiesIn, isLocal, labelOf } from './accounts.ts';
import { bytesOf, IN_PAGE_MODELS } from './in-page-models.ts';
import { PRESETS, type Preset, presetAt } from './presets.ts';
import type { Rest } from './rotation.ts';
import type { AccountSummary, PresetSummary } from './shapes.ts';
import { SITES } from './sites.ts';

export function summaryOf(account: Account, preset: Preset, rest: Rest | undefined): AccountSummary {
  const { id, provider, baseUrl, hasKey } = account;
  return {
    id,
    provider,
    label: labelOf(account, preset),
    baseUrl,
    hasKey,
    local: isLocal(account),
    ...(account.signedIn === true ? { signedIn: true } : {}),
    ...(presetAt(preset, baseUrl).wire === 'ollama' ? { pulls: true } : {}),
    ...(preset.wire === 'in-page' ? { inPage: true } : {}),
    ...(rest === undefined ? {} : { rest }),
    models: account.models.map((facts) => ({
      name: `${id}/${facts.id}`,
      label: facts.label ?? facts.id,
      account: id,
      capabilities: capabilitiesIn(account, preset, facts.id),
      ...(facts.bytes === undefined ? {} : { bytes: facts.bytes }),
    })),
  };
}

export function presetSummaries({
  signsIn,
  runsInPage,
}: {
  readonly signsIn: boolean;
  readonly runsInPage: boolean;
}): readonly PresetSummary[] {
  return PRESETS.map(({ id, label, baseUrl, needsKey, lookFor, signIn, wire }) => ({
    id,
    label,
    baseUrl,
    local: lookFor,
    needsKey,
    available: wire !== 'in-page' || runsInPage,
    ...(wire === 'in-page' ? { inPage: { bytes: Math.min(...IN_PAGE_MODELS.map(bytesOf)) } } : {}),
    ...(SITES[id] === undefined ? {} : { site: SITES[id] }),
    ...(signIn === undefined || !signsIn ? {} : { signsIn: true }),
  }));
}
