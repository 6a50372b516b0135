// Where people make their keys, or get the server, as data; opened by a press of theirs only.

export const SITES: Readonly<Record<string, string>> = {
  ollama: 'https://ollama.com/download',
  lmstudio: 'https://lmstudio.ai',
  llamacpp: 'https://github.com/ggml-org/llama.cpp',
  vllm: 'https://docs.vllm.ai',
  anthropic: 'https://console.anthropic.com/settings/keys',
  openai: 'https://platform.openai.com/api-keys',
  google: 'https://aistudio.google.com/apikey',
  openrouter: 'https://openrouter.ai/settings/keys',
  mistral: 'https://console.mistral.ai/api-keys',
  deepseek: 'https://platform.deepseek.com/api_keys',
  xai: 'https://console.x.ai',
  groq: 'https://console.groq.com/keys',
};
