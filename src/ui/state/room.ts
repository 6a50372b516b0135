// One open session: its window of the log folded into the view, what streams, and the commands on it. Updates are
// gathered and folded once a frame, so that a fast model costs the page no more than a slow one.

import { batch, computed, createModel, signal } from '@preact/signals';
import type { ApprovalAnswer, ApprovalRequest, Entry, SessionSetup } from '../../engine/events.ts';
import { asFailure, type Failure } from '../../engine/failures.ts';
import { asId, type CallId, type MessageId, type RunId, type SessionId } from '../../engine/ids.ts';
import type { UserPart } from '../../engine/messages.ts';
import type { PartialMessage } from '../../engine/ports.ts';
import type { OpenQuestion, SessionHead } from '../../engine/session-head.ts';
import type { SessionFold, SessionView } from '../../features/sessions/fold.ts';
import type { HostApi, SessionRole, SessionUpdate } from '../../protocol/host.ts';
import type { App } from './app.ts';

const WINDOW = 200;
/** Text that streams is drawn anew at most so often: nobody reads faster, and every drawing costs. */
const STREAM_MS = 30;
/** A chunk of its own: an empty session needs no fold. */
const loadFold = () => import('../../features/sessions/fold.ts');

const EMPTY: SessionView = { items: [], queue: [], waiting: [] };

export const RoomModel = createModel((host: HostApi, app: App, session: SessionId) => {
  const state = signal<'opening' | 'open' | 'failed'>('opening');
  const failed = signal<Failure | undefined>(undefined);
  const role = signal<SessionRole>('owner');
  const head = signal<SessionHead | undefined>(undefined);
  const view = signal<SessionView>(EMPTY);
  const entries = signal<readonly Entry[]>([]);
  const complete = signal(true);
  const loadingEarlier = signal(false);
  /** Counts the changes of branch. */
  const branch = signal(0);
  const sending = signal(false);
  /** A message is on its way or on record: this is no first screen any more. */
  const begun = signal(false);
  const stopping = signal(false);
  /** The session is on its way into this tab. */
  const taking = signal(false);
  /** A message that could not be sent, for the composer to take back. */
  const returned = signal<{ readonly parts: readonly UserPart[]; readonly failure: Failure } | undefined>(
    undefined,
  );
  /** What the first message will carry along. */
  const wanted = signal<SessionSetup>({});

  let createFold: (() => SessionFold) | undefined;
  let fold: SessionFold | undefined;
  let queued: SessionUpdate[] = [];
  let flushing = false;
  let drawnAt = 0;
  let updates: AsyncIterator<SessionUpdate> | undefined;
  let disposed = false;

  const refold = (all: readonly Entry[], partials: readonly PartialMessage[]): void => {
    fold = createFold?.();
    for (const entry of all) fold?.entry(entry);
    for (const partial of partials) fold?.partial(partial);
    entries.value = all;
  };

  const addEntries = (added: readonly Entry[]): void => {
    const known = entries.value.at(-1)?.seq ?? 0;
    const fresh = added.filter(({ seq }) => seq > known);
    const [first] = fresh;
    if (first === undefined) return;
    // The branch went on from an earlier entry: what hung after it is no longer part of it.
    if (known > 0 && first.parent < known) {
      refold([...entries.value.filter(({ seq }) => seq <= first.parent), ...fresh], []);
      return;
    }
    for (const entry of fresh) fold?.entry(entry);
    entries.value = [...entries.value, ...fresh];
  };

  const readyFold = async (): Promise<void> => {
    createFold ??= (await loadFold()).createSessionFold;
    fold ??= createFold();
  };

  const flush = (): void => {
    flushing = false;
    if (fold === undefined) {
      flushing = true;
      void readyFold().then(flush, (error: unknown) => {
        failed.value = asFailure(error, 'wire-lost');
      });
      return;
    }
    const batchOf = queued;
    queued = [];
    const now = Date.now();
    batch(() => {
      for (const update of batchOf) {
        switch (update.type) {
          case 'entries':
            addEntries(update.entries);
            head.value = update.head;
            break;
          case 'branch':
            refold(update.entries, []);
            complete.value = update.complete;
            head.value = update.head;
            branch.value += 1;
            break;
          case 'live':
            fold?.live(update.run, update.event, now);
            break;
          case 'partial':
            fold?.partial(update.partial);
            break;
          case 'role':
            role.value = update.role;
            break;
        }
      }
      view.value = fold?.view() ?? EMPTY;
      if (view.value.run?.status !== 'running') stopping.value = false;
    });
  };

  const take = (update: SessionUpdate): void => {
    queued.push(update);
    if (flushing) return;
    flushing = true;
    // A hidden page draws no frames, but its title must still say that someone is waited for.
    if (document.visibilityState === 'visible') nextFrame();
    else setTimeout(flush, 100);
  };
  const nextFrame = (): void => {
    requestAnimationFrame((at) => {
      const streams = queued.every(({ type }) => type === 'live' || type === 'partial');
      if (streams && at - drawnAt < STREAM_MS) {
        nextFrame();
        return;
      }
      drawnAt = at;
      flush();
    });
  };

  const watch = async (fromSeq: number): Promise<void> => {
    const stream = await host.watchSession(session, fromSeq);
    const iterator = stream[Symbol.asyncIterator]();
    if (disposed) {
      await iterator.return?.();
      return;
    }
    updates = iterator;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) take(next.value);
  };

  const open = async (): Promise<void> => {
    try {
      const opened = await host.openSession(session, WINDOW);
      if (opened !== undefined) await readyFold();
      if (disposed) return;
      batch(() => {
        if (opened !== undefined) {
          role.value = opened.role;
          head.value = opened.head;
          complete.value = opened.complete;
          refold(opened.entries, opened.partials);
          view.value = fold?.view() ?? EMPTY;
        }
        state.value = 'open';
      });
      keepAsLast();
      await watch(entries.value.at(-1)?.seq ?? 0);
    } catch (error) {
      failed.value = asFailure(error, 'wire-lost');
      if (state.value === 'opening') state.value = 'failed';
    }
  };

  const showEarlier = async (limit = WINDOW): Promise<void> => {
    const [first] = entries.value;
    if (first === undefined || loadingEarlier.value || complete.value) return;
    loadingEarlier.value = true;
    const ok = await app.attempt(
      host.earlier(session, first.seq, limit).then((before) => {
        batch(() => {
          // What streams is not in the log: it stays as it is until its entry comes.
          const open = partialsOf(view.value);
          refold([...before, ...entries.value], open);
          complete.value = before.length < limit || (before[0]?.seq ?? 1) <= 1;
          view.value = fold?.view() ?? EMPTY;
        });
      }),
    );
    loadingEarlier.value = false;
    if (!ok) complete.value = false;
  };

  const setup = computed<{
    readonly model: string;
    readonly mode: NonNullable<SessionSetup['mode']>;
    readonly workspace: string;
  }>(() => {
    const settings = app.settings.value;
    const own = head.value?.setup ?? {};
    return {
      model: wanted.value.model ?? own.model ?? settings?.model ?? '',
      mode: wanted.value.mode ?? own.mode ?? settings?.mode ?? 'ask',
      workspace: wanted.value.workspace ?? own.workspace ?? settings?.workspace ?? '',
    };
  });

  const setUp = async (change: SessionSetup): Promise<void> => {
    wanted.value = { ...wanted.value, ...change };
    if (head.value === undefined) return;
    if (await app.attempt(host.setUp(session, change))) wanted.value = {};
  };

  /** The root shows it again after a restart. */
  const keepAsLast = (): void => {
    if (head.value === undefined && !begun.value) return;
    if (app.settings.value?.lastSession !== session) void app.saveSettings({ lastSession: session });
  };

  const send = async (parts: readonly UserPart[], when: 'steer' | 'after'): Promise<void> => {
    const id = asId<MessageId>(crypto.randomUUID());
    const busy = view.value.run?.status === 'running';
    batch(() => {
      sending.value = true;
      begun.value = true;
      returned.value = undefined;
    });
    try {
      await host.send(session, {
        id,
        parts,
        ...(busy ? { when } : {}),
        ...(head.value === undefined ? { setup: setup.value } : {}),
      });
    } catch (error) {
      returned.value = { parts, failure: asFailure(error, 'wire-lost') };
      begun.value = false;
    }
    sending.value = false;
    keepAsLast();
  };

  const stop = async (): Promise<void> => {
    stopping.value = true;
    await app.attempt(host.stop(session));
    stopping.value = false;
  };

  const takeOver = async (): Promise<void> => {
    taking.value = true;
    await app.attempt(host.takeOver(session));
    taking.value = false;
  };

  return {
    state,
    failed,
    role,
    head,
    view,
    entries,
    complete,
    branch,
    loadingEarlier,
    sending,
    stopping,
    taking,
    takeOver,
    returned,
    setup,
    isEmpty: computed(() => view.value.items.length === 0 && view.value.queue.length === 0 && !begun.value),
    runs: computed(() => view.value.run?.status === 'running'),
    /** A run is on or may go on: its folder stays what it is. */
    isOpen: computed(() => (head.value?.openRuns.length ?? 0) > 0 || view.value.run?.status === 'running'),
    /** Model turns and calls in the window, for the count on the Trace tab. */
    steps: computed(
      () =>
        entries.value.filter(({ event }) => event.type === 'turn-start' || event.type === 'tool-end').length,
    ),
    /** Approvals whose request lies before the window. */
    olderApprovals: computed<readonly ApprovalRequest[]>(() => {
      const shown = new Set(view.value.waiting.map(({ approval }) => approval?.approvalId));
      return (head.value?.approvals ?? []).filter(({ approvalId }) => !shown.has(approvalId));
    }),
    /** Questions that were asked before the window. */
    olderQuestions: computed<readonly OpenQuestion[]>(() => {
      const shown = new Set(view.value.asking?.map(({ callId }) => callId));
      return (head.value?.questions ?? []).filter(({ callId }) => !shown.has(callId));
    }),
    open,
    showEarlier,
    send,
    stop,
    setUp,
    answer: (request: ApprovalRequest, answer: ApprovalAnswer) =>
      app.attempt(host.answerApproval(session, request.approvalId, request.hash, answer)),
    resolveUnknown: (call: CallId, answer: 'ran' | 'not-run' | 'check') =>
      host.resolveUnknown(session, call, answer),
    reconnect: (run: RunId) => app.attempt(host.reconnectRun(session, run)),
    continueRun: (run: RunId) => app.attempt(host.continueRun(session, run)),
    discardRun: (run: RunId) => app.attempt(host.discardRun(session, run)),
    raise: (run: RunId, budget: Parameters<HostApi['raiseBudget']>[2]) =>
      app.attempt(host.raiseBudget(session, run, budget)),
    rename: (title: string) => app.attempt(host.rename(session, title)),
    undo: (run: RunId) => host.undo(session, run),
    undoCompaction: (compaction: MessageId) => host.undoCompaction(session, compaction),
    readChange: (call: CallId) => host.readChange(session, call),
    close: () => {
      disposed = true;
      void updates?.return?.();
      void host.closeSession(session).catch(() => undefined);
    },
  };
});

export type Room = InstanceType<typeof RoomModel>;

/** The text that streams, in the shape of a partial record. */
function partialsOf(view: SessionView): readonly PartialMessage[] {
  return view.items.flatMap((item): readonly PartialMessage[] => {
    if (item.type !== 'work' || !item.live) return [];
    const parts = item.parts.flatMap((part) =>
      (part.type === 'text' || part.type === 'reasoning') && part.live
        ? [{ type: part.type, text: part.text }]
        : [],
    );
    return parts.length === 0
      ? []
      : [{ run: item.run, by: item.by, id: asId<MessageId>('streaming'), parts, at: item.at }];
  });
}
