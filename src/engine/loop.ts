// The one loop: turn after turn until the model asks for nothing more. Chats, rooms, plan nodes, critics and
// reflections are all this function with other seams. It stores nothing: its consumer puts each stored event on
// record, and into the transcript, before it pulls the next one.

import { stopOf } from './abort.ts';
import type { BudgetLimitName, Ledger } from './budget.ts';
import { createCompactor } from './compactor.ts';
import type { ContextBuilder } from './context.ts';
import { isNearMoneyLimit, moneyCap } from './cost.ts';
import type { ContextStatus, NudgeKind, Outcome, OutcomeStatus, RunEvent, StoredEventOf } from './events.ts';
import { failure, type Failure, type FailureCode } from './failures.ts';
import type { CallId, MessageId, ParticipantId, RunId, SessionId } from './ids.ts';
import { addUsage } from './messages.ts';
import type { Random } from './ports.ts';
import { CALL_TEXT, NUDGE_TEXT } from './prompts.ts';
import type { ModelRequest, ModelRole, ResolvedModel, ToolDefinition } from './provider.ts';
import { NO_FIGURES } from './figures.ts';
import { createLoopGuard } from './loop-guard.ts';
import { createRelay } from './relay.ts';
import { type Figures, type Prepared, type Running, sayTurn, tokensIn } from './say-turn.ts';
import { takeSeat } from './seat.ts';
import type { Timeouts } from './timeouts.ts';
import { estimateTokens } from './tokens.ts';
import type { ToolRegistry } from './tool.ts';
import { type CallSeams, createToolRunner, type Round } from './tool-runner.ts';
import { isAnswered, type Transcript } from './transcript.ts';
import { startWorkClock } from './work-clock.ts';

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
  /** The model of a role beside the main one; missing: the run's own. */
  modelFor?(role: ModelRole): Promise<ResolvedModel>;
  /** What the host knows anyway and a summary need not hold (files touched, open todo), in lines. */
  known?(): string;
  /** What is still to be done, in lines: for the closing summary (E12). '' = nothing. */
  open?(): string;
}

/** Contract: never throws for an expected failure; the last stored event is always `run-end` with the returned outcome. */
export async function* runAgent(
  spec: RunSpec,
  seams: Seams,
  stop: AbortSignal,
): AsyncGenerator<RunEvent, Outcome> {
  const work = startWorkClock(seams.clock, seams.ledger);
  const signal = AbortSignal.any([stop, work.signal]);
  const relay = createRelay<RunEvent>();
  const running: Running = { stop, signal, halt: stopOf(signal), work, relay };
  const outcome = yield* relay.drain(runTurns(spec, seams, figuresOf(spec.start), running));
  work.stop();
  yield { type: 'run-end', run: spec.run, outcome };
  return outcome;
}

/** The figures alone: how it ended before says nothing of how it ends now. */
function figuresOf(start: Outcome | undefined): Figures {
  if (start === undefined) return { ...NO_FIGURES };
  const { status: _, failure: __, turnLimit: ___, limit: ____, ...figures } = start;
  return figures;
}

async function runTurns(spec: RunSpec, seams: Seams, figures: Figures, running: Running): Promise<Outcome> {
  const { transcript, ledger } = seams;
  const { stop, signal, halt, work, relay } = running;
  const runner = createToolRunner({ ...spec, participant: spec.agent, ledger, work }, seams);
  const definitions = definitionsOf(spec);
  const fixed = { systemTokens: estimateTokens(spec.system), toolTokens: definitions.tokens };
  let rejected = 0;
  let nudges: NudgeKind[] = [];
  let continued = false;
  let toldMoney = false;
  const seat = takeSeat(spec.model);
  const guard = createLoopGuard(spec.tools, spec.run, transcript.items);

  const compactor = createCompactor({
    ...seams,
    session: spec.session,
    run: spec.run,
    relay,
    signal,
    timeoutMs: spec.timeouts.summaryMs,
    modelFor: (role) => seams.modelFor?.(role) ?? Promise.resolve(spec.model),
    known: () => seams.known?.() ?? '',
    spent: ({ usage, usd, ms }) => {
      figures.usage = addUsage(figures.usage, usage);
      figures.usd += usd;
      figures.modelMs += ms;
    },
  });
  let overflowed = false;

  const end = (status: OutcomeStatus, more: Partial<Outcome> = {}): Outcome => ({
    status,
    ...figures,
    waitingMs: figures.waitingMs + work.waitedMs(),
    ...more,
  });
  const aborted = (): Outcome => (stop.aborted ? end('stopped') : end('over-budget', { limit: 'wallMs' }));
  const failed = (cause: Failure): Outcome => end('failed', { failure: cause });
  const overBudget = async (limit: BudgetLimitName): Promise<Outcome> => {
    await relay.emit({ type: 'budget', action: 'spent', figures: ledger.used(), limit });
    return end('over-budget', { limit });
  };
  const count = (round: Round): void => {
    figures.toolCalls += round.ran;
    figures.toolFailures += round.failed;
    if (round.transient > 0) figures.transientFailures = (figures.transientFailures ?? 0) + round.transient;
    figures.toolMs += round.toolMs;
    rejected = round.rejected;
  };

  for (;;) {
    // Calls of the last message come first: after a turn, and after a crash.
    const calls = transcript.openCalls();
    if (calls.length > 0) {
      const admitted = guard.admits(calls);
      const round = await runner.run(calls.slice(0, admitted), rejected, halt, relay);
      count(round);
      if (signal.aborted) return aborted();
      if (admitted < calls.length) {
        for (const { part } of calls.slice(admitted))
          await relay.emit(notRun(part.callId, part.tool, CALL_TEXT.earlierStop, 'interrupted'));
        return failed(
          round.fatal ??
            failure(
              'repeated-call',
              `${calls[admitted]?.part.tool} was called the same way again and again`,
              {
                facts: { tool: calls[admitted]?.part.tool ?? '' },
              },
            ),
        );
      }
      if (round.fatal?.code === 'budget-spent') return overBudget(ledger.exceeded() ?? 'toolCalls');
      if (round.fatal !== undefined) return failed(round.fatal);
      if (rejected >= MAX_REJECTED) {
        return end('failed', {
          failure: failure('rejected-calls', `${rejected} calls in a row were rejected before they ran`),
        });
      }
      const verdict = guard.seen(calls);
      if (verdict.failure !== undefined) return failed(verdict.failure);
      if (rejected === MAX_REJECTED - 1) nudges.push('rejected-call');
      else if (verdict.nudge !== undefined) nudges.push(verdict.nudge);
    }
    if (signal.aborted) return aborted();
    // A tool boundary: what the person said meanwhile comes in.
    // Looked at anew for each: the person may change the queue while one of them is put on record.
    const taken = new Set<MessageId>();
    for (;;) {
      const message = transcript.queued().find(({ id, when }) => when === 'steer' && !taken.has(id));
      if (message === undefined) break;
      taken.add(message.id);
      await relay.emit({ type: 'steer', message: message.id });
      guard.reset();
    }
    if (isAnswered(transcript) && nudges.length === 0) return end('done');
    const limit = ledger.exceeded();
    if (limit !== undefined) return overBudget(limit);

    const closing = figures.turns >= spec.maxTurns;
    if (closing) nudges.push('turn-limit');
    work.charge();
    if (!toldMoney && isNearMoneyLimit(spec.model.capabilities, ledger)) {
      toldMoney = true;
      nudges.push('near-money-limit');
    }
    for (const kind of nudges) await relay.emit({ type: 'nudge', kind });
    const open = closing ? (seams.open?.() ?? '') : '';
    const texts = nudges.map((kind) =>
      kind === 'turn-limit' && open !== '' ? `${NUDGE_TEXT[kind]}\n\n${open}` : NUDGE_TEXT[kind],
    );
    const pending = nudges;
    nudges = [];
    /** The request as one model gets it: another one's thinking isn't in it. */
    const prepare = (model: ResolvedModel): Prepared => {
      const built = seams.context.build(transcript.items, model.provider.stamp(model.model), texts);
      const { window, windowKnown } = model.capabilities;
      const frame: ContextStatus = {
        ...fixed,
        historyTokens: built.tokens,
        window,
        windowKnown,
        pressure: ledger.pressure(),
      };
      const cap = moneyCap(model.capabilities, ledger, tokensIn(frame));
      const request: ModelRequest = {
        role: spec.role,
        model: model.model,
        system: spec.system,
        messages: built.messages,
        tools: definitions.list,
        sessionKey: spec.session,
        ...(closing && { toolChoice: 'none' as const }),
        ...(cap === undefined ? {} : { maxOutputTokens: cap }),
      };
      return { model, request, context: frame, tokensFrom: (at) => built.tokensFrom(at) };
    };
    const looked = prepare(seat.model());
    const fitted = await compactor.fit(looked, 'due');
    if (signal.aborted) return aborted();
    if (fitted === 'again') figures.compactions++;
    else if (fitted !== 'fits' && fitted !== 'untouched') return failed(fitted);
    const first = fitted === 'untouched' ? looked : prepare(seat.model());
    const said = await sayTurn(seat, seams, { first, prepare }, figures, running);
    if (said.type === 'spent') return overBudget(said.limit);
    if (said.type === 'ended') {
      if (said.failure === undefined) return aborted();
      // The estimate was wrong: once more with less, then it is over (E7).
      if (said.failure.code !== 'context-overflow' || overflowed) return failed(said.failure);
      overflowed = true;
      const smaller = await compactor.fit(prepare(seat.model()), 'overflow');
      if (signal.aborted) return aborted();
      if (smaller !== 'again') return failed(said.failure);
      figures.compactions++;
      nudges = pending.filter((kind) => kind !== 'turn-limit');
      continue;
    }
    overflowed = false;
    figures.turns++;

    const { stop: reason, parts } = said.message;
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    if (text !== '') figures.text = text;
    const asked = transcript.openCalls();
    if (reason === 'refusal') {
      for (const { part } of asked)
        await relay.emit(notRun(part.callId, part.tool, CALL_TEXT.earlierStop, 'interrupted'));
      return failed(failure('content-policy', 'the provider refused to answer'));
    }
    if (closing) {
      for (const { part } of asked)
        await relay.emit(notRun(part.callId, part.tool, CALL_TEXT.turnLimit, 'interrupted'));
      return end('done', { turnLimit: true });
    }
    if (reason === 'length') {
      // A cut call never runs, not even one that looks complete: nobody knows what was to follow (E11, E18).
      for (const { part } of asked)
        await relay.emit(notRun(part.callId, part.tool, CALL_TEXT.cut, 'call-cut'));
      // It cost a whole output: who is cut again and again gets no further than one whose calls are wrong.
      if (asked.length > 0) rejected += 1;
      if (rejected >= MAX_REJECTED)
        return failed(failure('rejected-calls', `${rejected} calls in a row never ran`));
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
