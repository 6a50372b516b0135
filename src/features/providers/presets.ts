// The sources of models that we know of (P3), as data. A preset without a wire is listed but can't be connected yet.
// What a single model can do stands in catalogue.ts.

/** Which adapter speaks to it; the parts list maps each to a maker. */
export type Wire = 'openai-chat';

export interface Preset {
  readonly id: string;
  readonly label: string;
  /** Where it usually listens; '' where only the person knows. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Looked for at a press of `Look for local servers`. */
  readonly lookFor: boolean;
  readonly wire?: Wire;
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

const later = (id: string, label: string): Preset => ({
  id,
  label,
  baseUrl: '',
  needsKey: true,
  lookFor: false,
});

export const PRESETS: readonly Preset[] = [
  local('ollama', 'Ollama', 'http://127.0.0.1:11434/v1', 8_192),
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
  later('anthropic', 'Anthropic'),
  later('openai', 'OpenAI'),
  later('google', 'Google Gemini'),
  later('openrouter', 'OpenRouter'),
  later('mistral', 'Mistral'),
  later('deepseek', 'DeepSeek'),
  later('xai', 'xAI'),
  later('groq', 'Groq'),
];

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
