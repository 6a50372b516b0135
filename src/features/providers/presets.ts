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
}

export const REHEARSAL = 'rehearsal';

const local = (id: string, label: string, baseUrl: string, guessedWindow?: number): Preset => ({
  id,
  label,
  baseUrl,
  needsKey: false,
  lookFor: true,
  wire: 'openai-chat',
  ...(guessedWindow === undefined ? {} : { guessedWindow }),
});

const hosted = (id: string, label: string, baseUrl: string, wire: Wire, quirks?: ChatQuirks): Preset => ({
  id,
  label,
  baseUrl,
  needsKey: true,
  lookFor: false,
  wire,
  ...(quirks === undefined ? {} : { quirks }),
});

export const PRESETS: readonly Preset[] = [
  { ...local('ollama', 'Ollama', 'http://127.0.0.1:11434', 16_384), wire: 'ollama' },
  local('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1', 8_192),
  local('llamacpp', 'llama.cpp', 'http://127.0.0.1:8080/v1'),
  local('vllm', 'vLLM', 'http://127.0.0.1:8000/v1'),
  {
    id: 'openai-compatible',
    label: 'OpenAI-compatible',
    baseUrl: '',
    needsKey: false,
    lookFor: false,
    wire: 'openai-chat',
  },
  hosted('anthropic', 'Anthropic', 'https://api.anthropic.com/v1', 'anthropic'),
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', 'openai-responses'),
  hosted('google', 'Google Gemini', 'https://generativelanguage.googleapis.com/v1beta', 'google'),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', 'openai-chat', { thinking: 'details' }),
  hosted('mistral', 'Mistral', 'https://api.mistral.ai/v1', 'openai-chat', {
    thinking: 'never',
    shortCallIds: true,
    noUserAfterResults: true,
    asksForUsage: false,
  }),
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com', 'openai-chat', { thinking: 'with-calls' }),
  hosted('xai', 'xAI', 'https://api.x.ai/v1', 'openai-chat', { thinking: 'never' }),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', 'openai-chat', { thinking: 'never' }),
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
