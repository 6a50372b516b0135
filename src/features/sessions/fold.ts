// The page's fold of a session: entries and live events in, the view out. Deterministic, incremental, without effect;
// a window may start in the middle of a run. What did not change keeps its identity.

import type { Entry, LiveEvent, StoredEvent, StoredEventOf } from '../../engine/events.ts';
import { failure } from '../../engine/failures.ts';
import type { CallId, MessageId, ParticipantId, RunId } from '../../engine/ids.ts';
import type { AssistantPart } from '../../engine/messages.ts';
import type { PartialMessage } from '../../engine/ports.ts';
import { callAfter, cutOff, foldReads, readArguments } from './call-view.ts';
import { addChange, newRun, runView, type RunState, type Work } from './run-state.ts';
import type {
  CallView,
  ItemView,
  Note,
  NoteView,
  PartView,
  QueuedView,
  SaidView,
  SessionView,
  WorkView,
} from './view.ts';

export type * from './view.ts';
export { type Span, spansOf } from './spans.ts';

type Item = SaidView | NoteView | Work;
type LivePart = 'text' | 'reasoning' | 'tool-input';

export interface SessionFold {
  /** Contract: entries come in the order of their branch. */
  entry(entry: Entry): void;
  /** `now`: the page's clock, as live events carry none. */
  live(run: RunId, event: LiveEvent, now: number): void;
  /** Text in progress as a whole: takes the place of what was known of it. */
  partial(partial: PartialMessage): void;
  view(): SessionView;
}

export function createSessionFold(): SessionFold {
  const items: Item[] = [];
  const views = new Map<Work, WorkView>();
  const runs = new Map<RunId, RunState>();
  const calls = new Map<CallId, { readonly work: Work; readonly key: string }>();
  let queue: readonly (QueuedView & { readonly at: number; readonly by: ParticipantId })[] = [];
  let latest: RunState | undefined;
  let changed: RunState | undefined;
  let made: SessionView | undefined;

  const runOf = (id: RunId, by: ParticipantId, at: number): RunState => {
    const known = runs.get(id);
    if (known !== undefined) return known;
    const run = newRun(id, by, at);
    runs.set(id, run);
    latest = run;
    return run;
  };

  const workOf = (run: RunState, at: number): Work => {
    if (run.work !== undefined) return run.work;
    const key = `${run.run} ${run.lastWork === undefined ? '' : at}`;
    const work: Work = { key, at, by: run.agent, run, parts: [], dirty: true };
    items.push(work);
    run.work = work;
    run.lastWork = work;
    return work;
  };

  const endWork = (run: RunState): void => {
    if (run.work !== undefined) run.work.dirty = true;
    run.work = undefined;
  };

  const put = (work: Work, part: PartView): void => {
    const at = work.parts.findLastIndex((known) => known.key === part.key);
    if (at < 0) work.parts.push(part);
    else work.parts[at] = part;
    work.dirty = true;
  };

  const putCall = (work: Work, call: CallView): void => {
    put(work, call);
    if (call.callId === undefined) return;
    calls.set(call.callId, { work, key: call.key });
    const { open } = work.run;
    if (call.result !== undefined || call.state === 'interrupted' || call.state === 'denied')
      open.delete(call.callId);
    else open.set(call.callId, call);
  };

  const callPart = (id: CallId): { readonly work: Work; readonly call: CallView } | undefined => {
    const place = calls.get(id);
    const part = place?.work.parts.find((known) => known.key === place.key);
    return place !== undefined && part?.type === 'call' ? { work: place.work, call: part } : undefined;
  };

  /** An event of a call; one whose beginning lies before the window gets its line here. */
  const onCall = (id: CallId, entry: Entry, tool: string | undefined): void => {
    const known = callPart(id);
    if (known === undefined && (tool === undefined || entry.run === undefined)) return;
    const run = entry.run === undefined ? undefined : runOf(entry.run, entry.by, entry.at);
    const work = known?.work ?? (run === undefined ? undefined : workOf(run, entry.at));
    if (work === undefined) return;
    const call: CallView = known?.call ?? {
      type: 'call',
      key: `call ${id}`,
      run: work.run.run,
      callId: id,
      tool: tool ?? '',
      input: {},
      argumentsText: '',
      state: 'queued',
    };
    const after = callAfter(call, entry.event, entry.at);
    if (after === undefined) return;
    work.run.since = entry.at;
    putCall(work, after);
    if (entry.event.type === 'write') {
      addChange(work.run, id, entry.event);
      changed = work.run;
    }
  };

  const note = (key: string, at: number, said: Note): NoteView => ({ type: 'note', key, at, note: said });

  const dropLive = (run: RunState, work: Work): void => {
    work.parts = work.parts.filter(({ key }) => run.attempt === '' || !key.startsWith(`${run.attempt} `));
    run.live.clear();
    work.dirty = true;
  };

  /** The n-th part of a kind within one message keeps its key from its first delta to its entry. */
  const keyOf = (run: RunState, work: Work, part: LivePart): string => {
    const start = `${run.attempt} ${part} `;
    return `${start}${work.parts.filter(({ key }) => key.startsWith(start)).length}`;
  };

  const putParts = (
    run: RunState,
    work: Work,
    parts: readonly AssistantPart[],
    as: { live: boolean; withdrawn?: ReturnType<typeof failure> },
  ): void => {
    const before = new Map(work.parts.map((part) => [part.key, part]));
    dropLive(run, work);
    for (const part of parts) {
      if (part.type === 'tool-call') {
        if (as.withdrawn !== undefined) continue;
        const call: CallView = {
          type: 'call',
          key: keyOf(run, work, 'tool-input'),
          run: run.run,
          ...(as.live ? {} : { callId: part.callId }),
          tool: part.tool,
          input: readArguments(part.argumentsText),
          argumentsText: part.argumentsText,
          state: as.live ? 'writing' : 'queued',
        };
        putCall(work, call);
        continue;
      }
      const key = keyOf(run, work, part.type);
      const known = before.get(key);
      const watched = part.type === 'reasoning' && known?.type === 'reasoning' ? known : undefined;
      put(work, {
        type: part.type,
        key,
        text: part.text,
        ...as,
        ...(watched?.startedAt === undefined ? {} : { startedAt: watched.startedAt }),
        ...(watched?.ms === undefined ? {} : { ms: watched.ms }),
      });
    }
  };

  const takeQueued = (id: MessageId): void => {
    const message = queue.find((waiting) => waiting.id === id);
    if (message === undefined) return;
    queue = queue.filter((waiting) => waiting !== message);
    items.push({ type: 'said', key: message.id, at: message.at, by: message.by, parts: message.parts });
  };

  /** The parts that a crash or a withdrawal left open. */
  const cut = (run: RunState): void => {
    for (const call of run.open.values()) {
      const state = cutOff(call);
      const place = call.callId === undefined ? undefined : callPart(call.callId);
      if (place !== undefined && state !== call.state) putCall(place.work, { ...place.call, state });
    }
    const work = run.lastWork;
    if (work === undefined) return;
    work.parts = work.parts.map((part) => {
      if (part.type === 'call') return part.state === 'writing' ? { ...part, state: 'interrupted' } : part;
      if (part.type !== 'text' && part.type !== 'reasoning') return part;
      return part.live ? { ...part, live: false, withdrawn: failure('interrupted', 'cut off') } : part;
    });
    work.dirty = true;
  };

  const onRunEnd = (event: StoredEventOf<'run-end'>, entry: Entry): void => {
    const run = runOf(event.run, entry.by, entry.at);
    cut(run);
    run.status = event.outcome.status;
    run.outcome = event.outcome;
    run.retry = undefined;
    endWork(run);
    const { outcome } = event;
    if (outcome.status === 'done' && outcome.turnLimit !== true) return;
    // Discarding an interrupted run is a second end: the first note then says so.
    const key = `end ${event.run}`;
    const open =
      event.discarded !== true && (outcome.status === 'interrupted' || outcome.status === 'over-budget');
    const said = note(key, entry.at, {
      kind: 'end',
      run: event.run,
      outcome,
      open,
      discarded: event.discarded === true,
    });
    const at = items.findLastIndex(
      (item) => 'note' in item && item.key === key && item.note.kind === 'end' && item.note.open,
    );
    if (at >= 0 && event.discarded === true) items[at] = said;
    else items.push({ ...said, key: at >= 0 ? `${key} ${entry.seq}` : key });
  };

  const onResume = (event: StoredEventOf<'run-resume'>, entry: Entry): void => {
    const run = runOf(event.run, entry.by, entry.at);
    if (event.cause !== 'approval') cut(run);
    run.status = 'running';
    run.outcome = undefined;
    run.since = entry.at;
    latest = run;
    for (const [at, item] of items.entries()) {
      if ('note' in item && item.note.kind === 'end' && item.note.run === event.run && item.note.open)
        items[at] = { ...item, note: { ...item.note, open: false } };
    }
  };

  const onUndo = (event: StoredEventOf<'undo'>, entry: Entry): void => {
    const run = runs.get(event.run);
    const file = run?.changes.get(event.path);
    if (run !== undefined && file !== undefined) run.changes.set(event.path, { ...file, undone: true });
    const last = items.at(-1);
    if (last !== undefined && 'note' in last && last.note.kind === 'undone') {
      items[items.length - 1] = {
        ...last,
        note: { kind: 'undone', paths: [...last.note.paths, event.path] },
      };
    } else items.push(note(`undone ${entry.seq}`, entry.at, { kind: 'undone', paths: [event.path] }));
  };

  const onRetry = (event: StoredEventOf<'retry'>, entry: Entry, run: RunState): void => {
    const until = entry.at + event.waitMs;
    const work = workOf(run, entry.at);
    work.parts = work.parts.map((part) =>
      (part.type === 'text' || part.type === 'reasoning') && part.live
        ? { ...part, live: false, withdrawn: event.failure }
        : part,
    );
    run.live.clear();
    run.attempt = `${run.attempt}'`;
    put(
      work,
      note(`retry ${entry.seq}`, entry.at, {
        kind: 'retry',
        failure: event.failure,
        attempt: event.attempt,
        until,
        over: false,
      }),
    );
    run.retry = { failure: event.failure, since: entry.at, until };
  };

  const retryIsOver = (run: RunState): void => {
    run.retry = undefined;
    const work = run.work;
    if (work === undefined) return;
    work.parts = work.parts.map((part) =>
      part.type === 'note' && part.note.kind === 'retry' && !part.note.over
        ? { ...part, note: { ...part.note, over: true } }
        : part,
    );
    work.dirty = true;
  };

  const onBudget = (event: StoredEventOf<'budget'>, entry: Entry, run: RunState): void => {
    run.figures = event.figures;
    if (event.budget !== undefined) run.budget = { ...run.budget, ...event.budget };
    if (event.action === 'near-limit') {
      const limit = event.limit === undefined ? {} : { limit: event.limit };
      put(workOf(run, entry.at), note(`near ${entry.seq}`, entry.at, { kind: 'near-limit', ...limit }));
    } else if (event.action === 'raise')
      items.push(note(`raised ${entry.seq}`, entry.at, { kind: 'raised' }));
  };

  /** Events of a run; the others are handled before. */
  const onRun = (event: StoredEvent, entry: Entry, run: RunState): void => {
    switch (event.type) {
      case 'turn-start':
        run.attempt = event.turn;
        run.live.clear();
        run.turns = run.turns === undefined ? undefined : run.turns + 1;
        run.model = event.model;
        run.context = event.context;
        run.since = entry.at;
        if (run.retry !== undefined) retryIsOver(run);
        workOf(run, entry.at);
        break;
      case 'message-end': {
        if (run.attempt === '') run.attempt = event.turn;
        const withdrawn = event.discarded === undefined ? {} : { withdrawn: event.discarded };
        if (run.retry !== undefined) retryIsOver(run);
        putParts(run, workOf(run, entry.at), event.message.parts, { live: false, ...withdrawn });
        run.attempt = `${run.attempt}'`;
        run.since = entry.at;
        break;
      }
      case 'retry':
        onRetry(event, entry, run);
        break;
      case 'budget':
        onBudget(event, entry, run);
        break;
      case 'steer':
        endWork(run);
        takeQueued(event.message);
        break;
      default:
        break;
    }
  };

  const onEvent = (entry: Entry): void => {
    const { event, at, by } = entry;
    switch (event.type) {
      case 'message': {
        const { id, parts } = event;
        if (event.queued !== undefined) queue = [...queue, { id, parts, when: event.queued, at, by }];
        else items.push({ type: 'said', key: id, at, by, parts });
        return;
      }
      case 'unqueue':
        queue = queue.filter((message) => message.id !== event.message);
        return;
      case 'run-start': {
        takeQueued(event.cause.message);
        const run = runOf(event.run, event.agent, at);
        run.model = event.model;
        run.budget = event.budget;
        run.turns = 0;
        workOf(run, at);
        return;
      }
      case 'run-end':
        onRunEnd(event, entry);
        return;
      case 'run-resume':
        onResume(event, entry);
        return;
      case 'setup':
        if (runs.size > 0 && (event.model !== undefined || event.mode !== undefined)) {
          const { type: _, ...setup } = event;
          items.push(note(`setup ${entry.seq}`, at, { kind: 'setup', setup }));
        }
        return;
      case 'undo':
        onUndo(event, entry);
        return;
      case 'tool-end':
        onCall(event.result.callId, entry, event.result.tool);
        return;
      case 'tool-start':
      case 'approval-request':
        onCall(event.callId, entry, event.tool);
        return;
      case 'approval-response':
      case 'unknown-resolved':
      case 'write':
        onCall(event.callId, entry, undefined);
        return;
      default:
        if (entry.run !== undefined) onRun(event, entry, runOf(entry.run, by, at));
    }
  };

  const onLive = (run: RunState, event: LiveEvent, now: number): void => {
    if (event.type === 'tool-progress') {
      const place = callPart(event.callId);
      if (place !== undefined) putCall(place.work, { ...place.call, progress: event.note });
      return;
    }
    const work = workOf(run, now);
    if (run.retry !== undefined) retryIsOver(run);
    if (event.type === 'part-start') {
      const key = keyOf(run, work, event.part);
      run.live.set(event.id, key);
      run.since = now;
      if (event.part === 'tool-input') {
        put(work, {
          type: 'call',
          key,
          run: run.run,
          tool: event.tool,
          input: {},
          argumentsText: '',
          state: 'writing',
        });
      } else
        put(work, {
          type: event.part,
          key,
          text: '',
          live: true,
          ...(event.part === 'reasoning' ? { startedAt: now } : {}),
        });
      return;
    }
    // A page that came late knows the text from its partial, not the id of the stream: the last open one of that kind.
    const kind = event.part === 'tool-input' ? 'call' : event.part;
    const at = work.parts.findLastIndex((part) => {
      const named = run.live.get(event.id);
      return named === undefined ? part.type === kind && isOpen(part) : part.key === named;
    });
    const part = work.parts[at];
    if (part === undefined) {
      if (event.type === 'part-delta' && event.part !== 'tool-input') {
        put(work, { type: event.part, key: keyOf(run, work, event.part), text: event.delta, live: true });
      }
      return;
    }
    work.parts[at] = event.type === 'part-end' ? ended(part, now) : grown(part, event.delta);
    work.dirty = true;
  };

  const workView = (work: Work): WorkView => {
    const known = views.get(work);
    if (known !== undefined && !work.dirty) return known;
    work.dirty = false;
    const { key, at, by, run } = work;
    const live = run.work === work && run.status === 'running';
    const view: WorkView = {
      type: 'work',
      key,
      at,
      by,
      run: run.run,
      model: run.model,
      parts: foldReads(work.parts),
      live,
    };
    views.set(work, view);
    return view;
  };

  return {
    entry: (entry) => {
      made = undefined;
      onEvent(entry);
    },
    live: (id, event, now) => {
      const run = runs.get(id);
      if (run === undefined || run.status !== 'running') return;
      made = undefined;
      onLive(run, event, now);
    },
    partial: ({ run: id, by, parts, at }) => {
      made = undefined;
      const run = runOf(id, by, at);
      const running = run.status === 'running';
      const work = running ? workOf(run, at) : run.lastWork;
      if (work === undefined) return;
      putParts(
        run,
        work,
        parts,
        running ? { live: true } : { live: false, withdrawn: failure('interrupted', 'cut off') },
      );
    },
    view: () => {
      if (made !== undefined) return made;
      const shown: ItemView[] = items.map((item) => ('run' in item ? workView(item) : item));
      made = {
        items: shown,
        queue,
        ...(latest === undefined ? {} : { run: runView(latest) }),
        ...(changed === undefined ? {} : { changed: runView(changed) }),
        waiting: [...runs.values()].flatMap((run) =>
          [...run.open.values()].filter((call) => call.state === 'waiting'),
        ),
      };
      return made;
    },
  };
}

function isOpen(part: PartView): boolean {
  return part.type === 'call' ? part.state === 'writing' : 'live' in part && part.live;
}

function grown(part: PartView, delta: string): PartView {
  if (part.type === 'text' || part.type === 'reasoning') return { ...part, text: part.text + delta };
  return part.type === 'call' ? { ...part, argumentsText: part.argumentsText + delta } : part;
}

function ended(part: PartView, now: number): PartView {
  if (part.type === 'text') return { ...part, live: false };
  if (part.type === 'reasoning') {
    return { ...part, live: false, ...(part.startedAt === undefined ? {} : { ms: now - part.startedAt }) };
  }
  return part.type === 'call' ? { ...part, input: readArguments(part.argumentsText) } : part;
}
