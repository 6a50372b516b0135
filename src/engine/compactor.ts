// Keeps the requests of one run within the model's window (E5): looks before each request, has older history summed up
// when it is time, and says on record what it did or why not. What a summary is stands in `compaction.ts`.

import type { Ledger } from './budget.ts';
import {
  hasExactFacts,
  historyText,
  isDue,
  lostBlock,
  planCut,
  summaryBlock,
  summaryCap,
} from './compaction.ts';
import type { ContextStatus, RunEvent, StoredEventOf } from './events.ts';
import { failure, type Failure } from './failures.ts';
import { askHelper, type HelperAnswer } from './helper-call.ts';
import type { MessageId, RunId, SessionId } from './ids.ts';
import { addUsage, NO_USAGE, type RequestMessage } from './messages.ts';
import type { Clock, Ids } from './ports.ts';
import { SUMMARY_AGAIN, SUMMARY_ORDER, SUMMARY_SYSTEM } from './prompts.ts';
import type { ModelRole, ResolvedModel } from './provider.ts';
import type { Relay } from './relay.ts';
import { estimateTokens } from './tokens.ts';
import { type HistoryItem, idOf, type Transcript, unfolded } from './transcript.ts';

/** Failed summaries in a row after which no more are asked for in this run. */
const MAX_FAILED = 3;

export interface CompactorPorts {
  readonly session: SessionId;
  readonly run: RunId;
  readonly transcript: Transcript;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly relay: Relay<RunEvent>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  modelFor(role: ModelRole): Promise<ResolvedModel>;
  /** What the host knows anyway, in lines; '' where nothing. */
  known(): string;
  /** A helper call was paid for. */
  spent(answer: Omit<HelperAnswer, 'text'>): void;
}

export interface Sized {
  readonly context: ContextStatus;
  tokensFrom(at: number): number;
}

export interface Compactor {
  /**
   * `untouched`: there was no need, and nothing was asked or spent. `again`: history is another one now, the request has to be built anew. `overflow`: the provider said that it is too
   * large, whatever we had estimated. A failure: no request can be made.
   */
  fit(request: Sized, why: 'due' | 'overflow'): Promise<'untouched' | 'fits' | 'again' | Failure>;
}

export function createCompactor(ports: CompactorPorts): Compactor {
  const { transcript, relay, signal } = ports;
  let failed = 0;
  let told = '';

  /** Said once until history is another one. */
  const skip = async (event: Omit<StoredEventOf<'compaction-skipped'>, 'type'>): Promise<void> => {
    const about = `${event.reason} ${failed}`;
    if (told === about) return;
    told = about;
    await relay.emit({ type: 'compaction-skipped', ...event });
  };

  const store = async (
    sized: Sized,
    at: number,
    made: {
      readonly text: string;
      readonly by: 'model' | 'fold';
      readonly answer: HelperAnswer;
      readonly model?: string;
    },
  ): Promise<void> => {
    const folded = transcript.items.slice(0, at);
    const last = folded.at(-1);
    if (last === undefined) return;
    const { usage, usd, ms } = made.answer;
    told = '';
    await relay.emit({
      type: 'compaction',
      id: ports.ids.next<MessageId>(),
      upTo: idOf(last),
      text: made.text,
      by: made.by,
      messages: unfolded(folded).length,
      tokensBefore: sized.context.historyTokens,
      tokensAfter: sized.tokensFrom(at) + estimateTokens(made.text),
      usage,
      usd,
      ms,
      used: ports.ledger.used(),
      ...(made.model === undefined ? {} : { model: made.model }),
    });
  };

  return {
    fit: async (sized, why) => {
      const { context } = sized;
      const isOver =
        why === 'overflow' ||
        (context.windowKnown &&
          context.systemTokens + context.toolTokens + context.historyTokens > context.window);
      if (!isOver && !isDue(context, context.historyTokens)) return 'untouched';
      const { items } = transcript;
      const plan = planCut(items.length, sized.tokensFrom, context);
      if (plan.type === 'impossible') return plan.failure;
      const at = plan.type === 'cut' ? plan.at : isOver ? lastCut(items) : 0;
      if (at === 0) {
        if (why === 'overflow')
          return failure('context-overflow', 'nothing more can be left out of the request');
        await skip({ reason: plan.type === 'skip' ? plan.reason : 'frees-too-little' });
        return 'fits';
      }
      const folding = {
        run: ports.run,
        items: items.slice(0, at),
        window: context.window,
        known: ports.known(),
      };
      if (failed < MAX_FAILED) {
        const model = await ports.modelFor('summarizer');
        const { answer, cause } = await summarise(folding.items, model, ports);
        if (answer !== undefined) ports.spent(answer);
        if (signal.aborted) return 'fits';
        if (answer !== undefined && cause === undefined) {
          failed = 0;
          await store(sized, at, {
            text: summaryBlock(folding, answer.text),
            by: 'model',
            answer,
            model: model.name,
          });
          return 'again';
        }
        failed += 1;
        await skip({
          reason: 'failed',
          ...(cause === undefined ? {} : { failure: cause }),
          ...(answer === undefined ? {} : { usage: answer.usage, usd: answer.usd, ms: answer.ms }),
        });
      }
      if (!isOver) return 'fits';
      const answer: HelperAnswer = { text: '', usage: NO_USAGE, usd: 0, ms: 0 };
      await store(sized, at, { text: lostBlock(folding, 'no model could do it'), by: 'fold', answer });
      return 'again';
    },
  };
}

/** All but the newest step. */
const lastCut = (items: readonly HistoryItem[]): number => Math.max(0, items.length - 1);

interface Summarised {
  /** What was paid for, also where it can't be used. */
  readonly answer?: HelperAnswer;
  readonly cause?: Failure;
}

/** The summary with all its sections; asked for a second time where the exact facts are missing. */
async function summarise(
  items: readonly HistoryItem[],
  model: ResolvedModel,
  ports: CompactorPorts,
): Promise<Summarised> {
  const { window } = model.capabilities;
  const cap = summaryCap(window);
  const room = Math.floor(window * 0.8) - cap * 2 - estimateTokens(SUMMARY_SYSTEM);
  const order: RequestMessage & { readonly role: 'user' } = {
    role: 'user',
    parts: [{ type: 'text', text: SUMMARY_ORDER(historyText(items, room)) }],
  };
  const ask = (messages: readonly RequestMessage[]): Promise<HelperAnswer | Failure> =>
    askHelper(
      {
        model,
        role: 'summarizer',
        session: ports.session,
        system: SUMMARY_SYSTEM,
        messages,
        maxOutputTokens: cap,
        timeoutMs: ports.timeoutMs,
      },
      ports,
      ports.signal,
    );
  const first = await ask([order]);
  if ('code' in first) return { cause: first };
  if (hasExactFacts(first.text)) return { answer: first };
  const again = { type: 'text', text: SUMMARY_AGAIN } as const;
  const second = await ask(
    first.text.trim() === ''
      ? [{ role: 'user', parts: [...order.parts, again] }]
      : [
          order,
          { role: 'assistant', parts: [{ type: 'text', text: first.text }] },
          { role: 'user', parts: [again] },
        ],
  );
  if ('code' in second) return { answer: first, cause: second };
  const answer = {
    text: second.text,
    usage: addUsage(first.usage, second.usage),
    usd: first.usd + second.usd,
    ms: first.ms + second.ms,
  };
  return hasExactFacts(second.text)
    ? { answer }
    : { answer, cause: failure('bad-stream', 'the summary has no section of exact facts') };
}
