// The wires that we speak, as data: where each keeps its list of models, how it wants its key, which headers it gets.
// Requests carry no other header: a vendor's CORS list may refuse what it doesn't know. Nothing is sent from here.

export type Wire = 'openai-chat' | 'openai-responses' | 'anthropic' | 'google' | 'ollama' | 'in-page';

interface WireRow {
  /** Below the base URL. */
  readonly list: string;
  readonly keyHeader: string;
  readonly keyPrefix: string;
  /** With every request, key or not. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names that an adapter may add to them. */
  readonly also: readonly string[];
}

const BEARER = { keyHeader: 'authorization', keyPrefix: 'Bearer ', headers: {}, also: [] } as const;

export const WIRES: Readonly<Record<Wire, WireRow>> = {
  'openai-chat': { ...BEARER, list: '/models' },
  'openai-responses': { ...BEARER, list: '/models' },
  anthropic: {
    list: '/models?limit=1000',
    keyHeader: 'x-api-key',
    keyPrefix: '',
    // Without the second one the vendor answers no page at all.
    headers: { 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' },
    also: ['anthropic-beta'],
  },
  google: {
    list: '/models?pageSize=1000',
    keyHeader: 'x-goog-api-key',
    keyPrefix: '',
    headers: {},
    also: [],
  },
  ollama: { ...BEARER, list: '/api/tags' },
  // No wire at all: the list is ours (in-page-models.ts), and nothing is sent.
  'in-page': { ...BEARER, list: '' },
};

/** What goes with a request: the wire's own headers, and the key where there is one. */
export function headersOf(wire: Wire, key: string | undefined): Readonly<Record<string, string>> {
  const { keyHeader, keyPrefix, headers } = WIRES[wire];
  return key === undefined || key === '' ? headers : { ...headers, [keyHeader]: keyPrefix + key };
}
