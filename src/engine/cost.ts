// What a request costs, in tokens and dollars: before it (estimate), after it (report), and what is left to spend.

import type { Ledger } from './budget.ts';
import { type AssistantPart, NO_USAGE, type Usage } from './messages.ts';
import type { ModelCapabilities, Price } from './provider.ts';
import { estimateTokens } from './tokens.ts';

/** US dollars; cached and cache-write tokens are part of the input and priced apart (P10). */
export function costOf(usage: Usage, price: Price | undefined): number {
  if (price === undefined) return 0;
  const plain = usage.inputTokens - usage.cachedTokens - usage.cacheWriteTokens;
  const cached = usage.cachedTokens * (price.cached ?? price.input);
  const written = usage.cacheWriteTokens * (price.cacheWrite ?? price.input);
  return (plain * price.input + cached + written + usage.outputTokens * price.output) / 1e6;
}

/** For a provider that reports nothing. A request that failed before it said anything is not billed. */
export function estimatedUsage(
  parts: readonly AssistantPart[],
  inputTokens: number,
  { billed }: { readonly billed: boolean },
): Usage {
  let outputTokens = 0;
  for (const part of parts)
    outputTokens += estimateTokens(part.type === 'tool-call' ? part.tool + part.argumentsText : part.text);
  return { ...NO_USAGE, inputTokens: billed ? inputTokens : 0, outputTokens, estimated: true };
}

/** From this share of the money on, the output cap is what the remainder buys (F1); before it there is none (E11). */
const NEAR = 0.9;

export function isNearMoneyLimit({ price }: ModelCapabilities, ledger: Ledger): boolean {
  return price !== undefined && price.output > 0 && ledger.pressure('usd') > NEAR;
}

/** What may still be said for the money left once the input of this request is paid. */
export function moneyCap(
  capabilities: ModelCapabilities,
  ledger: Ledger,
  inputTokens: number,
): number | undefined {
  const { price, maxOutput = Number.POSITIVE_INFINITY } = capabilities;
  if (price === undefined || !isNearMoneyLimit(capabilities, ledger)) return undefined;
  const left = ledger.remainingUsd() - costOf({ ...NO_USAGE, inputTokens }, price);
  return Math.max(1, Math.min(maxOutput, Math.floor((left / price.output) * 1e6)));
}
