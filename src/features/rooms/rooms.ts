// A room runs a session: takes what people say, starts and resumes runs, carries answers to them, stops them. Every
// session is a room; here it has one agent. What happened stands in the log, this holds only what is running now.

import { type Budget, createLedger, type Ledger, SESSION_FACTOR } from '../../engine/budget.ts';
import { createContextBuilder, type Fence } from '../../engine/context.ts';
import type {
  ApprovalAnswer,
  ApprovalRequest,
  Draft,
  Entry,
  LiveEvent,
  Outcome,
  SessionSetup,
  StoredEvent,
} from '../../engine/events.ts';
import { deferred } from '../../engine/deferred.ts';
import { asFailure, failure, FailureError, type Failure } from '../../engine/failures.ts';
import type { Gate, GateState } from '../../engine/gate.ts';
import type { ApprovalId, CallId, MessageId, ParticipantId, RunId, SessionId } from '../../engine/ids.ts';
import { USER } from '../../engine/ids.ts';
import { runAgent } from '../../engine/loop.ts';
import type { UserPart } from '../../engine/messages.ts';
import type { Clock, EventLog, Hasher, Ids, Random } from '../../engine/ports.ts';
import type { ResolvedModel } from '../../engine/provider.ts';
import type { OpenRun, SessionHead } from '../../engine/session-head.ts';
import type { Timeouts } from '../../engine/timeouts.ts';
import type { ToolContext, ToolRegistry } from '../../engine/tool.ts';
import { type Call, createTranscript, type Transcript } from '../../engine/transcript.ts';
import { recordRun } from './recorder.ts';
import { discardPartial, interruptedDraft, isWaiting, outcomeOf, verifyStarted } from './repair.ts';

export { AGENT_PROMPT, WORKSPACE_PROMPT } from './prompts.ts';

/** What a run works with, made anew for each: frozen prompt and tools, and what follows from the session so far. */
export interface RunKit {
  readonly system: string;
  readonly tools: ToolRegistry;
  gateState(): GateState;
  /** Every entry of the session from now on, in order. */
  take(entry: Entry): void;
}

export interface RoomDefaults {
  readonly setup: Required<SessionSetup>;
  readonly budget: Budget;
  readonly maxTurns: number;
  readonly parallel: number;
}

export interface RoomPorts {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
  readonly random: Random;
  readonly gate: Gate;
  readonly fence: Fence;
  /** The active branch, ascending. */
  history(session: SessionId): Promise<readonly Entry[]>;
  defaults(): RoomDefaults;
  timeouts(model: ResolvedModel): Timeouts;
  resolveModel(name: string): Promise<ResolvedModel | Failure>;
  kit(
    session: SessionId,
    run: RunId,
    setup: Required<SessionSetup>,
    entries: readonly Entry[],
  ): Promise<RunKit | Failure>;
  /** Why an answer can't be taken (G2); undefined: it can. */
  refuse(open: ApprovalRequest | undefined, hash: string, answer: ApprovalAnswer): Failure | undefined;
  /** Called after an answer is on record (keeps standing rules). */
  remember(session: SessionId, request: ApprovalRequest, answer: ApprovalAnswer): Promise<void>;
  /** False: nobody can be asked (headless); approvals are then denied at once. */
  readonly attended: boolean;
  /** After each append. */
  stored(session: SessionId, entries: readonly Entry[]): void;
  live(session: SessionId, run: RunId, event: LiveEvent): void;
  /** Something that no caller waits for went wrong (storage while a run was on). */
  trouble(session: SessionId, failure: Failure): void;
}

export interface SaidMessage {
  readonly id: MessageId;
  readonly parts: readonly UserPart[];
  readonly when?: 'steer' | 'after';
  readonly setup?: SessionSetup;
}

/** Contract: the caller owns the session (its lock) for all of this. Rejections are `FailureError`s. */
export interface Rooms {
  /** Says in the log what a crash left open. Once per taking over. */
  repair(session: SessionId): Promise<void>;
  isRunning(session: SessionId): boolean;
  /** On record when it resolves. Sending the same message id twice stores it once. */
  say(session: SessionId, message: SaidMessage): Promise<void>;
  setUp(session: SessionId, setup: SessionSetup): Promise<void>;
  /** Resolves when nothing of the session runs any more. */
  stop(session: SessionId): Promise<void>;
  answer(session: SessionId, approval: ApprovalId, hash: string, answer: ApprovalAnswer): Promise<void>;
  resume(session: SessionId, run: RunId): Promise<void>;
  discard(session: SessionId, run: RunId): Promise<void>;
  resolveUnknown(
    session: SessionId,
    call: CallId,
    answer: 'ran' | 'not-run' | 'check',
  ): Promise<'ran' | 'not-run' | 'unknown'>;
  unqueue(session: SessionId, message: MessageId): Promise<void>;
  /** Raises the limits of a run and, if its budget ended it, resumes it. */
  raise(session: SessionId, run: RunId, budget: Budget): Promise<void>;
  append(session: SessionId, drafts: readonly Draft[]): Promise<readonly Entry[]>;
  /** Resolves when the session's current run has ended; undefined when none is on. */
  ended(session: SessionId): Promise<Outcome | undefined>;
}

/** The one agent of a session until rooms have several. */
export const AGENT = 'agent' as ParticipantId;

interface LiveRun {
  readonly run: RunId;
  readonly stop: AbortController;
  readonly ended: Promise<Outcome>;
  transcript?: Transcript;
  ledger?: Ledger;
  kit?: RunKit;
  readonly answers: Map<ApprovalId, (answer: ApprovalAnswer) => void>;
  readonly unknown: Map<CallId, (ran: boolean) => void>;
}

interface Room {
  live: LiveRun | undefined;
  /** Commands on one session come one after the other. */
  turn: Promise<unknown>;
}

type Start =
  | { readonly type: 'message'; readonly message: MessageId }
  | { readonly type: 'resume'; readonly open: OpenRun };

export function createRooms(ports: RoomPorts): Rooms {
  const rooms = new Map<SessionId, Room>();
  const { log, clock, ids } = ports;

  const roomOf = (session: SessionId): Room => {
    const known = rooms.get(session);
    if (known !== undefined) return known;
    const room: Room = { live: undefined, turn: Promise.resolve() };
    rooms.set(session, room);
    return room;
  };
  const inTurn = <T>(session: SessionId, work: (room: Room) => Promise<T>): Promise<T> => {
    const room = roomOf(session);
    const done = room.turn.then(() => work(room));
    room.turn = done.catch(() => undefined);
    return done;
  };
  const store = async (
    session: SessionId,
    drafts: readonly Draft[],
    durable: boolean,
    clearPartial?: RunId,
  ): Promise<readonly Entry[]> => {
    const entries = await log.append(
      session,
      drafts,
      clearPartial === undefined ? { durable } : { durable, clearPartial },
    );
    const live = rooms.get(session)?.live;
    for (const entry of entries) {
      live?.transcript?.add(entry);
      live?.kit?.take(entry);
    }
    ports.stored(session, entries);
    return entries;
  };
  const append = (session: SessionId, drafts: readonly Draft[]): Promise<readonly Entry[]> =>
    store(session, drafts, true);
  const openRun = async (session: SessionId, run: RunId): Promise<{ head: SessionHead; open: OpenRun }> => {
    const head = await log.head(session);
    const open = head?.openRuns.find((candidate) => candidate.run === run);
    if (head === undefined || open === undefined)
      throw new FailureError(failure('not-found', 'this run is not open any more'));
    return { head, open };
  };

  /** Contract: in turn, with no live run. Resolves once the run is on record and under way. */
  async function start(
    session: SessionId,
    room: Room,
    cause: Start,
    before: readonly Draft[],
  ): Promise<void> {
    const run = cause.type === 'resume' ? cause.open.run : ids.next<RunId>();
    const stop = new AbortController();
    const underWay = deferred();
    const live: LiveRun = {
      run,
      stop,
      answers: new Map(),
      unknown: new Map(),
      ended: Promise.resolve()
        .then(() => perform(session, live, cause, before, underWay.resolve))
        .catch(async (thrown: unknown) => {
          const cause = asFailure(thrown);
          stop.abort();
          underWay.reject(new FailureError(cause));
          ports.trouble(session, cause);
          return { ...outcomeOf([], run, 'failed'), failure: cause };
        })
        .finally(() => {
          room.live = undefined;
          void inTurn(session, (idle) => startQueued(session, idle, stop.signal.aborted));
        }),
    };
    room.live = live;
    await underWay.promise;
  }

  async function perform(
    session: SessionId,
    live: LiveRun,
    cause: Start,
    before: readonly Draft[],
    underWay: () => void,
  ): Promise<Outcome> {
    const { run } = live;
    const agent = cause.type === 'resume' ? cause.open.agent : AGENT;
    const earlier = await ports.history(session);
    const defaults = ports.defaults();
    const chosen = before.reduce<SessionSetup>(
      (setup, { event }) => (event.type === 'setup' ? { ...setup, ...event } : setup),
      setupOf(earlier),
    );
    const setup: Required<SessionSetup> = {
      model: chosen.model ?? defaults.setup.model,
      mode: chosen.mode ?? defaults.setup.mode,
      workspace: chosen.workspace ?? defaults.setup.workspace,
    };
    const started = earlier.find(
      (entry) => entry.event.type === 'run-start' && entry.event.run === run,
    )?.event;
    const modelName = started?.type === 'run-start' ? started.model : setup.model;
    const model = await ports.resolveModel(modelName);
    const kit = await ports.kit(session, run, setup, earlier);

    const budget = budgetOf(earlier, run) ?? defaults.budget;
    const opening: Draft[] = [...before];
    if (cause.type === 'message') {
      const [system, tools] =
        'code' in kit ? ['', []] : [kit.system, kit.tools.tools.map(({ name }) => name)];
      const event: StoredEvent = {
        type: 'run-start',
        run,
        agent,
        model: modelName,
        cause: { type: 'message', message: cause.message },
        budget,
        system,
        tools,
      };
      opening.push({ by: agent, run, event });
    }
    const transcript = createTranscript(agent, earlier);
    live.transcript = transcript;
    if (!('code' in kit)) live.kit = kit;
    await store(session, opening, true);
    underWay();
    const impossible = 'code' in model ? model : 'code' in kit ? kit : undefined;
    if (impossible !== undefined || 'code' in model || 'code' in kit) {
      const outcome: Outcome = {
        ...outcomeOf(earlier, run, 'failed'),
        ...(impossible === undefined ? {} : { failure: impossible }),
      };
      await store(session, [{ by: agent, run, event: { type: 'run-end', run, outcome } }], true);
      return outcome;
    }

    const figures = outcomeOf(earlier, run, 'interrupted');
    const ledger = createLedger(budget, [sessionLedger(earlier, run, defaults.budget)], {
      tokens: figures.usage.inputTokens + figures.usage.outputTokens,
      toolCalls: figures.toolCalls,
      wallMs: workedMs(earlier, run),
      usd: figures.usd,
    });
    live.ledger = ledger;
    const system = started?.type === 'run-start' ? started.system : kit.system;
    const generator = runAgent(
      {
        session,
        run,
        agent,
        model,
        role: 'main',
        system,
        tools: kit.tools,
        maxTurns: defaults.maxTurns,
        parallel: defaults.parallel,
        timeouts: ports.timeouts(model),
        ...(cause.type === 'resume' && { start: figures }),
      },
      {
        transcript,
        context: createContextBuilder(ports.fence),
        ledger,
        random: ports.random,
        gate: ports.gate,
        gateState: () => kit.gateState(),
        answer: (request) => {
          if (ports.attended) return new Promise((resolve) => live.answers.set(request.approvalId, resolve));
          const answer: ApprovalAnswer = { type: 'deny', by: 'no-channel' };
          return store(session, [{ by: agent, run, event: responseTo(request, answer) }], true).then(
            () => answer,
          );
        },
        askUnknown: (call: Call) =>
          ports.attended
            ? new Promise((resolve) => live.unknown.set(call.part.callId, resolve))
            : new Promise<boolean>(() => undefined),
        complete: async (role, prompt) => {
          const request = {
            role,
            model: model.model,
            system: '',
            messages: [{ role: 'user', parts: [{ type: 'text', text: prompt }] }],
            tools: [],
          } as const;
          return model.provider.complete(request, live.stop.signal);
        },
        clock,
        ids,
        hasher: ports.hasher,
      },
      live.stop.signal,
    );
    return recordRun(generator, {
      run,
      agent,
      clock,
      partialId: ids.next<MessageId>(),
      store: (events, { durable, clearPartial }) =>
        store(
          session,
          events.map((event) => ({ by: agent, run, event })),
          durable,
          clearPartial ? run : undefined,
        ),
      savePartial: (partial) => log.savePartial(session, partial),
      live: (event) => ports.live(session, run, event),
    });
  }

  /** A message for "after this run" starts the next one; after Stop nothing starts by itself. */
  async function startQueued(session: SessionId, room: Room, stopped: boolean): Promise<void> {
    if (stopped || room.live !== undefined) return;
    const [next] = createTranscript(AGENT, await ports.history(session)).queued();
    if (next !== undefined) await start(session, room, { type: 'message', message: next.id }, []);
  }

  const rooms_: Rooms = {
    isRunning: (session) => rooms.get(session)?.live !== undefined,
    ended: (session) => rooms.get(session)?.live?.ended ?? Promise.resolve(undefined),
    append,
    repair: (session) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        if (head === undefined || room.live !== undefined) return;
        for (const partial of await log.partials(session)) {
          const model = head.openRuns.find((open) => open.run === partial.run)?.model ?? '';
          await store(session, [discardPartial(partial, model)], true, partial.run);
        }
        const entries = await ports.history(session);
        for (const open of head.openRuns) {
          if (open.status === 'interrupted' || isWaiting(head, open.run)) continue;
          await append(session, [interruptedDraft(open, entries)]);
          if (open.started.length === 0) continue;
          const kit = await ports.kit(
            session,
            open.run,
            { ...ports.defaults().setup, ...head.setup },
            entries,
          );
          if ('code' in kit) continue;
          const checked = await verifyStarted(open, entries, kit.tools, checkContext(session, open));
          if (checked.length > 0) await append(session, checked);
        }
      }),
    say: (session, { id, parts, when = 'steer', setup }) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const known = head === undefined ? [] : await ports.history(session);
        if (known.some(({ event }) => event.type === 'message' && event.id === id)) return;
        const settings: Draft[] =
          setup === undefined ? [] : [{ by: USER, event: { type: 'setup', ...setup } }];
        const message = { type: 'message', id, parts } as const;
        // A run that waits for an answer is as good as running: what is said now steers it.
        const waits =
          head?.openRuns.some((open) => open.status === 'running' && isWaiting(head, open.run)) ?? false;
        if (room.live !== undefined || waits) {
          await append(session, [...settings, { by: USER, event: { ...message, queued: when } }]);
          return;
        }
        const given = (head?.openRuns ?? []).map((open) => discardedDraft(open, known));
        await start(session, room, { type: 'message', message: id }, [
          ...given,
          ...settings,
          { by: USER, event: message },
        ]);
      }),
    setUp: (session, setup) =>
      append(session, [{ by: USER, event: { type: 'setup', ...setup } }]).then(() => undefined),
    stop: async (session) => {
      const live = rooms.get(session)?.live;
      if (live !== undefined) {
        live.stop.abort();
        await live.ended;
        return;
      }
      await inTurn(session, async () => {
        const head = await log.head(session);
        const waiting = head?.openRuns.filter((open) => open.status === 'running') ?? [];
        if (waiting.length === 0) return;
        const entries = await ports.history(session);
        await append(
          session,
          waiting.map((open) => ({
            by: open.agent,
            run: open.run,
            event: { type: 'run-end', run: open.run, outcome: outcomeOf(entries, open.run, 'stopped') },
          })),
        );
      });
    },
    answer: (session, approval, hash, answer) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const open = head?.approvals.find((candidate) => candidate.approvalId === approval);
        const refused = ports.refuse(open, hash, answer);
        if (refused !== undefined || head === undefined || open === undefined)
          throw new FailureError(refused ?? failure('stale', 'not open'));
        const run = open.run;
        await append(session, [
          { by: USER, ...(run === undefined ? {} : { run }), event: responseTo(open, answer) },
        ]);
        await ports.remember(session, open, answer);
        const waiter = room.live?.answers.get(approval);
        if (waiter !== undefined) {
          room.live?.answers.delete(approval);
          waiter(answer);
          return;
        }
        const waiting = head.openRuns.find((candidate) => candidate.run === run);
        if (waiting !== undefined && room.live === undefined) {
          await start(session, room, { type: 'resume', open: waiting }, [resumeDraft(waiting, 'approval')]);
        }
      }),
    resume: (session, run) =>
      inTurn(session, async (room) => {
        const { open } = await openRun(session, run);
        if (room.live !== undefined) return;
        await start(session, room, { type: 'resume', open }, [resumeDraft(open, 'continue')]);
      }),
    discard: (session, run) =>
      inTurn(session, async () => {
        const { open } = await openRun(session, run);
        await append(session, [discardedDraft(open, await ports.history(session))]);
      }),
    resolveUnknown: (session, callId, answer) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const open = head?.openRuns.find((candidate) => candidate.started.includes(callId));
        if (head === undefined || open === undefined)
          throw new FailureError(failure('not-found', 'this call is not open any more'));
        const resolve = (ran: boolean): void => {
          room.live?.unknown.get(callId)?.(ran);
          room.live?.unknown.delete(callId);
        };
        if (answer === 'check') {
          const entries = await ports.history(session);
          const kit = await ports.kit(
            session,
            open.run,
            { ...ports.defaults().setup, ...head.setup },
            entries,
          );
          const found =
            'code' in kit ? [] : await verifyStarted(open, entries, kit.tools, checkContext(session, open));
          const mine = found.filter(({ event }) => 'callId' in event && event.callId === callId);
          const [first] = mine;
          if (first?.event.type !== 'unknown-resolved') return 'unknown';
          await append(session, mine);
          resolve(first.event.ran);
          return first.event.ran ? 'ran' : 'not-run';
        }
        const ran = answer === 'ran';
        await append(session, [
          { by: USER, run: open.run, event: { type: 'unknown-resolved', callId, by: 'person', ran } },
        ]);
        resolve(ran);
        return answer;
      }),
    unqueue: (session, message) =>
      append(session, [{ by: USER, event: { type: 'unqueue', message } }]).then(() => undefined),
    raise: (session, run, budget) =>
      inTurn(session, async (room) => {
        const entries = await ports.history(session);
        const start_ = entries.find(({ event }) => event.type === 'run-start' && event.run === run);
        if (start_ === undefined) throw new FailureError(failure('not-found', 'no such run'));
        const figures = room.live?.ledger?.used() ?? { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };
        const raised: Draft = { by: USER, run, event: { type: 'budget', action: 'raise', figures, budget } };
        if (room.live?.run === run) {
          room.live.ledger?.raise(budget);
          await append(session, [raised]);
          return;
        }
        if (room.live !== undefined) throw new FailureError(failure('not-owner', 'another run is on'));
        const open: OpenRun = {
          run,
          agent: start_.by,
          model: '',
          startedSeq: start_.seq,
          startedAt: start_.at,
          lastAt: start_.at,
          status: 'running',
          started: [],
        };
        await start(session, room, { type: 'resume', open }, [raised, resumeDraft(open, 'raised')]);
      }),
  };
  return rooms_;
}

function setupOf(entries: readonly Entry[]): SessionSetup {
  return entries.reduce<SessionSetup>(
    (setup, { event }) => (event.type === 'setup' ? { ...setup, ...event } : setup),
    {},
  );
}

/** The limits of a run: as it started, with everything it was raised by. */
function budgetOf(entries: readonly Entry[], run: RunId): Budget | undefined {
  let budget: Budget | undefined;
  for (const { event, run: of } of entries) {
    if (event.type === 'run-start' && event.run === run) budget = event.budget;
    if (event.type === 'budget' && event.action === 'raise' && of === run)
      budget = { ...budget, ...event.budget };
  }
  return budget;
}

/** Work time so far, as the ledger last knew it. */
function workedMs(entries: readonly Entry[], run: RunId): number {
  let worked = 0;
  for (const { event, run: of } of entries) {
    if (of === run && (event.type === 'turn-start' || event.type === 'message-end'))
      worked = Math.max(worked, event.used.wallMs);
  }
  return worked;
}

/** A session has four times a run's limits; what its other runs used counts against them. */
function sessionLedger(entries: readonly Entry[], run: RunId, budget: Budget): Ledger {
  const outcomes = new Map<RunId, Outcome>();
  for (const { event } of entries)
    if (event.type === 'run-end' && event.run !== run) outcomes.set(event.run, event.outcome);
  const used = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };
  for (const outcome of outcomes.values()) {
    used.tokens += outcome.usage.inputTokens + outcome.usage.outputTokens;
    used.toolCalls += outcome.toolCalls;
    used.wallMs += outcome.modelMs + outcome.toolMs;
    used.usd += outcome.usd;
  }
  const limits = Object.fromEntries(
    Object.entries(budget).map(([name, limit]) => [name, limit * SESSION_FACTOR]),
  );
  return createLedger(limits, [], used);
}

function responseTo(request: ApprovalRequest, answer: ApprovalAnswer): StoredEvent {
  return {
    type: 'approval-response',
    approvalId: request.approvalId,
    callId: request.callId,
    hash: request.hash,
    answer,
  };
}

function resumeDraft(open: OpenRun, cause: 'continue' | 'approval' | 'raised'): Draft {
  return { by: open.agent, run: open.run, event: { type: 'run-resume', run: open.run, cause } };
}

function discardedDraft(open: OpenRun, entries: readonly Entry[]): Draft {
  const outcome = outcomeOf(entries, open.run, 'stopped');
  return {
    by: open.agent,
    run: open.run,
    event: { type: 'run-end', run: open.run, outcome, discarded: true },
  };
}

/** For checks outside a run: nothing may be recorded or charged there. */
function checkContext(session: SessionId, open: OpenRun): (callId: string) => ToolContext {
  return (callId) => ({
    session,
    run: open.run,
    callId: callId as CallId,
    participant: open.agent,
    signal: new AbortController().signal,
    progress: () => undefined,
    record: () => Promise.reject(new FailureError(failure('bug', 'a check records nothing'))),
    complete: () => Promise.resolve(failure('bug', 'a check asks no model')),
  });
}
