// Usage as the vendors report it and what they charged for it: the amounts are theirs, or worked out by hand.

import { describe, expect, it } from 'vitest';
import { costOf } from '../../engine/cost.ts';
import { capabilitiesOf } from './catalogue.ts';
import { readChatUsage } from './chat-usage.ts';
import { findPreset } from './presets.ts';

const usage = (input: number, cached: number, output: number, reasoning: number, write = 0) => ({
  inputTokens: input,
  cachedTokens: cached,
  cacheWriteTokens: write,
  outputTokens: output,
  reasoningTokens: reasoning,
});

describe('readChatUsage', () => {
  it.each([
    ['plain', { prompt_tokens: 124, total_tokens: 146, completion_tokens: 22 }, usage(124, 0, 22, 0)],
    [
      'cached and reasoning in details',
      {
        prompt_tokens: 339,
        completion_tokens: 83,
        total_tokens: 422,
        prompt_tokens_details: { cached_tokens: 320 },
        completion_tokens_details: { reasoning_tokens: 39 },
        prompt_cache_hit_tokens: 320,
      },
      usage(339, 320, 83, 39),
    ],
    [
      'cached at the top',
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64 },
      usage(100, 64, 5, 0),
    ],
    [
      'reasoning left out of the completion, as the total shows',
      {
        prompt_tokens: 307,
        completion_tokens: 26,
        total_tokens: 560,
        prompt_tokens_details: { cached_tokens: 306 },
        completion_tokens_details: { reasoning_tokens: 227 },
      },
      usage(307, 306, 253, 227),
    ],
    [
      'details that are null',
      {
        prompt_tokens: 19,
        total_tokens: 1739,
        completion_tokens: 1720,
        prompt_tokens_details: null,
        reasoning_tokens: 0,
      },
      usage(19, 0, 1720, 0),
    ],
    [
      'cache writes',
      {
        prompt_tokens: 100,
        completion_tokens: 1,
        prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 70 },
      },
      usage(100, 20, 1, 0, 70),
    ],
    [
      'more cached than sent is not believed',
      { prompt_tokens: 10, completion_tokens: 1, cached_tokens: 99 },
      usage(10, 10, 1, 0),
    ],
  ])('%s', (_, raw, expected) => {
    expect(readChatUsage(raw)).toEqual(expected);
  });

  it.each([undefined, null, {}, { total_tokens: 5 }, { prompt_tokens: '12' }])(
    '%j reports nothing',
    (raw) => {
      expect(readChatUsage(raw)).toBeUndefined();
    },
  );
});

describe('costOf', () => {
  const xai = (model: string) => {
    const preset = findPreset('openai-compatible');
    if (preset === undefined) throw new Error('preset');
    return capabilitiesOf({ id: model }, { preset, host: 'api.x.ai', local: false }).price;
  };

  it.each([
    // The vendor's own bill, in ticks of 10⁻¹⁰ dollars.
    [usage(307, 306, 253, 227), 1_497_500],
    [usage(12, 11, 342, 340), 1_721_250],
  ])('grok-3-mini costs what xAI says it cost', (used, ticks) => {
    const price = xai('grok-3-mini');
    if (price === undefined) throw new Error('no price');
    expect(costOf(used, price)).toBeCloseTo(ticks / 1e10, 12);
  });

  it('claude-sonnet-4.5 over OpenRouter costs what OpenRouter says it cost', () => {
    expect(costOf(usage(43, 0, 36, 13), { input: 3, output: 15 })).toBeCloseTo(0.000669, 12);
  });

  it('cached and cache-write tokens have their own price, or that of input', () => {
    const used = usage(1_000, 600, 100, 0, 300);
    // 100 × 2 + 600 × 0.5 + 300 × 2.5 + 100 × 8 = 2 050 per million
    expect(costOf(used, { input: 2, output: 8, cached: 0.5, cacheWrite: 2.5 })).toBeCloseTo(0.00205, 12);
    // 1 000 × 2 + 100 × 8 = 2 800 per million
    expect(costOf(used, { input: 2, output: 8 })).toBeCloseTo(0.0028, 12);
  });
});
