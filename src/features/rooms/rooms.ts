// A room runs a session: takes what people say, starts and resumes runs, carries answers to them, stops them. Every
// session is a room; here it has one agent. What happened stands in the log, this holds only what is running now.

import { type Budget, NOTHING_USED } from '../../engine/budget.ts';
import { deferred } from '../../engine/deferred.ts';
import type { Draft, Entry, Outcome, SessionSetup } from '../../engine/events.ts';
import { asFailure, failure, FailureError, FAILURES, type Failure } from '../../engine/failures.ts';
import type { MessageId, RunId, SessionId } from '../../engine/ids.ts';
import { USER } from '../../engine/ids.ts';
import type { UserPart } from '../../engine/messages.ts';
import type { OpenRun, SessionHead } from '../../engine/session-head.ts';
import { createTranscript } from '../../engine/transcript.ts';
import { branchDrafts, messageEntry, startOfRun } from './branches.ts';
import { type CompactionUndo, undoOf } from './compactions.ts';
import { discardDraft, endDraft, resumeDraft } from './drafts.ts';
import { AGENT, type LiveRun, performRun, type Start, type Store } from './perform.ts';
import { createQueueCommands, type QueueCommands } from './queue.ts';
import { discardPartial, isWaiting, outcomeOf, verifyStarted } from './repair.ts';
import type { Room, RoomFrame } from './room-frame.ts';
import type { RoomPorts } from './room-ports.ts';
import { answersBy, checkContext, createWaits, type Waits } from './waits.ts';

export { closingDrafts } from './branches.ts';
export type { CompactionUndo } from './compactions.ts';
export { AGENT_PROMPT, FILES_KNOWN, SMALL_AGENT_PROMPT, WORKSPACE_PROMPT } from './prompts.ts';
export type { RoomDefaults, RoomPorts, RunKit } from './room-ports.ts';

export interface SaidMessage {
  readonly id: MessageId;
  readonly parts: readonly UserPart[];
  readonly when?: 'steer' | 'after';
  readonly setup?: SessionSetup;
}

/** Contract: the caller owns the session (its lock) for all of this. Rejections are `FailureError`s. */
export interface Rooms extends Waits, QueueCommands {
  /** Says in the log what a crash left open. Once per taking over. */
  repair(session: SessionId): Promise<void>;
  isRunning(session: SessionId): boolean;
  /** On record when it resolves. Sending the same message id twice stores it once. */
  say(session: SessionId, message: SaidMessage): Promise<void>;
  /**
   * Says a message in another's place, on a branch of its own: what is running is stopped first. One append holds the
   * move and the message. Sending the same message id twice stores it once.
   */
  revise(session: SessionId, replaced: MessageId, message: SaidMessage): Promise<void>;
  /** Lets the message that a run answered be answered anew, on a branch of its own; what is running is stopped first. */
  regenerate(session: SessionId, run: RunId, setup?: SessionSetup): Promise<void>;
  /** Puts the originals of a compaction back into the requests to come, or says why it can't (E5). */
  undoCompaction(session: SessionId, compaction: MessageId): Promise<CompactionUndo>;
  /** Goes on from another entry. Rejects with `stale` while a run is on. */
  moveHead(session: SessionId, to: number): Promise<void>;
  setUp(session: SessionId, setup: SessionSetup): Promise<void>;
  /** Resolves when nothing of the session runs any more. */
  stop(session: SessionId): Promise<void>;
  /** Ends what runs here without a word in the log: another tab has the session, or is about to. */
  abandon(session: SessionId): Promise<void>;
  resume(session: SessionId, run: RunId): Promise<void>;
  discard(session: SessionId, run: RunId): Promise<void>;
  /** Raises the limits of a run and, if its budget ended it, resumes it. */
  raise(session: SessionId, run: RunId, budget: Budget): Promise<void>;
  append(session: SessionId, drafts: readonly Draft[]): Promise<readonly Entry[]>;
  /** Resolves when the session's current run has ended; undefined when none is on. */
  ended(session: SessionId): Promise<Outcome | undefined>;
}

export function createRooms(ports: RoomPorts): Rooms {
  const rooms = new Map<SessionId, Room>();
  const { log, ids } = ports;

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
  const store: Store = async (session, drafts, options) => {
    const entries = await log.append(session, drafts, options);
    const live = rooms.get(session)?.live;
    for (const entry of entries) {
      live?.transcript?.add(entry);
      live?.kit?.take(entry);
    }
    ports.stored(session, entries);
    return entries;
  };
  const append = (session: SessionId, drafts: readonly Draft[]): Promise<readonly Entry[]> =>
    store(session, drafts, { durable: true });
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
      blocked: new Map(),
      ended: Promise.resolve()
        .then(() => performRun({ session, live, cause, before, underWay: underWay.resolve }, ports, store))
        .catch(async (thrown: unknown) => {
          const cause = asFailure(thrown);
          stop.abort();
          underWay.reject(new FailureError(cause));
          ports.trouble(session, cause);
          await giveUp(session, run, cause).catch(() => undefined);
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

  /** Says of a run that broke off what can still be said: it may be continued where only the storage failed. */
  async function giveUp(session: SessionId, run: RunId, cause: Failure): Promise<void> {
    const head = await log.head(session);
    const open = head?.openRuns.find((candidate) => candidate.run === run);
    if (head === undefined || open?.status !== 'running' || isWaiting(head, run)) return;
    const lost = FAILURES[cause.code].transient || cause.code === 'storage-full';
    const how = lost ? ({ status: 'interrupted' } as const) : ({ status: 'failed', failure: cause } as const);
    await append(session, [endDraft(open, await ports.history(session), how)]);
  }

  /** Contract: in turn. What comes before the first entry of a branch that hangs on `to`. */
  async function branchOff(session: SessionId, to: number): Promise<readonly Draft[]> {
    return branchDrafts(await ports.history(session), await ports.history(session, to), to);
  }

  async function stop(session: SessionId): Promise<void> {
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
        waiting.map((open) => endDraft(open, entries, { status: 'stopped' })),
      );
    });
  }

  /** Stops what runs, then works in turn with the session at rest. */
  async function atRest(session: SessionId, work: (room: Room) => Promise<void>): Promise<void> {
    await stop(session);
    await inTurn(session, async (room) => {
      if (room.live !== undefined) throw new FailureError(failure('stale', 'a run has begun meanwhile'));
      await work(room);
    });
  }

  /**
   * What is asked for again while it is being carried out is done once; another is refused, and so is what the branch
   * holds no more: a second press means no second reply.
   */
  async function replace(
    session: SessionId,
    what: string,
    holds: (event: Entry['event']) => boolean,
    work: (room: Room) => Promise<void>,
  ): Promise<void> {
    const room = roomOf(session);
    const { replacing } = room;
    if (replacing?.what === what) return replacing.done;
    if (replacing !== undefined)
      throw new FailureError(failure('stale', 'something of this session is being said anew already'));
    const carryOut = async (): Promise<void> => {
      if (!(await ports.history(session)).some(({ event }) => holds(event)))
        throw new FailureError(failure('stale', 'the session has gone on without it'));
      await atRest(session, work);
    };
    const done = carryOut().finally(() => {
      delete room.replacing;
    });
    room.replacing = { what, done };
    return done;
  }

  /** A message for "after this run" starts the next one; after Stop nothing starts by itself. */
  async function startQueued(session: SessionId, room: Room, stopped: boolean): Promise<void> {
    if (stopped || room.live !== undefined) return;
    const [next] = createTranscript(AGENT, await ports.history(session)).queued();
    if (next !== undefined) await start(session, room, { type: 'message', message: next.id }, []);
  }

  const frame: RoomFrame = { ports, append, inTurn, start };
  const rooms_: Rooms = {
    ...createWaits(frame),
    ...createQueueCommands(frame),
    isRunning: (session) => rooms.get(session)?.live !== undefined,
    ended: (session) => rooms.get(session)?.live?.ended ?? Promise.resolve(undefined),
    append,
    repair: (session) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        if (head === undefined || room.live !== undefined) return;
        for (const partial of await log.partials(session)) {
          const model = head.openRuns.find((open) => open.run === partial.run)?.model ?? '';
          const options = { durable: true, clearPartial: partial.run };
          await store(session, [discardPartial(partial, model)], options);
        }
        const entries = await ports.history(session);
        for (const open of head.openRuns) {
          await ports.mend(session, { ...ports.defaults().setup, ...head.setup }, entries, open.run);
          if (open.status === 'interrupted' || isWaiting(head, open.run)) continue;
          await append(session, [endDraft(open, entries, { status: 'interrupted' })]);
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
        const settings = setupDrafts(setup);
        const message = { type: 'message', id, parts } as const;
        // A run that waits for an answer is as good as running: what is said now steers it.
        const waits = head?.openRuns.find((open) => open.status === 'running' && isWaiting(head, open.run));
        if (room.live !== undefined || waits !== undefined) {
          const queued = [...settings, { by: USER, event: { ...message, queued: when } }];
          // Who writes to a run that asks has answered it: nobody is to be kept waiting by words already said.
          const answers = when === 'steer' ? answersBy(head, id) : [];
          if (room.live !== undefined || waits === undefined || answers.length === 0)
            await append(session, [...queued, ...answers]);
          else
            await start(session, room, { type: 'resume', open: waits }, [
              ...queued,
              ...answers,
              resumeDraft(waits, 'answer'),
            ]);
          return;
        }
        const given = (head?.openRuns ?? []).map((open) => discardDraft(open, known));
        await start(session, room, { type: 'message', message: id }, [
          ...given,
          ...settings,
          { by: USER, event: message },
        ]);
      }),
    setUp: (session, setup) =>
      append(session, [{ by: USER, event: { type: 'setup', ...setup } }]).then(() => undefined),
    stop,
    abandon: async (session) => {
      const live = rooms.get(session)?.live;
      live?.stop.abort();
      await live?.ended;
    },
    revise: (session, replaced, { id, parts, setup }) =>
      replace(
        session,
        `message ${id}`,
        (event) => event.type === 'message' && (event.id === replaced || event.id === id),
        async (room) => {
          const all = await log.read(session);
          if (all.some(({ event }) => event.type === 'message' && event.id === id)) return;
          const { parent } = messageEntry(all, replaced);
          await start(session, room, { type: 'message', message: id }, [
            ...(await branchOff(session, parent)),
            ...setupDrafts(setup),
            { by: USER, event: { type: 'message', id, parts } },
          ]);
        },
      ),
    regenerate: (session, run, setup) =>
      replace(
        session,
        `run ${run}`,
        (event) => event.type === 'run-start' && event.run === run,
        async (room) => {
          const { parent, message } = startOfRun(await log.read(session), run);
          await start(session, room, { type: 'message', message }, [
            ...(await branchOff(session, parent)),
            ...setupDrafts(setup),
          ]);
        },
      ),
    undoCompaction: (session, compaction) =>
      inTurn(session, async (room) => {
        if (room.live !== undefined) return 'running';
        const { items } = createTranscript(AGENT, await ports.history(session));
        const { model: name } = { ...ports.defaults().setup, ...(await log.head(session))?.setup };
        const model = await ports.resolveModel(name);
        const found = undoOf(items, compaction, 'code' in model ? undefined : model, ports.fence);
        if (found !== 'undone') return found;
        await append(session, [{ by: USER, event: { type: 'compaction-undone', compaction } }]);
        return 'undone';
      }),
    moveHead: (session, to) =>
      inTurn(session, async (room) => {
        if (room.live !== undefined) throw new FailureError(failure('stale', 'a run is on'));
        if ((await log.head(session))?.tip === to) return;
        await append(session, await branchOff(session, to));
      }),
    resume: (session, run) =>
      inTurn(session, async (room) => {
        const { open } = await openRun(session, run);
        if (room.live !== undefined) return;
        await start(session, room, { type: 'resume', open }, [resumeDraft(open, 'continue')]);
      }),
    discard: (session, run) =>
      inTurn(session, async (room) => {
        const { open } = await openRun(session, run);
        if (room.live?.run === run) throw new FailureError(failure('stale', 'this run is under way again'));
        await append(session, [discardDraft(open, await ports.history(session))]);
      }),
    raise: (session, run, budget) =>
      inTurn(session, async (room) => {
        const entries = await ports.history(session);
        const start_ = entries.find(({ event }) => event.type === 'run-start' && event.run === run);
        if (start_ === undefined) throw new FailureError(failure('not-found', 'no such run'));
        const figures = room.live?.ledger?.used() ?? NOTHING_USED;
        const raised: Draft = { by: USER, run, event: { type: 'budget', action: 'raise', figures, budget } };
        if (room.live?.run === run) {
          room.live.ledger?.raise(budget);
          await append(session, [raised]);
          return;
        }
        if (room.live !== undefined || !isSpent(entries, run)) {
          await append(session, [raised]);
          return;
        }
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

function setupDrafts(setup: SessionSetup | undefined): readonly Draft[] {
  return setup === undefined ? [] : [{ by: USER, event: { type: 'setup', ...setup } }];
}

/** Its budget ended this run, and nothing has happened since that it would have to know of. */
function isSpent(entries: readonly Entry[], run: RunId): boolean {
  const latest = entries.findLast(
    ({ event }) => event.type === 'run-start' || event.type === 'run-end',
  )?.event;
  return latest?.type === 'run-end' && latest.run === run && latest.outcome.status === 'over-budget';
}
