// Accounts out of a pasted `.env` block (P8): which lines name a provider's key, and where it is to be asked. Pure:
// nothing is called, stored or shown from here, and no other line is looked at twice.

import { findPreset, PRESETS } from './presets.ts';

export interface EnvCandidate {
  readonly provider: string;
  readonly baseUrl: string;
  /** Missing for a server that wants none. */
  readonly key?: string;
  /** The name it had, for the person to recognise. */
  readonly name: string;
}

/** Names of keys beside `<PROVIDER>_API_KEY`. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  GEMINI_API_KEY: 'google',
  GOOGLE_API_KEY: 'google',
  GOOGLE_GENERATIVE_AI_API_KEY: 'google',
  CLAUDE_API_KEY: 'anthropic',
  ANTHROPIC_AUTH_TOKEN: 'anthropic',
  GROK_API_KEY: 'xai',
};

/** Addresses that come without a key. */
const HOST_NAMES: Readonly<Record<string, string>> = { OLLAMA_HOST: 'ollama' };

/**
 * In the order of the block. The same key twice is one candidate; `<PROVIDER>_BASE_URL` says where the provider's key
 * goes, and an OpenAI key with an address of its own is an account of that address.
 */
export function readEnvBlock(text: string): readonly EnvCandidate[] {
  const rows = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const row = readLine(line);
    if (row !== undefined) rows.set(row.name, row.value);
  }
  const found: EnvCandidate[] = [];
  const add = (one: EnvCandidate): void => {
    const known = found.some(
      ({ provider, key, baseUrl }) => provider === one.provider && key === one.key && baseUrl === one.baseUrl,
    );
    if (!known) found.push(one);
  };
  for (const [name, value] of rows) {
    const local = HOST_NAMES[name];
    if (local !== undefined) add({ provider: local, baseUrl: hostUrl(value), name });
    const provider = providerOf(name);
    const preset = provider === undefined ? undefined : findPreset(provider);
    if (preset === undefined || /^(your|<|\.\.\.|xxx|sk-\.\.\.)/i.test(value)) continue;
    const own = baseUrlIn(rows, name, preset.id);
    const elsewhere = preset.id === 'openai' && own !== undefined && own !== preset.baseUrl;
    add({
      provider: elsewhere ? 'openai-compatible' : preset.id,
      baseUrl: own ?? preset.baseUrl,
      key: value,
      name,
    });
  }
  return found;
}

/** `NAME=value`, `export NAME="value"`, `NAME: value`; comments and everything else are left alone. */
function readLine(line: string): { readonly name: string; readonly value: string } | undefined {
  const match = /^\s*(?:export\s+|set\s+|\$env:)?["']?([A-Za-z_]\w*)["']?\s*[=:]\s*(.*)$/i.exec(line);
  if (match === null) return undefined;
  const [, name = '', rest = ''] = match;
  const quoted = /^(["'`])(.*?)\1/.exec(rest.trim());
  const value = (quoted?.[2] ?? rest.replace(/\s+#.*$/, '').replace(/[,;]\s*$/, '')).trim();
  return value === '' ? undefined : { name: name.toUpperCase(), value };
}

function providerOf(name: string): string | undefined {
  const known = KEY_NAMES[name];
  if (known !== undefined) return known;
  const stem = /^(?:VITE_|NEXT_PUBLIC_|MY_)?(.+?)_(?:API_)?(?:KEY|TOKEN)(?:_\d+)?$/.exec(name)?.[1];
  const plain = stem?.toLowerCase().replaceAll('_', '-');
  return PRESETS.find(({ id }) => id === plain || id.replaceAll('-', '') === plain?.replaceAll('-', ''))?.id;
}

function baseUrlIn(rows: ReadonlyMap<string, string>, name: string, provider: string): string | undefined {
  const stems = [
    name.replace(/_(API_)?(KEY|TOKEN)(_\d+)?$/, ''),
    provider.toUpperCase().replaceAll('-', '_'),
  ];
  for (const stem of stems) {
    const value = rows.get(`${stem}_BASE_URL`) ?? rows.get(`${stem}_API_BASE`) ?? rows.get(`${stem}_API_URL`);
    if (value !== undefined && URL.canParse(value)) return value.replace(/\/+$/, '');
  }
  return undefined;
}

function hostUrl(value: string): string {
  const written = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(written)) return findPreset('ollama')?.baseUrl ?? '';
  const { protocol, hostname, port } = new URL(written);
  // What a server listens on is no address to call.
  const host = hostname === '0.0.0.0' || hostname === '[::]' ? '127.0.0.1' : hostname;
  return `${protocol}//${host}:${port === '' ? '11434' : port}`;
}
