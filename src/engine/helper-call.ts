// A model call beside the main turn (summary, judge, title): no tools, a small output cap, charged to the run's ledger
// like any other. It is not retried: whoever wants it can live without it.

import { ABORTED, orAborted, stopOf } from './abort.ts';
import { estimatedUsage, costOf } from './cost.ts';
import type { Ledger } from './budget.ts';
import { failure, type Failure } from './failures.ts';
import type { SessionId } from './ids.ts';
import { NO_USAGE, type RequestMessage, type Usage } from './messages.ts';
import type { Clock } from './ports.ts';
import type { ModelRole, ResolvedModel } from './provider.ts';
import { estimateMessageTokens, estimateTokens } from './tokens.ts';

export interface HelperAsk {
  readonly model: ResolvedModel;
  readonly role: ModelRole;
  readonly session: SessionId;
  readonly system: string;
  readonly messages: readonly RequestMessage[];
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
}

export interface HelperAnswer {
  readonly text: string;
  readonly usage: Usage;
  readonly usd: number;
  readonly ms: number;
}

/** `budget-spent` where the ledger lets no request go; `interrupted` where `signal` aborted it. */
export async function askHelper(
  ask: HelperAsk,
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  signal: AbortSignal,
): Promise<HelperAnswer | Failure> {
  const { model, messages, system } = ask;
  const { price } = model.capabilities;
  const inputTokens = messages.reduce(
    (sum, message) => sum + estimateMessageTokens(textsOf(message)),
    estimateTokens(system),
  );
  const hold = ledger.reserve({ tokens: inputTokens, usd: costOf({ ...NO_USAGE, inputTokens }, price) });
  if (hold === undefined) return failure('budget-spent', 'nothing is left for a helper call');
  const late = new AbortController();
  const cancel = clock.after(ask.timeoutMs, () => late.abort());
  const from = clock.elapsed();
  const both = AbortSignal.any([signal, late.signal]);
  const asking = model.provider.complete(
    {
      role: ask.role,
      model: model.model,
      system,
      messages,
      tools: [],
      maxOutputTokens: ask.maxOutputTokens,
      sessionKey: `${ask.session} ${ask.role}`,
    },
    both,
  );
  // A provider that doesn't hear its signal is left alone.
  const answer = await orAborted(asking, stopOf(both));
  cancel();
  const ms = clock.elapsed() - from;
  if (answer === ABORTED || 'code' in answer) {
    hold.settle({});
    if (signal.aborted) return failure('interrupted', 'stopped during a helper call');
    return answer === ABORTED ? failure('idle-timeout', 'a helper call took too long') : answer;
  }
  const usage =
    answer.usage ?? estimatedUsage([{ type: 'text', text: answer.text }], inputTokens, { billed: true });
  const usd = costOf(usage, price);
  hold.settle({ tokens: usage.inputTokens + usage.outputTokens, usd });
  return { text: answer.text, usage, usd, ms };
}

function textsOf(message: RequestMessage): readonly string[] {
  if (message.role === 'tool') return message.results.map(({ text }) => text);
  return message.parts.map((part) => ('text' in part ? part.text : ''));
}
