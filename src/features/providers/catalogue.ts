// What models can do (P4): the shipped table, and how it is merged with what an endpoint reports. Data first.
// A price belongs to a host, never to a model's name alone: the same weights cost something else elsewhere.

import type { ModelCapabilities, Price } from '../../engine/provider.ts';
import type { Preset } from './presets.ts';

/** What an endpoint said about one of its models; everything but the id may be missing. */
export interface ModelFacts {
  readonly id: string;
  readonly label?: string;
  /** Named by the person and answered for, but in no list. */
  readonly typed?: boolean;
  /** The window that requests really get. */
  readonly window?: number;
  /** What the weights were trained for; the server may give less. */
  readonly trainedWindow?: number;
  readonly maxOutput?: number;
  readonly tools?: boolean;
  readonly images?: boolean;
  readonly price?: Price;
}

interface Family {
  readonly match: RegExp;
  readonly window: number;
  readonly tools?: boolean;
  readonly images?: boolean;
  readonly reasoning?: boolean;
}

/** First match counts. Windows are those of the weights. */
const FAMILIES: readonly Family[] = [
  { match: /gpt-oss/, window: 131_072, reasoning: true },
  { match: /qwen3?[.\d]*-?vl/, window: 131_072, images: true },
  { match: /qwen3-coder/, window: 262_144 },
  { match: /qwen3/, window: 32_768, reasoning: true },
  { match: /qwq/, window: 32_768, reasoning: true },
  { match: /qwen/, window: 32_768 },
  { match: /deepseek-(r\d|reasoner)/, window: 65_536, reasoning: true },
  { match: /deepseek/, window: 65_536 },
  { match: /llama-?4/, window: 131_072, images: true },
  { match: /llama-?3\.2-vision|llama3\.2-vision/, window: 131_072, images: true },
  { match: /llama-?3\.[123]/, window: 131_072 },
  { match: /llama-?3/, window: 8_192, tools: false },
  { match: /gemma-?3n/, window: 32_768, tools: false },
  { match: /gemma-?3/, window: 131_072, images: true, tools: false },
  { match: /gemma/, window: 8_192, tools: false },
  { match: /phi-?4/, window: 16_384 },
  { match: /(mistral-small|devstral|magistral)/, window: 131_072 },
  { match: /(mistral|ministral|mixtral)/, window: 32_768 },
  { match: /granite/, window: 131_072 },
  { match: /smollm/, window: 8_192 },
  { match: /(llava|moondream|pixtral|minicpm-v)/, window: 8_192, images: true },
  { match: /grok-3/, window: 131_072, reasoning: true },
];

interface PriceRow {
  readonly host: string;
  readonly match: RegExp;
  readonly price: Price;
}

/** Each row was checked against a bill of the vendor itself; what we could not check has no price. */
const PRICES: readonly PriceRow[] = [
  { host: 'api.x.ai', match: /^grok-3-mini(?!-fast)/, price: { input: 0.3, cached: 0.075, output: 0.5 } },
];

const GUESSED_WINDOW = 32_768;

/** The endpoint's word counts more than the table's, the table's more than a guess. */
export function capabilitiesOf(
  facts: ModelFacts,
  at: { readonly preset: Preset; readonly host: string; readonly local: boolean },
): ModelCapabilities {
  const id = facts.id.toLowerCase();
  const family = FAMILIES.find(({ match }) => match.test(id));
  const price = at.local
    ? undefined
    : (facts.price ?? PRICES.find((row) => row.host === at.host && row.match.test(id))?.price);
  const trained = facts.trainedWindow ?? family?.window;
  const guess =
    at.preset.guessedWindow ?? (at.local ? Math.min(trained ?? GUESSED_WINDOW, GUESSED_WINDOW) : trained);
  return {
    window: facts.window ?? guess ?? GUESSED_WINDOW,
    windowKnown: facts.window !== undefined || (!at.local && trained !== undefined),
    ...(facts.maxOutput === undefined ? {} : { maxOutput: facts.maxOutput }),
    tools: facts.tools ?? family?.tools ?? true,
    images: facts.images ?? family?.images ?? false,
    reasoning: family?.reasoning ?? false,
    ...(price === undefined ? {} : { price }),
    local: at.local,
  };
}
