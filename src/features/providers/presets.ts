// The sources of models that we know of (P3), as data.
// What a single model can do stands in catalogue.ts.

import type { Wire } from './wires.ts';

/** What a vendor wants otherwise on the wire of chat completions; missing = as everybody. */
export interface ChatQuirks {
  /**
   * How a model's own thinking goes back: as text, as text on every message that calls (an empty one where there is
   * none), as the vendor's opaque entries, or not at all where the vendor refuses the field.
   */
  readonly thinking?: 'text' | 'with-calls' | 'details' | 'never';
  readonly shortCallIds?: boolean;
  readonly noUserAfterResults?: boolean;
  /** Reports usage anyway, and refuses to be asked for it. */
  readonly asksForUsage?: false;
}

export interface Preset {
  readonly id: string;
  readonly label: string;
  /** Where it usually listens; '' where only the person knows. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Looked for at a press of `Look for local servers`. */
  readonly lookFor: boolean;
  readonly wire: Wire;
  readonly quirks?: ChatQuirks;
  /** The window to assume where nobody tells it: these servers cut silently, so it errs on the small side. */
  readonly guessedWindow?: number;
  /** Signing in by a code (PKCE): the vendor's page below the origin, and where codes become keys below the base URL. */
  readonly signIn?: { readonly page: string; readonly keys: string };
}

export const REHEARSAL = 'rehearsal';

type Row = Omit<Preset, 'needsKey' | 'lookFor'>;

const local = (row: Omit<Row, 'wire'> & { readonly wire?: Wire }): Preset => ({
  needsKey: false,
  lookFor: true,
  wire: 'openai-chat',
  ...row,
});

const hosted = (row: Row): Preset => ({ needsKey: true, lookFor: false, ...row });

export const PRESETS: readonly Preset[] = [
  local({
    id: 'ollama',
    label: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434',
    guessedWindow: 16_384,
    wire: 'ollama',
  }),
  local({
    id: 'lmstudio',
    label: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    guessedWindow: 8_192,
  }),
  local({
    id: 'llamacpp',
    label: 'llama.cpp',
    baseUrl: 'http://127.0.0.1:8080/v1',
  }),
  local({ id: 'vllm', label: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' }),
  {
    id: 'in-page',
    label: 'In this page',
    // No address that anything could call; its host is one of this machine.
    baseUrl: 'in-page://this-page.localhost',
    needsKey: false,
    lookFor: false,
    wire: 'in-page',
  },
  {
    id: 'openai-compatible',
    label: 'OpenAI-compatible',
    baseUrl: '',
    needsKey: false,
    lookFor: false,
    wire: 'openai-chat',
  },
  hosted({
    id: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    wire: 'anthropic',
  }),
  hosted({
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    wire: 'openai-responses',
  }),
  hosted({
    id: 'google',
    label: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    wire: 'google',
  }),
  hosted({
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    wire: 'openai-chat',
    quirks: { thinking: 'details' },
    signIn: { page: '/auth', keys: '/auth/keys' },
  }),
  hosted({
    id: 'mistral',
    label: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    wire: 'openai-chat',
    quirks: { thinking: 'never', shortCallIds: true, noUserAfterResults: true, asksForUsage: false },
  }),
  hosted({
    id: 'deepseek',
    label: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com',
    wire: 'openai-chat',
    quirks: { thinking: 'with-calls' },
  }),
  hosted({
    id: 'xai',
    label: 'xAI',
    baseUrl: 'https://api.x.ai/v1',
    wire: 'openai-chat',
    quirks: { thinking: 'never' },
  }),
  hosted({
    id: 'groq',
    label: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    wire: 'openai-chat',
    quirks: { thinking: 'never' },
  }),
];

/**
 * The preset as it holds for one address: a server that is addressed at its compatible interface is spoken to in that,
 * so that accounts and links from before the native one go on. There it can't be told its window.
 */
export function presetAt(preset: Preset, baseUrl: string): Preset {
  return preset.wire === 'ollama' && baseUrl.endsWith('/v1')
    ? { ...preset, wire: 'openai-chat', guessedWindow: 8_192 }
    : preset;
}

/** Other spellings that links and people use. */
const ALIASES: Readonly<Record<string, string>> = {
  'openai-compat': 'openai-compatible',
  openaicompatible: 'openai-compatible',
  'lm-studio': 'lmstudio',
  'llama-cpp': 'llamacpp',
  'llama.cpp': 'llamacpp',
  gemini: 'google',
};

export function findPreset(id: string): Preset | undefined {
  const plain = id.trim().toLowerCase();
  const known = ALIASES[plain] ?? plain;
  return PRESETS.find((preset) => preset.id === known);
}
