// The one loop: turn after turn until the model asks for nothing more. Chats, rooms, plan nodes, critics and
// reflections are all this function with other seams. It stores nothing: its consumer puts each stored event on
// record, and into the transcript, before it pulls the next one.

import { type Stop, stopOf } from './abort.ts';
import type { Ledger } from './budget.ts';
import type { ContextBuilder } from './context.ts';
import type { ContextStatus, NudgeKind, Outcome, OutcomeStatus, RunEvent, StoredEventOf } from './events.ts';
import { failure, type Failure, type FailureCode } from './failures.ts';
import type { CallId, MessageId, ParticipantId, RunId, SessionId, TurnId } from './ids.ts';
import { asId } from './ids.ts';
import { addUsage, type AssistantMessage, NO_USAGE, type Usage } from './messages.ts';
import type { Random } from './ports.ts';
import { CALL_TEXT, NUDGE_TEXT } from './prompts.ts';
import type { ModelRequest, ModelRole, Price, ResolvedModel, ToolDefinition } from './provider.ts';
import { retryWait } from './retry.ts';
import type { Timeouts } from './timeouts.ts';
import { estimateTokens } from './tokens.ts';
import type { ToolRegistry } from './tool.ts';
import { type CallSeams, createToolRunner, type Round } from './tool-runner.ts';
import { isAnswered, type Transcript } from './transcript.ts';
import { streamTurn, type TurnResult } from './turn.ts';
import { startWorkClock, type WorkClock } from './work-clock.ts';

/** Rejected calls in a row that end a run (E10). */
export const MAX_REJECTED = 3;

/** Everything that is frozen when a run starts (E17). */
export interface RunSpec {
  readonly session: SessionId;
  readonly run: RunId;
  readonly agent: ParticipantId;
  readonly model: ResolvedModel;
  readonly role: ModelRole;
  readonly system: string;
  readonly tools: ToolRegistry;
  readonly maxTurns: number;
  /** Cap of calls that run together (E4). */
  readonly parallel: number;
  readonly timeouts: Timeouts;
  /** Figures from before a resume. */
  readonly start?: Outcome;
}

export interface Seams extends CallSeams {
  readonly transcript: Transcript;
  readonly context: ContextBuilder;
  readonly ledger: Ledger;
  readonly random: Random;
}

type Figures = {
  -readonly [Name in keyof Omit<
    Outcome,
    'status' | 'failure' | 'turnLimit' | 'limit' | 'waitingMs'
  >]: Outcome[Name];
};

/** Contract: never throws for an expected failure; the last stored event is always `run-end` with the returned outcome. */
export async function* runAgent(
  spec: RunSpec,
  seams: Seams,
  stop: AbortSignal,
): AsyncGenerator<RunEvent, Outcome> {
  const work = startWorkClock(seams.clock, seams.ledger);
  const signal = AbortSignal.any([stop, work.signal]);
  const figures: Figures = { ...(spec.start ?? NO_FIGURES) };
  const outcome = yield* runTurns(spec, seams, figures, work, signal, stop);
  work.stop();
  yield { type: 'run-end', run: spec.run, outcome };
  return outcome;
}

const NO_FIGURES: Figures = {
  text: '',
  usage: NO_USAGE,
  turns: 0,
  toolCalls: 0,
  toolFailures: 0,
  retries: 0,
  compactions: 0,
  modelMs: 0,
  toolMs: 0,
  usd: 0,
};

async function* runTurns(
  spec: RunSpec,
  seams: Seams,
  figures: Figures,
  work: WorkClock,
  signal: AbortSignal,
  stop: AbortSignal,
): AsyncGenerator<RunEvent, Outcome> {
  const { transcript, ledger } = seams;
  const halt = stopOf(signal);
  const runner = createToolRunner({ ...spec, participant: spec.agent, ledger, work }, seams);
  const definitions = definitionsOf(spec);
  const fixed = { systemTokens: estimateTokens(spec.system), toolTokens: definitions.tokens };
  const waitedBefore = spec.start?.waitingMs ?? 0;
  let rejected = 0;
  let nudges: NudgeKind[] = [];
  let continued = false;
  let toldMoney = false;

  const end = (status: OutcomeStatus, more: Partial<Outcome> = {}): Outcome => ({
    status,
    ...figures,
    waitingMs: waitedBefore + work.waitedMs(),
    ...more,
  });
  const aborted = (): Outcome => (stop.aborted ? end('stopped') : end('over-budget', { limit: 'wallMs' }));
  const failed = (cause: Failure): Outcome =>
    cause.code === 'budget-spent'
      ? end('over-budget', { limit: ledger.exceeded() ?? 'toolCalls' })
      : end('failed', { failure: cause });
  const count = (round: Round): void => {
    figures.toolCalls += round.ran;
    figures.toolFailures += round.failed;
    figures.toolMs += round.toolMs;
    rejected = round.rejected;
  };

  for (;;) {
    // Calls of the last message come first: after a turn, and after a crash.
    const calls = transcript.openCalls();
    if (calls.length > 0) {
      const round = yield* runner.run(calls, rejected, halt);
      count(round);
      if (signal.aborted) return aborted();
      if (round.fatal !== undefined) return failed(round.fatal);
      if (rejected >= MAX_REJECTED) {
        return end('failed', {
          failure: failure('rejected-calls', `${rejected} calls in a row were rejected before they ran`),
        });
      }
      if (rejected === MAX_REJECTED - 1) nudges.push('rejected-call');
    }
    if (signal.aborted) return aborted();
    // A tool boundary: what the person said meanwhile comes in.
    for (const message of transcript.queued().filter(({ when }) => when === 'steer'))
      yield { type: 'steer', message: message.id };
    if (isAnswered(transcript) && nudges.length === 0) return end('done');
    const limit = ledger.exceeded();
    if (limit !== undefined) {
      yield { type: 'budget', action: 'spent', figures: ledger.used(), limit };
      return end('over-budget', { limit });
    }

    const closing = figures.turns >= spec.maxTurns;
    if (closing) nudges.push('turn-limit');
    const cap = moneyCap(spec.model.capabilities.price, ledger);
    if (cap !== undefined && !toldMoney) {
      toldMoney = true;
      nudges.push('near-money-limit');
    }
    for (const kind of nudges) yield { type: 'nudge', kind };
    const built = seams.context.build(
      transcript.items,
      spec.model.provider.stamp(spec.model.model),
      nudges.map((kind) => NUDGE_TEXT[kind]),
    );
    nudges = [];
    const turn = seams.ids.next<TurnId>();

    const { window, windowKnown } = spec.model.capabilities;
    const frame: ContextStatus = {
      ...fixed,
      historyTokens: built.tokens,
      window,
      windowKnown,
      pressure: ledger.pressure(),
    };
    const request: ModelRequest = {
      role: spec.role,
      model: spec.model.model,
      system: spec.system,
      messages: built.messages,
      tools: definitions.list,
      sessionKey: spec.session,
      ...(closing && { toolChoice: 'none' as const }),
      ...(cap === undefined ? {} : { maxOutputTokens: cap }),
    };
    const said = yield* sayTurn(spec, seams, request, turn, frame, figures, signal, halt);
    if (said.type === 'ended') {
      if (said.failure?.code === 'budget-spent') {
        const spent = ledger.exceeded({ tokens: tokensIn(frame) }) ?? 'tokens';
        yield { type: 'budget', action: 'spent', figures: ledger.used(), limit: spent };
        return end('over-budget', { limit: spent });
      }
      return said.failure === undefined ? aborted() : failed(said.failure);
    }
    figures.turns++;

    const { stop: reason, parts } = said.message;
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    if (text !== '') figures.text = text;
    const asked = transcript.openCalls();
    if (reason === 'refusal') return failed(failure('content-policy', 'the provider refused to answer'));
    if (closing) {
      for (const { part } of asked) yield notRun(part.callId, part.tool, CALL_TEXT.turnLimit, 'interrupted');
      return end('done', { turnLimit: true });
    }
    if (reason === 'length') {
      // A cut call never runs, not even one that looks complete: nobody knows what was to follow (E11, E18).
      for (const { part } of asked) yield notRun(part.callId, part.tool, CALL_TEXT.cut, 'call-cut');
      if (asked.length === 0) {
        if (continued) return end('done');
        continued = true;
        nudges.push('continue-text');
      }
    } else {
      continued = false;
    }
  }
}

type Said =
  | { readonly type: 'said'; readonly message: AssistantMessage }
  | { readonly type: 'ended'; readonly failure?: Failure };

/** One turn with its retries: reserve, stream, settle (F1, E7). */
async function* sayTurn(
  spec: RunSpec,
  seams: Seams,
  request: ModelRequest,
  turn: TurnId,
  context: ContextStatus,
  figures: Figures,
  signal: AbortSignal,
  halt: Stop,
): AsyncGenerator<RunEvent, Said> {
  const { clock, ledger, ids } = seams;
  const { price } = spec.model.capabilities;
  const inputTokens = tokensIn(context);
  const callId = (wanted: string): CallId =>
    /^[a-zA-Z0-9_-]{1,64}$/.test(wanted) && !seams.transcript.hasCallId(wanted) && !taken.has(wanted)
      ? take(wanted)
      : take(ids.next<CallId>());
  const taken = new Set<string>();
  const take = (id: string): CallId => {
    taken.add(id);
    return asId<CallId>(id);
  };

  for (let attempt = 1; ; attempt++) {
    const reserved = { tokens: inputTokens, usd: costOf({ ...NO_USAGE, inputTokens }, price) };
    const used = ledger.used();
    const hold = ledger.reserve(reserved);
    if (hold === undefined)
      return { type: 'ended', failure: failure('budget-spent', 'no room for another request') };
    yield { type: 'turn-start', turn, model: spec.model.name, context, used, reserved };
    taken.clear();
    const from = clock.elapsed();
    const result = yield* streamTurn(spec.model.provider, request, callId, signal, halt);
    const ms = clock.elapsed() - from;
    figures.modelMs += ms;
    const usage = result.usage ?? estimatedUsage(result, inputTokens);
    const usd = costOf(usage, price);
    hold.settle({ tokens: usage.inputTokens + usage.outputTokens, usd });
    figures.usage = addUsage(figures.usage, usage);
    figures.usd += usd;
    const message: AssistantMessage = {
      id: ids.next<MessageId>(),
      parts: result.parts,
      stamp: spec.model.provider.stamp(spec.model.model),
      stop: result.stop,
      ...(result.rawStop === undefined ? {} : { rawStop: result.rawStop }),
    };
    const cause = result.aborted
      ? failure('interrupted', 'stopped while it was being written')
      : emptied(result);
    if (cause === undefined || result.parts.length > 0) {
      yield {
        type: 'message-end',
        turn,
        message,
        usage,
        usd,
        ms,
        used: ledger.used(),
        ...(cause === undefined ? {} : { discarded: cause }),
      };
    }
    if (cause === undefined) return { type: 'said', message };
    if (result.aborted || signal.aborted) return { type: 'ended' };
    const waitMs = retryWait(cause, attempt, result.hadContent, seams.random);
    if (waitMs === undefined) return { type: 'ended', failure: cause };
    figures.retries++;
    yield { type: 'retry', failure: cause, attempt, waitMs };
    await clock.sleep(waitMs, signal);
    if (signal.aborted) return { type: 'ended' };
  }
}

function tokensIn({ systemTokens, toolTokens, historyTokens }: ContextStatus): number {
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

function notRun(callId: CallId, tool: string, text: string, code: FailureCode): StoredEventOf<'tool-end'> {
  return {
    type: 'tool-end',
    callId,
    result: { callId, tool, ok: false, text, provenance: 'own', failure: code },
    ms: 0,
  };
}

function definitionsOf(spec: RunSpec): { readonly list: readonly ToolDefinition[]; readonly tokens: number } {
  if (!spec.model.capabilities.tools) return { list: [], tokens: 0 };
  const list = spec.tools.tools.map(({ name, description, input }) => ({
    name,
    description,
    input: input.json,
  }));
  return { list, tokens: estimateTokens(JSON.stringify(list)) };
}

/** US dollars; cached and cache-write tokens are part of the input and priced apart (P10). */
export function costOf(usage: Usage, price: Price | undefined): number {
  if (price === undefined) return 0;
  const plain = usage.inputTokens - usage.cachedTokens - usage.cacheWriteTokens;
  const cached = usage.cachedTokens * (price.cached ?? price.input);
  const written = usage.cacheWriteTokens * (price.cacheWrite ?? price.input);
  return (plain * price.input + cached + written + usage.outputTokens * price.output) / 1e6;
}

function estimatedUsage(result: TurnResult, inputTokens: number): Usage {
  let outputTokens = 0;
  for (const part of result.parts)
    outputTokens += estimateTokens(part.type === 'tool-call' ? part.tool + part.argumentsText : part.text);
  const billed = result.hadContent || result.failure === undefined ? inputTokens : 0;
  return { ...NO_USAGE, inputTokens: billed, outputTokens, estimated: true };
}

/** Near the money limit the output cap becomes what the remainder buys (F1); before that there is none (E11). */
function moneyCap(price: Price | undefined, ledger: Ledger): number | undefined {
  if (price === undefined || price.output === 0) return undefined;
  const left = ledger.remainingUsd();
  if (left === Infinity || ledger.pressure() <= 0.9) return undefined;
  return Math.max(1, Math.floor((left / price.output) * 1e6));
}
