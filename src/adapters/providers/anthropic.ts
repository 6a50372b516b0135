// Anthropic Messages. Thinking goes back sealed to the model that made it; the beginning of each request that the next
// one repeats is marked for the vendor's cache (P6).

import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Provider } from '../../engine/provider.ts';
import type { ModelTraits } from '../../features/providers/providers.ts';
import '../../features/schema.ts';
import { createSdkProvider, NO_KEY } from './sdk-wire.ts';
import type { WireOptions } from './wire-stream.ts';

/** For a model whose limit nobody knows: the wire demands one, and the package's own guess cuts whole files. */
const MAX_OUTPUT = 32_000;

export async function createAnthropicWire(options: WireOptions): Promise<Provider> {
  const { baseUrl } = options.endpoint;
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createSdkProvider(options, {
    wire: 'anthropic',
    model: (name, send) => createAnthropic({ baseURL: baseUrl, apiKey: NO_KEY, fetch: send }).messages(name),
    rules: ({ images }) => ({
      images,
      imagesInResults: true,
      markErrors: true,
      thinking: 'sealed',
      shortCallIds: false,
      noUserAfterResults: false,
    }),
    settle: (call, { role }, { maxOutput, thinking }) => ({
      ...call,
      prompt: withBreakpoints(call.prompt),
      maxOutputTokens: Math.min(call.maxOutputTokens ?? maxOutput ?? MAX_OUTPUT, maxOutput ?? Infinity),
      ...(thinking === undefined || (thinking === 'adaptive' && role === 'title')
        ? {}
        : { providerOptions: { anthropic: { thinking: THINKING[thinking] } } }),
    }),
  });
}

/** Only the kind of thinking that doesn't demand thoughts in what other models said. */
const ADAPTIVE = { type: 'adaptive', display: 'summarized' } as const;
const THINKING: Readonly<Record<NonNullable<ModelTraits['thinking']>, JSONObject>> = {
  adaptive: ADAPTIVE,
  // Nudges and summaries change what stood before a thought: it is then dropped, not a reason to refuse the request.
  bound: { ...ADAPTIVE, blockBinding: { prefixMismatchBehavior: 'drop_block' } },
};

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** Three of the four that are allowed: tools and system, the last message, and the one where the last request ended. */
function withBreakpoints(prompt: LanguageModelV4CallOptions['prompt']): LanguageModelV4Message[] {
  const ends: number[] = [];
  for (let at = prompt.length - 1; at >= 0 && ends.length < 2; at -= 1) {
    const { role } = prompt[at] ?? {};
    const next = prompt[at + 1]?.role;
    // Neighbours that are no words of the model become one message on this wire.
    const closes = next === undefined || next === 'assistant';
    if ((role === 'user' || role === 'tool') && closes) ends.push(at);
  }
  return prompt.map((message, at) => {
    if (message.role !== 'system' && !ends.includes(at)) return message;
    return { ...message, providerOptions: { ...message.providerOptions, ...CACHED } };
  });
}
