// Runs the tool calls of one turn (E4, E13, E18). The only place that asks, acts and retries after the gate: every
// call gets exactly one result, committed in declared order, whatever happens.

import { ABORTED, orAborted, type Stop, type WorkSignal, workSignal } from './abort.ts';
import type { Ledger } from './budget.ts';
import { canonicalJson } from './canonical.ts';
import type { ApprovalAnswer, ApprovalRequest, RunEvent } from './events.ts';
import { asFailure, failure, type Failure, FailureError } from './failures.ts';
import { type Decision, type Gate, type GateState, gateCall } from './gate.ts';
import type { ApprovalId, Json, JsonObject, ParticipantId, RunId, SessionId } from './ids.ts';
import { createIdleWatch } from './idle-watch.ts';
import { createLimit } from './limit.ts';
import type { ToolResult } from './messages.ts';
import type { Clock, Hasher, Ids } from './ports.ts';
import { CALL_TEXT, DENIED } from './prompts.ts';
import type { ModelRole } from './provider.ts';
import { createWhileGranted, type RegainSeams } from './regain.ts';
import type { Relay } from './relay.ts';
import { wellFormed } from './text.ts';
import { isTransient, ownResult, prepare, toResult } from './tool-results.ts';
import type { Timeouts } from './timeouts.ts';
import type { AnyTool, Preview, ToolContext, ToolOutput, ToolRegistry, Verification } from './tool.ts';
import type { Call } from './transcript.ts';
import type { WorkClock } from './work-clock.ts';

export interface CallSeams extends RegainSeams {
  readonly gate: Gate;
  /** Read anew before each decision: grants and taint change while the run goes on. */
  gateState(): GateState;
  /** Settles when a person (or the absence of one) has answered; the answer is on record by then. */
  answer(request: ApprovalRequest): Promise<ApprovalAnswer>;
  /** For a started call that no check could clear up: a person says whether it ran. Undefined: nobody can say. */
  askUnknown(call: Call): Promise<boolean | undefined>;
  readonly complete: (role: ModelRole, prompt: string) => Promise<{ readonly text: string } | Failure>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
}

export interface CallFrame {
  readonly session: SessionId;
  readonly run: RunId;
  readonly participant: ParticipantId;
  readonly tools: ToolRegistry;
  readonly ledger: Ledger;
  readonly work: WorkClock;
  /** Cap of calls that run together (E4). */
  readonly parallel: number;
  readonly timeouts: Timeouts;
}

/** What a round of calls means for the run. `fatal` ends it after all results are in; `rejected` counts from the last good call. */
export interface Round {
  readonly fatal?: Failure;
  readonly rejected: number;
  readonly ran: number;
  readonly failed: number;
  /** Of the failed ones: may pass later. */
  readonly transient: number;
  readonly toolMs: number;
}

interface Ended {
  readonly result: ToolResult;
  readonly ms: number;
  readonly fatal?: Failure;
  readonly rejected?: boolean;
}

/** One call while it is being worked on. */
interface CallWork {
  readonly call: Call;
  readonly own: WorkSignal;
  readonly stop: Stop;
  record(event: RunEvent): Promise<void>;
  /** It has its result; whatever its tool still does is not heard. */
  over: boolean;
}

export interface ToolRunner {
  /** `rejected`: how many calls in a row had been rejected before. */
  run(calls: readonly Call[], rejected: number, stop: Stop, relay: Relay<RunEvent>): Promise<Round>;
}

/** State of one run: denials by one rule are counted over its turns (G9). */
export function createToolRunner(frame: CallFrame, seams: CallSeams): ToolRunner {
  const denials = new Map<string, number>();
  const whileGranted = createWhileGranted(seams, frame.work);

  /** Stop and the wall clock end a call alike, but only one of them is the person's doing. */
  const stopped = ({ part }: Call, ms = 0): Ended => {
    const text = frame.work.signal.aborted ? CALL_TEXT.timeUp : CALL_TEXT.stopped;
    return { result: ownResult(part, text, 'interrupted'), ms };
  };

  const runCall: RunCall = async (call, relay, stop) => {
    const own = workSignal(stop);
    const work: CallWork = { call, own, stop, record: (event) => relay.emit(event), over: false };
    try {
      return await perform(work, (note) => {
        relay.pass({ type: 'tool-progress', callId: call.part.callId, note: wellFormed(note) });
      });
    } catch (thrown) {
      // A tool's schema, targets, preview or check is a bug away: its siblings and the run go on.
      return { result: toResult(call, { ok: false, failure: asFailure(thrown, 'tool-crashed') }), ms: 0 };
    } finally {
      work.over = true;
      own.release();
    }
  };

  async function perform(work: CallWork, progress: (note: string) => void): Promise<Ended> {
    const { call, own, stop } = work;
    const { part } = call;
    const prepared = prepare(call, frame.tools);
    if (prepared.type === 'rejected')
      return { result: ownResult(part, prepared.text, prepared.code), ms: 0, rejected: true };
    if (stop.aborted) return stopped(call);

    const { tool, input } = prepared;
    const watch = createIdleWatch(seams.clock, tool.idleTimeoutMs ?? frame.timeouts.toolIdleMs, own.abort);
    let from = seams.clock.elapsed();
    const context: ToolContext = {
      session: frame.session,
      run: frame.run,
      callId: part.callId,
      participant: frame.participant,
      get signal() {
        return own.signal;
      },
      progress: (note) => {
        watch.touch();
        if (!work.over) progress(note);
      },
      record: (event) =>
        work.over
          ? Promise.reject(new FailureError(failure('interrupted', 'this call was given up')))
          : work.record(event),
      waiting: async (wait) => {
        const since = seams.clock.elapsed();
        watch.stop();
        const got = await frame.work.waiting(orAborted(wait, own));
        from += seams.clock.elapsed() - since;
        if (got === ABORTED) return undefined;
        watch.start();
        return got;
      },
      complete: seams.complete,
    };

    // From before a crash: look first, ask if that tells nothing, never run it twice.
    const unknown = call.state === 'started' && tool.effect !== 'none' && tool.effect !== 'read';
    if (unknown) {
      const known = await clearUp(call, tool, input, context, stop);
      if (known !== undefined) return known;
    }
    const refused = await allow(call, tool, input, context, stop);
    if (refused !== undefined) return refused;
    if (stop.aborted) return stopped(call);

    const cost = { toolCalls: 1, usd: tool.cost?.usd ?? 0, tokens: tool.cost?.tokens ?? 0 };
    const hold = frame.ledger.reserve(cost);
    if (hold === undefined) {
      const fatal = failure('budget-spent', 'the budget of this run is spent');
      return { result: ownResult(part, CALL_TEXT.overBudget, 'budget-spent'), ms: 0, fatal };
    }
    // Anew for a call that is run again: the next crash has to find it unknown again.
    if (call.state === 'open' || unknown)
      await context.record({
        type: 'tool-start',
        callId: part.callId,
        tool: tool.name,
        effect: tool.effect,
        input,
      });
    const once = async (): Promise<ToolOutput | typeof ABORTED> => {
      from = seams.clock.elapsed();
      watch.start();
      const made = await runTool(tool, input, context, own, stop);
      watch.stop();
      return made;
    };
    const again = async (): Promise<ToolOutput | typeof ABORTED> => {
      // It may have lost the grant after its effect: look before it is done twice.
      const found = await tool.verify?.(input, call.evidence, context).catch(() => undefined);
      return found?.type === 'done' ? found.output : once();
    };
    const output = await whileGranted(
      { call, stop, record: work.record },
      { first: once, again, failureOf: (made) => (made !== ABORTED && !made.ok ? made.failure : undefined) },
    );
    hold.settle(cost);
    const ms = seams.clock.elapsed() - from;
    if (output !== ABORTED) return { result: toResult(call, output), ms };
    if (stop.aborted) return stopped(call, ms);
    const text = `Timed out: nothing heard of it for ${Math.round(watch.limitMs / 1000)} s.`;
    return { result: ownResult(part, text, 'tool-timeout'), ms };
  }

  /** After an abort the tool has a moment to end by itself and tell what it did; then it is left alone. */
  async function runTool(
    tool: AnyTool,
    input: JsonObject,
    context: ToolContext,
    own: WorkSignal,
    stop: Stop,
  ): Promise<ToolOutput | typeof ABORTED> {
    const running = Promise.resolve()
      .then(() => tool.run(input, context))
      .catch((thrown: unknown): ToolOutput => ({ ok: false, failure: asFailure(thrown, 'tool-crashed') }));
    const output = await orAborted(running, own);
    if (output !== ABORTED || !stop.aborted) return output;
    let cancel = (): void => undefined;
    const grace = new Promise<typeof ABORTED>((resolve) => {
      cancel = seams.clock.after(frame.timeouts.stopGraceMs, () => resolve(ABORTED));
    });
    const late = await Promise.race([running, grace]);
    cancel();
    // What an abort made of it is not worth more than our own sentence.
    return late !== ABORTED && late.ok ? late : ABORTED;
  }

  /** Undefined: go ahead. Otherwise what the model reads instead. */
  async function allow(
    call: Call,
    tool: AnyTool,
    input: JsonObject,
    context: ToolContext,
    stop: Stop,
  ): Promise<Ended | undefined> {
    const targets = tool.targets(input);
    const decision = seams.gate(gateCall(tool, targets, frame.participant), seams.gateState());
    if (decision.type === 'allow') return undefined;
    if (decision.type === 'deny') {
      const hits = (denials.get(decision.rule) ?? 0) + 1;
      denials.set(decision.rule, hits);
      const again = hits > 1 && decision.builtIn !== true;
      return denied(call, decision.rule, decision.message, decision.fatal || again);
    }
    const look = async (): Promise<Preview | Failure | typeof ABORTED | undefined> =>
      tool.preview && orAborted(tool.preview(input, context), stop);
    const preview = await whileGranted(
      { call, stop, record: context.record },
      {
        first: look,
        again: look,
        failureOf: (made) => (made !== undefined && made !== ABORTED && 'code' in made ? made : undefined),
      },
    );
    if (preview === ABORTED) return stopped(call);
    // What can't even be prepared fails by itself; nobody is asked about it.
    if (preview !== undefined && 'code' in preview)
      return { result: toResult(call, { ok: false, failure: preview }), ms: 0 };
    const answer = await ask(call, { tool, input, targets, decision, preview }, context, stop);
    if (answer === ABORTED) return stopped(call);
    if (answer.type === 'allow') return undefined;
    return denied(
      call,
      DENIED_BY[answer.by],
      answer.reason,
      decision.reason === 'credential' && answer.by !== 'no-channel',
    );
  }

  async function ask(
    call: Call,
    about: Asked,
    { record }: ToolContext,
    stop: Stop,
  ): Promise<ApprovalAnswer | typeof ABORTED> {
    const { tool, input, targets, decision, preview } = about;
    const hash = await seams.hasher.hash(
      canonicalJson({ tool: tool.name, input, preview: (preview ?? null) as Json }),
    );
    let request = call.approval;
    // An answer from before a reload holds for exactly this content, and only for this call.
    if (request?.hash === hash && call.answer !== undefined) return call.answer;
    if (request === undefined || request.hash !== hash) {
      request = {
        approvalId: seams.ids.next<ApprovalId>(),
        callId: call.part.callId,
        tool: tool.name,
        effect: tool.effect,
        input,
        targets,
        ...(preview === undefined ? {} : { preview }),
        hash,
        reason: decision.reason,
        scopes: decision.scopes,
        ...(decision.rule === undefined ? {} : { rule: decision.rule }),
      };
      await record({ type: 'approval-request', ...request });
    }
    return frame.work.waiting(orAborted(seams.answer(request), stop));
  }

  /** E18: a started call without an end is looked up, else asked about. Undefined: it did not run, so it may. */
  async function clearUp(
    call: Call,
    tool: AnyTool,
    input: JsonObject,
    context: ToolContext,
    stop: Stop,
  ): Promise<Ended | undefined> {
    const { callId } = call.part;
    let { ran } = call;
    if (ran === undefined && tool.verify !== undefined) {
      const verify = tool.verify.bind(tool);
      const check = (): Promise<Verification | Failure | typeof ABORTED> => {
        const looking = verify(input, call.evidence, context).catch((thrown: unknown) => asFailure(thrown));
        return orAborted(looking, stop);
      };
      const found = await whileGranted(
        { call, stop, record: context.record },
        {
          first: check,
          again: check,
          failureOf: (made) => (made !== ABORTED && 'code' in made ? made : undefined),
        },
      );
      // A check that fails tells nothing.
      if (found !== ABORTED && !('code' in found) && found.type !== 'unknown') {
        ran = found.type === 'done';
        await context.record({ type: 'unknown-resolved', callId, by: 'check', ran });
        if (found.type === 'done') return { result: toResult(call, found.output), ms: 0 };
      }
    }
    if (ran === undefined && !stop.aborted) {
      const answer = await frame.work.waiting(orAborted(seams.askUnknown(call), stop));
      // A check that a person asked for may have brought the result with it.
      if (call.result !== undefined) return { result: call.result, ms: 0 };
      ran = answer === ABORTED ? undefined : answer;
    }
    if (ran === false) return undefined;
    const text = ran === true ? CALL_TEXT.confirmedRan : CALL_TEXT.unknown;
    return { result: ownResult(call.part, text, 'unknown-outcome'), ms: 0 };
  }

  return {
    async run(calls, rejected, stop, relay) {
      let round: Round = { rejected, ran: 0, failed: 0, transient: 0, toolMs: 0 };
      for (const group of grouped(calls, frame.tools)) {
        const skip = stop.aborted ? stopped : round.fatal === undefined ? undefined : endedEarlier;
        const one: RunCall = skip === undefined ? runCall : async (call) => skip(call);
        const work = runGroup(group, relay, stop, one, frame.parallel);
        for (const end of await work) round = tally(round, end);
      }
      return round;
    },
  };
}

interface Asked {
  readonly tool: AnyTool;
  readonly input: JsonObject;
  readonly targets: ApprovalRequest['targets'];
  readonly decision: Extract<Decision, { type: 'ask' }>;
  readonly preview: Preview | undefined;
}

const DENIED_BY = {
  person: 'by the person',
  rule: 'by a rule',
  'no-channel': 'nobody is here to allow it',
} as const;

function denied({ part }: Call, rule: string, reason: string | undefined, fatal: boolean): Ended {
  const text = DENIED(rule, reason);
  const end = { result: ownResult(part, text, 'denied'), ms: 0 };
  return fatal ? { ...end, fatal: failure('policy-denied', text, { facts: { rule } }) } : end;
}

const endedEarlier = ({ part }: Call): Ended => ({
  result: ownResult(part, CALL_TEXT.earlierStop, 'interrupted'),
  ms: 0,
});

type RunCall = (call: Call, relay: Relay<RunEvent>, stop: Stop) => Promise<Ended>;

/** At most `parallel` at a time; results are committed as declared, whichever finished first. */
async function runGroup(
  group: readonly Call[],
  relay: Relay<RunEvent>,
  stop: Stop,
  runCall: RunCall,
  parallel: number,
): Promise<Ended[]> {
  const limit = createLimit(parallel);
  const works = group.map((call) => limit(() => runCall(call, relay, stop)));
  // A rejection is a bug and surfaces in the loop below; it must not be reported before its turn comes.
  for (const work of works) work.catch(() => undefined);
  const ends: Ended[] = [];
  for (const [index, work] of works.entries()) {
    const end = await work;
    const call = group[index];
    // One end per call, also where somebody else has put it on record.
    if (call !== undefined && call.state !== 'finished')
      await relay.emit({ type: 'tool-end', callId: call.part.callId, result: end.result, ms: end.ms });
    ends.push(end);
  }
  return ends;
}

/** Maximal runs of adjacent shared calls; every other call stands alone. */
function grouped(calls: readonly Call[], tools: ToolRegistry): Call[][] {
  const groups: Call[][] = [];
  let sharing = false;
  for (const call of calls) {
    // A call that will be rejected touches nothing, so it is no barrier.
    const shared = (tools.get(call.part.tool)?.concurrency ?? 'shared') === 'shared';
    const last = groups.at(-1);
    if (shared && sharing && last !== undefined) last.push(call);
    else groups.push([call]);
    sharing = shared;
  }
  return groups;
}

function tally(round: Round, end: Ended): Round {
  const fatal = round.fatal ?? end.fatal;
  return {
    rejected: end.rejected === true ? round.rejected + 1 : 0,
    ran: round.ran + 1,
    failed: round.failed + (end.result.ok ? 0 : 1),
    transient: round.transient + (isTransient(end.result) ? 1 : 0),
    toolMs: round.toolMs + end.ms,
    ...(fatal === undefined ? {} : { fatal }),
  };
}
