// The wires that the server speaks, each with the account that it is for and a model whose name the vendor has.

import { anthropicWire } from './wire-anthropic.ts';
import { chatWire } from './wire-chat.ts';
import { geminiWire } from './wire-gemini.ts';
import { ollamaWire } from './wire-ollama.ts';
import { responsesWire } from './wire-responses.ts';
import type { VendorWire } from './wire.ts';

export type WireCase = {
  wire: VendorWire;
  /** As links and accounts call it. */
  provider: string;
  model: string;
  /** Whether what it thinks goes back to it sealed. */
  seals: boolean;
};

export const allWires: readonly WireCase[] = [
  { wire: chatWire, provider: 'openai-compatible', model: 'gpt-4o', seals: false },
  { wire: responsesWire, provider: 'openai', model: 'gpt-5', seals: true },
  { wire: anthropicWire, provider: 'anthropic', model: 'claude-opus-4-6', seals: true },
  { wire: geminiWire, provider: 'google', model: 'gemini-3-pro-preview', seals: true },
  { wire: ollamaWire, provider: 'ollama', model: 'qwen3:8b', seals: false },
];
