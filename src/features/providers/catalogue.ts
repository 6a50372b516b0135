// What a model can do (P4): how the shipped table is merged with what an endpoint reports and what the person says.
// A price belongs to a host, never to a model's name alone: the same weights cost something else elsewhere.

import type { ModelCapabilities, Price } from '../../engine/provider.ts';
import { FAMILIES, type Family, PRICES, type Thinking, type Tokenizer } from './catalogue-data.ts';
import { imageLimitsOf } from './image-limits.ts';
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
  readonly reasoning?: boolean;
  /** False: it makes no text, and is left out. */
  readonly speaks?: boolean;
  readonly price?: Price;
  /** Its size on the disk of the server. */
  readonly bytes?: number;
}

const GUESSED_WINDOW = 32_768;

/** Beyond what the engine asks for: what an adapter needs to write a request. */
export interface ModelTraits extends ModelCapabilities {
  readonly thinking?: Thinking;
  readonly tokenizer?: Tokenizer;
}

export function familyOf(model: string): Family | undefined {
  const id = model.toLowerCase();
  return FAMILIES.find(({ match }) => match.test(id));
}

/** The endpoint's word counts more than the table's, the table's more than a guess. */
export function capabilitiesOf(
  facts: ModelFacts,
  at: { readonly preset: Preset; readonly host: string; readonly local: boolean },
): ModelTraits {
  const id = facts.id.toLowerCase();
  const family = familyOf(id);
  const price = at.local
    ? undefined
    : (facts.price ?? PRICES.find((row) => row.host === at.host && row.match.test(id))?.price);
  const maxOutput = facts.maxOutput ?? family?.maxOutput;
  const trained = facts.trainedWindow ?? family?.window;
  // Told with each request, and so what it gets.
  const setsWindow = at.preset.wire === 'ollama';
  const guess = setsWindow
    ? Math.min(trained ?? GUESSED_WINDOW, at.preset.guessedWindow ?? GUESSED_WINDOW)
    : (at.preset.guessedWindow ?? (at.local ? Math.min(trained ?? GUESSED_WINDOW, GUESSED_WINDOW) : trained));
  const images = facts.images ?? family?.images ?? false;
  return {
    window: facts.window ?? guess ?? GUESSED_WINDOW,
    windowKnown: facts.window !== undefined || setsWindow || (!at.local && trained !== undefined),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    tools: facts.tools ?? family?.tools ?? true,
    images,
    ...(images ? { imageLimits: imageLimitsOf(id, { preset: at.preset.id, local: at.local }) } : {}),
    reasoning: facts.reasoning ?? family?.reasoning ?? false,
    ...(family?.thinking === undefined ? {} : { thinking: family.thinking }),
    ...(family?.tokenizer === undefined ? {} : { tokenizer: family.tokenizer }),
    ...(price === undefined ? {} : { price }),
    local: at.local,
  };
}
