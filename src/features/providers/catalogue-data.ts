// What is known of models, as data: windows, limits and senses by family, prices by host. Taken from the vendors' own
// pages and lists on 2026-11-30; an endpoint's list and the person's word count more.

import type { Price } from '../../engine/provider.ts';

export type Tokenizer = 'o200k' | 'claude' | 'gemini' | 'grok' | 'deepseek' | 'tekken' | 'llama' | 'qwen';

/**
 * How the vendor is asked to think. `adaptive`: as much as the model sees fit; histories without thoughts are taken.
 * `bound`: so too, and a thought is refused where anything before it has changed, unless the vendor is told to drop it.
 */
export type Thinking = 'adaptive' | 'bound';

export interface Family {
  readonly match: RegExp;
  readonly window: number;
  readonly maxOutput?: number;
  readonly tools?: boolean;
  readonly images?: boolean;
  readonly reasoning?: boolean;
  readonly thinking?: Thinking;
  readonly tokenizer?: Tokenizer;
}

const claude = (match: RegExp, window: number, maxOutput: number, thinking?: Thinking): Family => ({
  match,
  window,
  maxOutput,
  images: true,
  reasoning: true,
  ...(thinking === undefined ? {} : { thinking }),
  tokenizer: 'claude',
});
const gpt = (match: RegExp, window: number, maxOutput: number, reasoning: boolean): Family => ({
  match,
  window,
  maxOutput,
  images: true,
  reasoning,
  tokenizer: 'o200k',
});
const gemini = (match: RegExp, reasoning: boolean): Family => ({
  match,
  window: 1_048_576,
  maxOutput: reasoning ? 65_536 : 8_192,
  images: true,
  reasoning,
  tokenizer: 'gemini',
});
const grok = (match: RegExp, window: number, more: Partial<Family>): Family => ({
  match,
  window,
  tokenizer: 'grok',
  ...more,
});

/** First match counts. Windows are those of the weights. */
export const FAMILIES: readonly Family[] = [
  claude(/claude-(fable|mythos)-5-[1-9](-|$)|claude-(opus|sonnet|haiku)-5-5/, 1_000_000, 128_000, 'bound'),
  claude(/claude-(fable|mythos|opus|sonnet|haiku)-5/, 1_000_000, 128_000, 'adaptive'),
  claude(/claude-opus-4-[678]|claude-sonnet-4-6/, 1_000_000, 128_000, 'adaptive'),
  claude(/claude-(opus|sonnet|haiku)-4-5|claude-sonnet-4/, 200_000, 64_000),
  claude(/claude-opus-4/, 200_000, 32_000),
  { match: /claude/, window: 200_000, maxOutput: 4_096, images: true, tokenizer: 'claude' },

  { match: /gpt-oss/, window: 131_072, reasoning: true, tokenizer: 'o200k' },
  gpt(/gpt-(6|5\.[456])/, 1_050_000, 128_000, true),
  gpt(/gpt-5[\w.]*-chat/, 128_000, 16_384, false),
  gpt(/gpt-5/, 400_000, 128_000, true),
  gpt(/gpt-4\.1/, 1_047_576, 32_768, false),
  gpt(/gpt-4o/, 128_000, 16_384, false),
  gpt(/(^|\/)o[134](-|$)/, 200_000, 100_000, true),

  gemini(/gemini-([34]|2\.5)/, true),
  gemini(/gemini/, false),

  grok(/grok-4\.5/, 500_000, { images: true, reasoning: true }),
  grok(/grok-4[.-](20|3|1|fast)/, 1_000_000, { images: true, reasoning: true }),
  grok(/grok-4/, 256_000, { images: true, reasoning: true }),
  grok(/grok-(build|code)/, 256_000, { reasoning: true }),
  grok(/grok-3/, 131_072, { reasoning: true }),

  {
    match: /deepseek-(v4|flash|pro)/,
    window: 1_000_000,
    maxOutput: 384_000,
    reasoning: true,
    tokenizer: 'deepseek',
  },
  { match: /deepseek-(r\d|reasoner)/, window: 65_536, reasoning: true, tokenizer: 'deepseek' },
  { match: /deepseek/, window: 65_536, tokenizer: 'deepseek' },

  { match: /mistral-large-4/, window: 1_048_576, images: true, reasoning: true, tokenizer: 'tekken' },
  { match: /mistral-(large|medium)/, window: 262_144, images: true, tokenizer: 'tekken' },
  { match: /devstral|codestral/, window: 262_144, tokenizer: 'tekken' },
  { match: /(mistral-small|magistral)/, window: 131_072, images: true, tokenizer: 'tekken' },
  { match: /pixtral/, window: 131_072, images: true, tokenizer: 'tekken' },
  { match: /(mistral|ministral|mixtral)/, window: 32_768, tokenizer: 'tekken' },

  { match: /qwen3?[.\d]*-?vl/, window: 131_072, images: true, tokenizer: 'qwen' },
  { match: /qwen3-coder/, window: 262_144, tokenizer: 'qwen' },
  { match: /qwen3/, window: 32_768, reasoning: true, tokenizer: 'qwen' },
  { match: /qwq/, window: 32_768, reasoning: true, tokenizer: 'qwen' },
  { match: /qwen/, window: 32_768, tokenizer: 'qwen' },
  { match: /llama-?4/, window: 131_072, images: true, tokenizer: 'llama' },
  { match: /llama-?3\.2-vision|llama3\.2-vision/, window: 131_072, images: true, tokenizer: 'llama' },
  { match: /llama-?3\.[123]/, window: 131_072, tokenizer: 'llama' },
  { match: /llama-?3/, window: 8_192, tools: false, tokenizer: 'llama' },
  { match: /gemma-?3n/, window: 32_768, tools: false, tokenizer: 'gemini' },
  { match: /gemma-?3/, window: 131_072, images: true, tools: false, tokenizer: 'gemini' },
  { match: /gemma/, window: 8_192, tools: false, tokenizer: 'gemini' },
  { match: /phi-?4/, window: 16_384 },
  { match: /granite/, window: 131_072 },
  { match: /smollm/, window: 8_192 },
  { match: /(llava|moondream|minicpm-v)/, window: 8_192, images: true },
];

interface PriceRow {
  readonly host: string;
  readonly match: RegExp;
  readonly price: Price;
}

const rows = (
  host: string,
  prices: readonly (readonly [RegExp, number, number, number?, number?])[],
): readonly PriceRow[] =>
  prices.map(([match, input, output, cached, cacheWrite]) => ({
    host,
    match,
    price: {
      input,
      output,
      ...(cached === undefined ? {} : { cached }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
    },
  }));

/**
 * US dollars per million tokens: input, output, read from the cache, written to it (five minutes). The rates of short
 * prompts: some vendors ask up to twice as much above 100,000 or 200,000 tokens. First match counts; what we found no
 * price for has none.
 */
export const PRICES: readonly PriceRow[] = [
  ...rows('api.anthropic.com', [
    [/^claude-(fable|mythos)-5/, 10, 50],
    [/^claude-opus-5-5/, 4, 20, 0.2, 5],
    [/^claude-opus-(5|4-[5678])/, 5, 25, 0.5, 6.25],
    [/^claude-sonnet-5-5/, 2, 10, 0.1, 2.5],
    [/^claude-sonnet-5/, 2, 10, 0.2, 2.5],
    [/^claude-haiku-5-5/, 0.1, 0.5, 0.01, 0.125],
    [/^claude-haiku-4-5/, 1, 5, 0.1, 1.25],
    [/^claude-sonnet-4/, 3, 15, 0.3, 3.75],
    [/^claude-opus-4/, 15, 75, 1.5, 18.75],
  ]),
  ...rows('api.openai.com', [
    [/^gpt-6\.2-astra/, 8, 40, 0.4, 10],
    [/^gpt-6\.[12]-sol/, 2, 10, 0.1, 2.5],
    [/^gpt-6-sol/, 2, 10, 0.2, 2.5],
    [/^gpt-6-luna/, 0.1, 0.5, 0.01, 0.125],
    [/^gpt-5\.6-luna/, 0.2, 1.2, 0.02, 0.25],
    [/^gpt-5\.6-terra/, 2, 12, 0.2, 2.5],
    [/^gpt-5\.6(-sol|$)/, 4, 20],
    [/^gpt-5\.2(?!-pro)/, 1.75, 14, 0.175],
    [/^gpt-5-nano/, 0.05, 0.4, 0.005],
    [/^gpt-5(\.1)?-(codex-)?mini/, 0.25, 2, 0.025],
    [/^gpt-5(\.1)?(-codex|-chat|-\d|$)/, 1.25, 10, 0.125],
    [/^gpt-4\.1-nano/, 0.1, 0.4, 0.025],
    [/^gpt-4\.1-mini/, 0.4, 1.6, 0.1],
    [/^gpt-4\.1/, 2, 8, 0.5],
    [/^gpt-4o-mini/, 0.15, 0.6, 0.075],
    [/^gpt-4o/, 2.5, 10, 1.25],
    [/^o4-mini/, 1.1, 4.4, 0.275],
    [/^o3(-\d|$)/, 2, 8, 0.5],
  ]),
  ...rows('generativelanguage.googleapis.com', [
    [/^gemini-4-neon/, 3, 15, 0.15],
    [/^gemini-4-hydrogen/, 1.5, 7.5, 0.075],
    [/^gemini-3(\.1)?-pro/, 2, 12, 0.2],
    [/^gemini-3-flash/, 0.5, 3, 0.05],
    [/^gemini-2\.5-pro/, 1.25, 10, 0.125],
    [/^gemini-2\.5-flash-lite/, 0.1, 0.4, 0.01],
    [/^gemini-2\.5-flash/, 0.3, 2.5, 0.03],
  ]),
  ...rows('api.x.ai', [
    [/^grok-4\.5/, 2, 6, 0.5],
    [/^grok-4\.(3|20)/, 1.25, 2.5],
    [/^grok-build/, 1, 2],
    [/^grok-4(-\d|$)/, 3, 15, 0.75],
    [/^grok-3-mini(?!-fast)/, 0.3, 0.5, 0.075],
  ]),
  ...rows('api.mistral.ai', [
    [/^mistral-large-4/, 0.68, 2.09],
    [/^mistral-medium/, 0.4, 2],
    [/^devstral-small/, 0.1, 0.3],
    [/^devstral/, 0.4, 2],
    [/^codestral/, 0.3, 0.9],
    [/^magistral-medium/, 2, 5],
  ]),
  ...rows('api.groq.com', [
    [/gpt-oss-120b/, 0.15, 0.6],
    [/llama-3\.3-70b/, 0.59, 0.79],
    [/llama-3\.1-8b/, 0.05, 0.08],
  ]),
];
