// One turn of the loop with its retries (E7): reserves, streams, settles; another account before a retry (P7). What was
// said is on record when it returns; what follows from it is the loop's.

import type { Stop } from './abort.ts';
import type { BudgetLimitName, Ledger } from './budget.ts';
import { costOf, estimatedUsage } from './cost.ts';
import type { ContextStatus, RunEvent } from './events.ts';
import { failure, type Failure } from './failures.ts';
import type { RunFigures } from './figures.ts';
import { asId, type CallId, type MessageId, type TurnId } from './ids.ts';
import { addUsage, type AssistantMessage, NO_USAGE } from './messages.ts';
import type { Clock, Ids, Random } from './ports.ts';
import type { ModelRequest, ResolvedModel } from './provider.ts';
import type { Relay } from './relay.ts';
import { retryWait } from './retry.ts';
import type { Seat } from './seat.ts';
import type { Transcript } from './transcript.ts';
import { streamTurn, type TurnResult } from './turn.ts';
import type { WorkClock } from './work-clock.ts';

export type Figures = { -readonly [Name in keyof RunFigures]: RunFigures[Name] };

/** What ends a run's work, and counts its time. */
export interface Running {
  readonly stop: AbortSignal;
  /** Stop or the wall clock: closes connections. */
  readonly signal: AbortSignal;
  /** The same, for waiting. */
  readonly halt: Stop;
  readonly work: WorkClock;
  readonly relay: Relay<RunEvent>;
}

export interface SaySeams {
  readonly transcript: Transcript;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
}

export type Said =
  | { readonly type: 'said'; readonly message: AssistantMessage }
  | { readonly type: 'spent'; readonly limit: BudgetLimitName }
  | { readonly type: 'ended'; readonly failure?: Failure };

export interface Prepared {
  readonly model: ResolvedModel;
  readonly request: ModelRequest;
  readonly context: ContextStatus;
  tokensFrom(at: number): number;
}

export async function sayTurn(
  seat: Seat,
  seams: SaySeams,
  { first, prepare }: { readonly first: Prepared; prepare(model: ResolvedModel): Prepared },
  figures: Figures,
  { signal, halt, work, relay }: Running,
): Promise<Said> {
  const { clock, ledger, ids } = seams;
  const turn = ids.next<TurnId>();
  const callId = (wanted: string): CallId =>
    /^[a-zA-Z0-9_-]{1,64}$/.test(wanted) && !seams.transcript.hasCallId(wanted) && !taken.has(wanted)
      ? take(wanted)
      : take(ids.next<CallId>());
  const taken = new Set<string>();
  const take = (id: string): CallId => {
    taken.add(id);
    return asId<CallId>(id);
  };
  /** Makes the best of `row` the one that is asked; says so where it wasn't before. */
  const sit = async (row: readonly ResolvedModel[], cause?: Failure): Promise<Prepared> => {
    const switched = seat.sit(row, cause);
    if (switched !== undefined) await relay.emit(switched);
    return prepare(seat.model());
  };

  let ready = first;
  if (seat.alone === false) ready = await sit(seat.order(tokensIn(ready.context)));
  let broken = 0;
  let attempt = 1;
  for (;;) {
    const { model, request, context } = ready;
    const { price } = model.capabilities;
    const inputTokens = tokensIn(context);
    const reserved = { tokens: inputTokens, usd: costOf({ ...NO_USAGE, inputTokens }, price) };
    work.charge();
    const used = ledger.used();
    const hold = ledger.reserve(reserved);
    if (hold === undefined) return { type: 'spent', limit: ledger.exceeded(reserved) ?? 'tokens' };
    await relay.emit({ type: 'turn-start', turn, model: model.name, context, used, reserved });
    taken.clear();
    const from = clock.elapsed();
    const result = await streamTurn(model.provider, { ...request, call: turn }, callId, signal, halt, relay);
    const ms = clock.elapsed() - from;
    figures.modelMs += ms;
    const billed = result.hadContent || result.failure === undefined;
    const usage = result.usage ?? estimatedUsage(result.parts, inputTokens, { billed });
    const usd = costOf(usage, price);
    hold.settle({ tokens: usage.inputTokens + usage.outputTokens, usd });
    figures.usage = addUsage(figures.usage, usage);
    figures.usd += usd;
    work.charge();
    const message: AssistantMessage = {
      id: ids.next<MessageId>(),
      parts: result.parts,
      stamp: model.provider.stamp(model.model),
      stop: result.stop,
      ...(result.rawStop === undefined ? {} : { rawStop: result.rawStop }),
    };
    const cause = result.aborted
      ? failure('interrupted', 'stopped while it was being written')
      : emptied(result);
    if (cause === undefined || result.parts.length > 0) {
      await relay.emit({
        type: 'message-end',
        turn,
        message,
        usage,
        usd,
        ms,
        used: ledger.used(),
        ...(cause === undefined ? {} : { discarded: cause }),
      });
    }
    if (cause === undefined) return { type: 'said', message };
    if (result.aborted || signal.aborted) return { type: 'ended' };
    if (result.hadContent) broken++;
    const others = result.hadContent ? [] : seat.after(cause);
    if (others.length > 0) {
      ready = await sit(others, cause);
      continue;
    }
    const retries = { retry: attempt, afterContent: result.hadContent ? broken : 0 };
    const waitMs = retryWait(cause, retries, seams.random);
    if (waitMs === undefined) return { type: 'ended', failure: cause };
    figures.retries++;
    await relay.emit({ type: 'retry', failure: cause, attempt, waitMs });
    await clock.sleep(waitMs, signal);
    if (signal.aborted) return { type: 'ended' };
    attempt++;
    if (seat.alone === false) ready = await sit(seat.order(inputTokens));
  }
}

export function tokensIn({ systemTokens, toolTokens, historyTokens }: ContextStatus): number {
  return systemTokens + toolTokens + historyTokens;
}

/** A stream that ended well but said nothing is a failure too. */
function emptied(result: TurnResult): Failure | undefined {
  if (result.failure !== undefined) return result.failure;
  const speaks = result.parts.some((part) => part.type !== 'reasoning');
  return speaks || result.stop === 'refusal' || result.stop === 'length'
    ? undefined
    : failure('empty-reply', 'the model sent neither text nor a call');
}
