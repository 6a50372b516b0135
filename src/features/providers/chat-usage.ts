// Usage as each server of this wire reports it, made into ours once (P10). Pure arithmetic.

import type { Usage } from '../../engine/messages.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const count = (...values: readonly unknown[]): number => {
  for (const value of values)
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  return 0;
};

/**
 * The `usage` object of a chat completion. Undefined where it holds no count at all: the caller then estimates.
 * Some servers leave reasoning out of `completion_tokens`; their `total_tokens` gives it away.
 */
export function readChatUsage(raw: unknown): Usage | undefined {
  const usage = fieldsOf(raw);
  if (typeof usage['prompt_tokens'] !== 'number' && typeof usage['completion_tokens'] !== 'number')
    return undefined;
  const prompt = fieldsOf(usage['prompt_tokens_details']);
  const completion = fieldsOf(usage['completion_tokens_details']);
  const inputTokens = count(usage['prompt_tokens']);
  const spoken = count(usage['completion_tokens']);
  const reasoningTokens = count(completion['reasoning_tokens'], usage['reasoning_tokens']);
  const apart =
    reasoningTokens > 0 && count(usage['total_tokens']) === inputTokens + spoken + reasoningTokens;
  const cachedTokens = Math.min(
    inputTokens,
    count(prompt['cached_tokens'], usage['prompt_cache_hit_tokens'], usage['cached_tokens']),
  );
  return {
    inputTokens,
    cachedTokens,
    cacheWriteTokens: Math.min(
      inputTokens - cachedTokens,
      count(
        prompt['cache_write_tokens'],
        prompt['cache_creation_tokens'],
        usage['cache_creation_input_tokens'],
      ),
    ),
    outputTokens: apart ? spoken + reasoningTokens : spoken,
    reasoningTokens,
  };
}
