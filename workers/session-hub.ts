// Which sessions this tab has open, as owner or follower, and who watches them. The owner runs a session, followers
// read along from the same log; the lock decides, and passes on when its holder goes away.

import { deferred } from '../src/engine/deferred.ts';
import type { Entry, LiveEvent } from '../src/engine/events.ts';
import { type RunId, type SessionId, USER } from '../src/engine/ids.ts';
import type { FoldHead } from '../src/engine/placing.ts';
import type { Clock, EventLog, PartialMessage } from '../src/engine/ports.ts';
import type { SessionHead } from '../src/engine/session-head.ts';
import { readBranch } from '../src/features/sessions/sessions.ts';
import type { SessionRole, SessionUpdate } from '../src/protocol/host.ts';
import { createUpdateQueue, SESSION_MERGING, type UpdateQueue } from '../src/protocol/update-queue.ts';
import type { Platform } from './platform.ts';

export interface SessionHub {
  /** Takes the session if nobody else has it; `repair` runs before this tab counts as its owner. */
  open(session: SessionId): Promise<SessionRole>;
  roleOf(session: SessionId): SessionRole | undefined;
  /** Gives the session up, once nothing of it runs. */
  close(session: SessionId): void;
  /**
   * Asks the owner to hand the session over, and takes it where no answer comes. From then on nothing that the old
   * owner still does gets into the log.
   */
  takeOver(session: SessionId): Promise<void>;
  /** The epoch that our appends are made in; undefined: not ours to write. */
  epochOf(session: SessionId): number | undefined;
  watch(session: SessionId, fromSeq: number): AsyncIterable<SessionUpdate>;
  stored(session: SessionId, entries: readonly Entry[]): void;
  live(session: SessionId, run: RunId, event: LiveEvent): void;
  partial(session: SessionId, partial: PartialMessage): void;
}

export interface HubPorts {
  readonly platform: Pick<Platform, 'locks' | 'channel' | 'ids'>;
  readonly log: EventLog;
  readonly clock: Clock;
  readonly fold: FoldHead;
  repair(session: SessionId): Promise<void>;
  isRunning(session: SessionId): boolean;
  /** Ends what runs here, without writing. */
  abandon(session: SessionId): Promise<void>;
  /** This tab has become the owner. */
  owned(session: SessionId): void;
  headChanged(head: SessionHead): void;
}

interface Watcher {
  readonly queue: UpdateQueue<SessionUpdate>;
  /** Highest seq delivered. */
  last: number;
  /** What happened while something was being read for it: it waits for its turn. */
  waiting: (() => void)[] | undefined;
}

/** How long an owner has to answer before its session is taken. */
const HAND_OVER_MS = 1000;
/** Entries of another branch that a page gets at once; `earlier` brings those before. */
const BRANCH_WINDOW = 200;

interface Held {
  role: SessionRole;
  epoch: number;
  head: SessionHead | undefined;
  readonly watchers: Set<Watcher>;
  closing: boolean;
  /** Called once a tab that we hand over to has it. */
  taken?: () => void;
}

/** Read anew: it changes while one waits. */
const isOwner = (held: Held): boolean => held.role === 'owner';

export function createSessionHub(ports: HubPorts): SessionHub {
  const { platform, log, clock, fold } = ports;
  const held = new Map<SessionId, Held>();

  const heldOf = (session: SessionId): Held => {
    const known = held.get(session);
    if (known !== undefined) return known;
    const fresh: Held = { role: 'follower', epoch: 0, head: undefined, watchers: new Set(), closing: false };
    held.set(session, fresh);
    return fresh;
  };
  /** Resolves once it is delivered; undefined: it was, at once. */
  const deliver = (
    watcher: Watcher,
    entries: readonly Entry[],
    head: SessionHead,
  ): Promise<void> | undefined => {
    const news = entries.filter((entry) => entry.seq > watcher.last);
    const newest = news.at(-1);
    if (newest === undefined) return undefined;
    watcher.last = newest.seq;
    if (news.every(({ event }) => event.type !== 'head')) {
      watcher.queue.push({ type: 'entries', entries: news, head });
      return undefined;
    }
    return readBranch(log, head.session, { tip: head.tip, limit: BRANCH_WINDOW }).then((branch) =>
      watcher.queue.push({ type: 'branch', head, ...branch }),
    );
  };
  const inTurn = (watcher: Watcher, action: () => void): void => {
    if (watcher.waiting === undefined) action();
    else watcher.waiting.push(action);
  };
  /** What happens until `work` is through comes behind it. */
  const reading = async (watcher: Watcher, work: Promise<void>): Promise<void> => {
    const waiting: (() => void)[] = [];
    watcher.waiting = waiting;
    try {
      await work;
    } catch {
      watcher.queue.end();
      return;
    }
    watcher.waiting = undefined;
    // One of them may begin the next read: the rest then waits behind that.
    for (const action of waiting) inTurn(watcher, action);
  };
  const spread = (session: SessionId, entries: readonly Entry[], head: SessionHead): void => {
    for (const watcher of heldOf(session).watchers) {
      inTurn(watcher, () => {
        const work = deliver(watcher, entries, head);
        if (work !== undefined) void reading(watcher, work);
      });
    }
    ports.headChanged(head);
  };
  const update = (session: SessionId, news: SessionUpdate): void => {
    for (const watcher of held.get(session)?.watchers ?? []) inTurn(watcher, () => watcher.queue.push(news));
  };
  const becomeOwner = async (session: SessionId): Promise<void> => {
    const mine = heldOf(session);
    mine.head = await log.head(session);
    mine.epoch = mine.head?.epoch ?? 0;
    mine.role = 'owner';
    platform.channel.post({ type: 'owner', session });
    ports.owned(session);
    if (mine.head !== undefined) await ports.repair(session);
    update(session, { type: 'role', role: 'owner' });
  };
  /** From here on nothing is written; whoever watches reads along. */
  const lose = async (session: SessionId): Promise<void> => {
    const mine = held.get(session);
    if (mine?.role !== 'owner') return;
    mine.role = 'follower';
    update(session, { type: 'role', role: 'follower' });
    await ports.abandon(session);
  };
  const lost = (session: SessionId): void => {
    void lose(session);
    const mine = held.get(session);
    mine?.taken?.();
    if (mine !== undefined) void acquire(session);
  };
  const acquire = (session: SessionId): Promise<SessionRole> =>
    platform.locks.acquire(
      session,
      () => void becomeOwner(session),
      () => lost(session),
    );
  /** A tab wants it: it takes the lock once it hears from us. Where it never does, the session stays ours. */
  const handOver = async (session: SessionId, id: string): Promise<void> => {
    const mine = held.get(session);
    if (mine?.role !== 'owner') return;
    const taken = deferred<boolean>();
    mine.taken = () => taken.resolve(true);
    await lose(session);
    platform.channel.post({ type: 'handed-over', session, id });
    const cancel = clock.after(HAND_OVER_MS * 3, () => taken.resolve(false));
    if (!(await taken.promise)) await becomeOwner(session);
    cancel();
    delete mine.taken;
  };
  const release = (session: SessionId): void => {
    held.delete(session);
    platform.locks.release(session);
  };

  // What the owner in another tab did: the log is the truth, the channel only says that there is more of it.
  const follow = async (session: SessionId): Promise<void> => {
    const mine = held.get(session);
    const head = await log.head(session);
    if (head === undefined) return;
    const seen = Math.min(...[...(mine?.watchers ?? [])].map(({ last }) => last), head.count);
    const entries =
      mine === undefined || mine.watchers.size === 0 ? [] : await log.read(session, { after: seen });
    spread(session, entries, head);
  };
  const answers = new Map<string, () => void>();
  platform.channel.listen((message) => {
    if (message.type === 'hand-over') void handOver(message.session, message.id);
    if (message.type === 'handed-over') answers.get(message.id)?.();
    if (message.type === 'stored') void follow(message.session).catch(() => undefined);
    if (message.type === 'partial' && held.get(message.session)?.role === 'follower')
      update(message.session, { type: 'partial', partial: message.partial });
  });

  const stored = (session: SessionId, entries: readonly Entry[]): void => {
    const mine = heldOf(session);
    const seq = entries.at(-1)?.seq;
    if (seq === undefined) return;
    platform.channel.post({ type: 'stored', session, seq });
    // Folded here and at once: live events and entries reach a watcher in the order in which they happened.
    const head = entries.reduce<SessionHead | undefined>(fold, mine.head);
    mine.head = head;
    if (head !== undefined) spread(session, entries, head);
    if (mine.closing && !ports.isRunning(session) && mine.watchers.size === 0) release(session);
  };

  return {
    roleOf: (session) => held.get(session)?.role,
    open: async (session) => {
      const mine = heldOf(session);
      mine.closing = false;
      if (mine.role === 'owner') return 'owner';
      const role = await acquire(session);
      if (role === 'owner') await becomeOwner(session);
      return role;
    },
    epochOf: (session) => {
      const mine = held.get(session);
      return mine?.role === 'owner' ? mine.epoch : undefined;
    },
    takeOver: async (session) => {
      const mine = heldOf(session);
      if (mine.role === 'owner') return;
      const id = platform.ids.next<string>();
      const answered = deferred();
      answers.set(id, answered.resolve);
      const cancel = clock.after(HAND_OVER_MS, answered.resolve);
      platform.channel.post({ type: 'hand-over', session, id });
      await answered.promise;
      cancel();
      answers.delete(id);
      // The owner may have gone away meanwhile, and the lock come to us by itself.
      if (isOwner(mine)) return;
      await platform.locks.steal(session, () => lost(session));
      const head = await log.head(session);
      const epoch = (head?.epoch ?? 0) + 1;
      const marked =
        head === undefined
          ? []
          : await log.append(session, [{ by: USER, event: { type: 'take-over', epoch } }], { durable: true });
      mine.head = head;
      stored(session, marked);
      await becomeOwner(session);
    },
    close: (session) => {
      const mine = held.get(session);
      if (mine === undefined || mine.watchers.size > 0) return;
      mine.closing = true;
      if (!ports.isRunning(session)) release(session);
    },
    watch: (session, fromSeq) => {
      const mine = heldOf(session);
      const watcher: Watcher = {
        queue: createUpdateQueue(clock, SESSION_MERGING, () => mine.watchers.delete(watcher)),
        last: fromSeq,
        waiting: undefined,
      };
      mine.watchers.add(watcher);
      const catchUp = async (): Promise<void> => {
        const entries = await log.read(session, { after: fromSeq });
        const head = await log.head(session);
        if (head !== undefined) await deliver(watcher, entries, head);
      };
      void reading(watcher, catchUp());
      return watcher.queue;
    },
    stored,
    live: (session, run, event) => update(session, { type: 'live', run, event }),
    partial: (session, partial) => platform.channel.post({ type: 'partial', session, partial }),
  };
}
