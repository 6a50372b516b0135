// What the page may use of this feature: reading a connect link (P12). Reading is all: nothing is probed, stored or
// called here, and the page takes the key out of the address before first paint.

import { readBaseUrl } from './base-url.ts';
import { findPreset } from './presets.ts';

export type ConnectLink =
  | {
      readonly type: 'fill';
      readonly provider: string;
      readonly baseUrl: string;
      readonly model: string;
      readonly key: string;
    }
  | {
      readonly type: 'refused';
      readonly reason: 'unknown-provider' | 'bad-base-url';
      readonly provider: string;
    };

const LINK = /^#\/connect\/?(?:\?(.*))?$/s;

/** Undefined where `hash` is no connect link. A link that can't be followed says why, for the sheet to show. */
export function readConnectLink(hash: string): ConnectLink | undefined {
  const match = LINK.exec(hash);
  if (match === null) return undefined;
  const fields = readQuery(match[1] ?? '');
  const named = fields.get('provider') ?? 'openai-compatible';
  const preset = findPreset(named);
  if (preset === undefined)
    return { type: 'refused', reason: 'unknown-provider', provider: named.slice(0, 64) };
  const written = fields.get('baseUrl') ?? fields.get('baseurl') ?? preset.baseUrl;
  const baseUrl = written === '' ? '' : readBaseUrl(written);
  if (typeof baseUrl !== 'string' && 'code' in baseUrl)
    return { type: 'refused', reason: 'bad-base-url', provider: preset.id };
  return {
    type: 'fill',
    provider: preset.id,
    baseUrl: typeof baseUrl === 'string' ? baseUrl : baseUrl.href,
    model: (fields.get('model') ?? '').trim(),
    key: (fields.get('key') ?? '').trim(),
  };
}

/** The same address without its key, to put into the history at once. */
export function withoutKey(hash: string): string {
  return hash.replace(/([?&])key=[^&]*&?/g, '$1').replace(/[?&]$/, '');
}

/** The first value of each name; what can't be decoded stays as written. */
function readQuery(query: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    if (name !== '' && !fields.has(name)) fields.set(name, at < 0 ? '' : decode(pair.slice(at + 1)));
  }
  return fields;
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced).toWellFormed();
  } catch {
    return spaced;
  }
}
