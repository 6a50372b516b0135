// One run of a room from its first entry to its last: finds what it needs, puts its start on record, and drives the loop
// onto the log. It decides neither when a run starts nor what follows it.

import { ABORTED, orAborted, type Stop, stopOf } from '../../engine/abort.ts';
import type { Ledger } from '../../engine/budget.ts';
import { createContextBuilder } from '../../engine/context.ts';
import type {
  ApprovalAnswer,
  Draft,
  Entry,
  Outcome,
  SessionSetup,
  StoredEvent,
} from '../../engine/events.ts';
import type { ApprovalId, CallId, MessageId, ParticipantId, RunId, SessionId } from '../../engine/ids.ts';
import { runAgent } from '../../engine/loop.ts';
import type { AppendOptions } from '../../engine/ports.ts';
import type { ResolvedModel } from '../../engine/provider.ts';
import type { OpenRun } from '../../engine/session-head.ts';
import { type Call, createTranscript, type Transcript } from '../../engine/transcript.ts';
import { endDraft, responseTo } from './drafts.ts';
import { ledgerOf } from './figures.ts';
import { recordRun } from './recorder.ts';
import { outcomeOf } from './repair.ts';
import type { RoomPorts, RunKit } from './room-ports.ts';

/** The one agent of a session until rooms have several. */
export const AGENT = 'agent' as ParticipantId;

/** What is running now, and who waits for an answer in it. */
export interface LiveRun {
  readonly run: RunId;
  readonly stop: AbortController;
  readonly ended: Promise<Outcome>;
  transcript?: Transcript;
  ledger?: Ledger;
  kit?: RunKit;
  readonly answers: Map<ApprovalId, (answer: ApprovalAnswer) => void>;
  readonly unknown: Map<CallId, (ran: boolean) => void>;
  readonly blocked: Map<CallId, () => void>;
}

type Equipped =
  | { readonly type: 'ready'; readonly model: ResolvedModel; readonly kit: RunKit }
  | { readonly type: 'not'; readonly outcome: Pick<Outcome, 'status' | 'failure'> };

/** Why a run is under way. */
export type Start =
  | { readonly type: 'message'; readonly message: MessageId }
  | { readonly type: 'resume'; readonly open: OpenRun };

export interface Performance {
  readonly session: SessionId;
  readonly live: LiveRun;
  readonly cause: Start;
  /** Stored in one append with the start of the run. */
  readonly before: readonly Draft[];
  /** Called once that append is on record. */
  underWay(): void;
}

/** Appends, and lets the live run know of it. */
export type Store = (
  session: SessionId,
  drafts: readonly Draft[],
  options: AppendOptions,
) => Promise<readonly Entry[]>;

const DURABLE = { durable: true } as const;

/** Contract: rejects only when the log can't be written, or for a bug. Its first append holds `before` and the start. */
export async function performRun(
  { session, live, cause, before, underWay }: Performance,
  ports: RoomPorts,
  store: Store,
): Promise<Outcome> {
  const { run } = live;
  const { log, clock, ids } = ports;
  const agent = cause.type === 'resume' ? cause.open.agent : AGENT;
  const moved = before.findLast(({ event }) => event.type === 'head')?.event;
  const earlier = await ports.history(session, moved?.type === 'head' ? moved.to : undefined);
  const defaults = ports.defaults();
  // The session's, whichever branch it was chosen on: what the person sees is what holds.
  const chosen = before.reduce<SessionSetup>(
    (setup, { event }) => (event.type === 'setup' ? { ...setup, ...event } : setup),
    (await log.head(session))?.setup ?? {},
  );
  const setup: Required<SessionSetup> = {
    model: chosen.model ?? defaults.setup.model,
    mode: chosen.mode ?? defaults.setup.mode,
    workspace: chosen.workspace ?? defaults.setup.workspace,
  };
  const started = earlier.find((entry) => entry.event.type === 'run-start' && entry.event.run === run)?.event;
  const modelName = started?.type === 'run-start' ? started.model : setup.model;
  const equipped = await equip(
    { session, run, setup, model: modelName, earlier },
    ports,
    stopOf(live.stop.signal),
  );
  const ready = equipped.type === 'ready' ? equipped : undefined;

  const opening: Draft[] = [...before];
  if (cause.type === 'message') {
    const event: StoredEvent = {
      type: 'run-start',
      run,
      agent,
      model: modelName,
      cause: { type: 'message', message: cause.message },
      budget: defaults.budget,
      system: ready?.kit.system ?? '',
      tools: ready?.kit.tools.tools.map(({ name }) => name) ?? [],
    };
    opening.push({ by: agent, run, event });
    for (const said of ready?.kit.opening ?? []) opening.push({ by: agent, run, event: said });
  }
  if (equipped.type !== 'ready') {
    const draft = endDraft({ agent, run }, earlier, equipped.outcome);
    await store(session, [...opening, draft], DURABLE);
    underWay();
    return { ...outcomeOf(earlier, run, equipped.outcome.status), ...equipped.outcome };
  }
  const { model, kit } = equipped;
  const transcript = createTranscript(agent, earlier);
  live.transcript = transcript;
  live.kit = kit;
  await store(session, opening, DURABLE);
  underWay();

  const figures = outcomeOf(earlier, run, 'interrupted');
  const ledger = ledgerOf(earlier, opening, run, defaults.budget, await ports.day(defaults.budget));
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
      modelFor: async (role) => {
        const found = await ports.resolveModel(modelName, role);
        return 'code' in found ? model : found;
      },
      known: () => kit.known?.() ?? '',
      open: () => kit.open?.() ?? '',
      gate: ports.gate,
      gateState: () => kit.gateState(),
      answer: (request) => {
        // It may have been answered as soon as it was on record.
        const known = transcript.call(request.callId)?.answer;
        if (known !== undefined) return Promise.resolve(known);
        if (ports.attended) return new Promise((resolve) => live.answers.set(request.approvalId, resolve));
        const answer: ApprovalAnswer = { type: 'deny', by: 'no-channel' };
        return store(session, [{ by: agent, run, event: responseTo(request, answer) }], DURABLE).then(
          () => answer,
        );
      },
      askUnknown: (call: Call) =>
        ports.attended
          ? new Promise((resolve) => live.unknown.set(call.part.callId, resolve))
          : Promise.resolve(undefined),
      ...(ports.attended && {
        regained: ({ part: { callId } }: Call) =>
          // It may have been given back as soon as it was on record.
          transcript.call(callId)?.blocked === undefined
            ? Promise.resolve(true)
            : new Promise<boolean>((resolve) => live.blocked.set(callId, () => resolve(true))),
      }),
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
        clearPartial ? { durable, clearPartial: run } : { durable },
      ),
    savePartial: (partial) => log.savePartial(session, partial),
    live: (event) => ports.live(session, run, event),
  });
}

interface Wanted {
  readonly session: SessionId;
  readonly run: RunId;
  readonly setup: Required<SessionSetup>;
  readonly model: string;
  readonly earlier: readonly Entry[];
}

/** What a run can't do without. Finding it may take long, so Stop ends that too. */
async function equip(wanted: Wanted, ports: RoomPorts, stop: Stop): Promise<Equipped> {
  const { session, run, setup, earlier } = wanted;
  const model = await orAborted(ports.resolveModel(wanted.model), stop);
  if (model === ABORTED) return { type: 'not', outcome: { status: 'stopped' } };
  if ('code' in model) return { type: 'not', outcome: { status: 'failed', failure: model } };
  const kit = await orAborted(ports.kit(session, run, setup, earlier), stop);
  if (kit === ABORTED) return { type: 'not', outcome: { status: 'stopped' } };
  if ('code' in kit) return { type: 'not', outcome: { status: 'failed', failure: kit } };
  return { type: 'ready', model, kit };
}
