// Runs `runAgent` as its real consumer does: each stored event goes on record, and into the transcript, before the next
// is pulled. Keeps the whole list of events; time stands still until the test moves it.

import { type Budget, createLedger, type Ledger } from '../budget.ts';
import { createContextBuilder } from '../context.ts';
import { type Draft, type Entry, isLive, type Outcome, type RunEvent } from '../events.ts';
import { asId, type ParticipantId, type RunId, type SessionId, USER } from '../ids.ts';
import { type RunSpec, runAgent, type Seams } from '../loop.ts';
import type { FoldHead } from '../placing.ts';
import type { ModelCapabilities, Price } from '../provider.ts';
import { HEAD_VERSION } from '../session-head.ts';
import { TIMEOUTS } from '../timeouts.ts';
import { type AnyTool, createToolRegistry } from '../tool.ts';
import { createTranscript, type Transcript } from '../transcript.ts';
import { createMemoryLog } from './memory-log.ts';
import { resolved, type Script, type ScriptedModel, scriptedModel } from './scripted-model.ts';
import { createSequentialIds } from './sequential-ids.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

export const SESSION = asId<SessionId>('session');
export const RUN = asId<RunId>('run');
export const AGENT = asId<ParticipantId>('agent');

export interface RigOptions {
  readonly script?: readonly Script[];
  readonly tools?: readonly AnyTool[];
  readonly budget?: Budget;
  readonly ledger?: Ledger;
  readonly price?: Price;
  readonly capabilities?: Partial<ModelCapabilities>;
  readonly spec?: Partial<RunSpec>;
  readonly seams?: Partial<Seams>;
  /** What stands in the log before; missing: one message of the person. */
  readonly before?: readonly Draft[];
  /** Sees each event before it is on record, at the place where a run waits for its consumer. */
  on?(event: RunEvent, rig: Rig): void | Promise<void>;
}

export interface Rig {
  readonly model: ScriptedModel;
  readonly clock: VirtualClock;
  readonly transcript: Transcript;
  readonly ledger: Ledger;
  readonly events: readonly RunEvent[];
  readonly stop: AbortController;
  /** Puts something on record from outside the run (a message of the person). */
  put(draft: Draft): Promise<void>;
  entries(): readonly Entry[];
  /** Starts the run and leaves it to the test to move time. */
  start(): Promise<Outcome>;
  /** Lets everything happen that needs no time. */
  quiet(): Promise<void>;
  /** Starts the run and moves time from timer to timer until it ends. */
  finish(): Promise<Outcome>;
}

export const message = (text: string, more: { id?: string; queued?: 'steer' | 'after' } = {}): Draft => ({
  by: USER,
  event: {
    type: 'message',
    id: asId(more.id ?? 'm'),
    parts: [{ type: 'text', text }],
    ...(more.queued === undefined ? {} : { queued: more.queued }),
  },
});

export async function createRig(options: RigOptions): Promise<Rig> {
  const clock = createVirtualClock();
  const model = scriptedModel(options.script ?? []);
  const transcript = createTranscript(AGENT);
  const log = createMemoryLog({ fold: placeHead, clock });
  const ledger = options.ledger ?? createLedger(options.budget ?? {});
  const events: RunEvent[] = [];
  const stop = new AbortController();
  const spec: RunSpec = {
    session: SESSION,
    run: RUN,
    agent: AGENT,
    model: resolved(model, {
      ...(options.price === undefined ? {} : { price: options.price }),
      ...options.capabilities,
    }),
    role: 'main',
    system: 'You are a test.',
    tools: createToolRegistry(options.tools ?? []),
    maxTurns: 100,
    parallel: 8,
    timeouts: TIMEOUTS.remote,
    ...options.spec,
  };
  const seams: Seams = {
    transcript,
    context: createContextBuilder((text) => `<data>${text}</data>`),
    ledger,
    random: () => 0,
    gate: () => ({ type: 'allow' }),
    gateState: () => ({ mode: 'auto', rules: [], tainted: false }),
    answer: () => Promise.reject(new TypeError('nobody expected to be asked')),
    askUnknown: () => Promise.reject(new TypeError('nobody expected to be asked')),
    complete: () => Promise.reject(new TypeError('nobody expected a helper call')),
    clock,
    // Another life of the app makes other ids.
    ids: createSequentialIds(options.before === undefined ? 'id' : `id-${options.before.length}`),
    hasher: { hash: (data) => Promise.resolve(`hash of ${String(data)}`) },
    ...options.seams,
  };
  const put = async (draft: Draft): Promise<void> => {
    for (const entry of await log.append(SESSION, [draft], { durable: true })) transcript.add(entry);
  };
  for (const draft of options.before ?? [message('Do it.')]) await put(draft);

  const rig: Rig = {
    model,
    clock,
    transcript,
    ledger,
    events,
    stop,
    put,
    entries: () => log.entries(SESSION),
    start: async () => {
      const run = runAgent(spec, seams, stop.signal);
      for (;;) {
        const step = await run.next();
        if (step.done === true) return step.value;
        events.push(step.value);
        await options.on?.(step.value, rig);
        if (!isLive(step.value)) await put({ by: AGENT, run: RUN, event: step.value });
      }
    },
    quiet: () => quiet(clock),
    finish: () => untilSettled(rig.start(), clock),
  };
  return rig;
}

/** Lets everything happen that needs no time, however long its chain of promises. */
export async function quiet(clock: VirtualClock): Promise<void> {
  for (let round = 0; round < 40; round++) await clock.advance(0);
}

/** Moves time only where nothing else can happen; throws where not even that helps. */
export async function untilSettled<T>(work: Promise<T>, clock: VirtualClock): Promise<T> {
  let over = false;
  work.then(
    () => (over = true),
    () => (over = true),
  );
  for (let still = 0; !over && still < 3; still++) {
    for (let round = 0; !over && round < 100; round++) await clock.advance(0);
    if (!over && (await clock.advanceToNext())) still = 0;
  }
  if (!over) throw new TypeError('nothing moves any more, and the run has not ended');
  return work;
}

const placeHead: FoldHead = (head, entry) => ({
  session: entry.session,
  version: HEAD_VERSION,
  title: '',
  named: false,
  createdAt: head?.createdAt ?? entry.at,
  updatedAt: entry.at,
  setup: {},
  count: entry.seq,
  tip: entry.seq,
  lastAt: entry.at,
  openRuns: [],
  approvals: [],
  tokens: 0,
  toolCalls: 0,
  usd: 0,
  workMs: 0,
});
