// The fold's working copy: items, runs, calls and queue, and the few ways to change them. Mutable inside; what it
// shows is rebuilt only where something changed.

import type { Entry } from '../../engine/events.ts';
import { type Failure, failure } from '../../engine/failures.ts';
import type { CallId, MessageId, ParticipantId, RunId } from '../../engine/ids.ts';
import type { AssistantPart } from '../../engine/messages.ts';
import { callAfter, cutOff, foldReads, readArguments } from './call-view.ts';
import { addChange, newRun, type RunState, runView, type Work } from './run-state.ts';
import type { CallView, NoteView, PartView, QueuedView, SaidView, SessionView, WorkView } from './view.ts';

export type Item = SaidView | NoteView | Work;
type QueuedMessage = QueuedView & { readonly at: number; readonly by: ParticipantId };

export interface Builder {
  readonly items: Item[];
  readonly runs: ReadonlyMap<RunId, RunState>;
  queue: readonly QueuedMessage[];
  todo: SessionView['todo'];
  latest: RunState | undefined;
  /** The run, new where the window has not shown it yet. */
  runOf(id: RunId, by: ParticipantId, at: number): RunState;
  /** Its open stretch, a new one where there is none. */
  workOf(run: RunState, at: number): Work;
  endWork(run: RunState): void;
  put(work: Work, part: PartView): void;
  callPart(id: CallId): { readonly work: Work; readonly call: CallView } | undefined;
  putCall(work: Work, call: CallView): void;
  onCall(id: CallId, entry: Entry, tool: string | undefined): void;
  keyOf(run: RunState, work: Work, part: 'text' | 'reasoning' | 'tool-input'): string;
  /** A message's parts take the place of what streamed of it. */
  putParts(
    run: RunState,
    work: Work,
    parts: readonly AssistantPart[],
    as: { live: boolean; withdrawn?: Failure },
  ): void;
  takeQueued(id: MessageId): void;
  /** Closes what a crash left open. */
  cut(run: RunState): void;
  view(): SessionView;
}

export function createBuilder(): Builder {
  const views = new Map<Work, WorkView>();
  const runs = new Map<RunId, RunState>();
  const calls = new Map<CallId, { readonly work: Work; readonly key: string }>();
  let changed: RunState | undefined;

  const runOf: Builder['runOf'] = (id, by, at) => {
    const known = runs.get(id);
    if (known !== undefined) return known;
    const run = newRun(id, by, at);
    runs.set(id, run);
    builder.latest = run;
    return run;
  };

  const workOf: Builder['workOf'] = (run, at) => {
    if (run.work !== undefined) return run.work;
    const key = `${run.run} ${run.lastWork === undefined ? '' : at}`;
    const work: Work = { type: 'stretch', key, at, by: run.agent, run, parts: [], dirty: true };
    builder.items.push(work);
    run.work = work;
    run.lastWork = work;
    return work;
  };

  const put: Builder['put'] = (work, part) => {
    const at = work.parts.findLastIndex((known) => known.key === part.key);
    if (at < 0) work.parts.push(part);
    else work.parts[at] = part;
    work.dirty = true;
  };

  const putCall: Builder['putCall'] = (work, call) => {
    put(work, call);
    if (call.callId === undefined) return;
    calls.set(call.callId, { work, key: call.key });
    const { open } = work.run;
    const over = call.result !== undefined || call.state === 'interrupted' || call.state === 'denied';
    if (over) open.delete(call.callId);
    else open.set(call.callId, call);
  };

  const callPart: Builder['callPart'] = (id) => {
    const place = calls.get(id);
    const part = place?.work.parts.findLast((known) => known.key === place.key);
    return place !== undefined && part?.type === 'call' ? { work: place.work, call: part } : undefined;
  };

  /** A call whose beginning lies before the window gets its line where it is first heard of. */
  const onCall: Builder['onCall'] = (id, entry, tool) => {
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

  const keyOf: Builder['keyOf'] = (run, work, part) => {
    const start = `${run.attempt} ${part} `;
    return `${start}${work.parts.filter(({ key }) => key.startsWith(start)).length}`;
  };

  const putParts: Builder['putParts'] = (run, work, parts, as) => {
    const before = new Map(work.parts.map((part) => [part.key, part]));
    work.parts = work.parts.filter(({ key }) => run.attempt === '' || !key.startsWith(`${run.attempt} `));
    work.dirty = true;
    run.live.clear();
    for (const part of parts) {
      if (part.type === 'tool-call') {
        if (as.withdrawn !== undefined) continue;
        putCall(work, {
          type: 'call',
          key: keyOf(run, work, 'tool-input'),
          run: run.run,
          ...(as.live ? {} : { callId: part.callId }),
          tool: part.tool,
          input: readArguments(part.argumentsText),
          argumentsText: part.argumentsText,
          state: as.live ? 'writing' : 'queued',
        });
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

  const cut: Builder['cut'] = (run) => {
    for (const call of [...run.open.values()]) {
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

  const workView = (work: Work): WorkView => {
    const known = views.get(work);
    if (known !== undefined && !work.dirty) return known;
    work.dirty = false;
    const { key, at, by, run } = work;
    const live = run.work === work && run.status === 'running';
    const parts = foldReads(work.parts);
    const view: WorkView = { type: 'work', key, at, by, run: run.run, model: run.model, parts, live };
    views.set(work, view);
    return view;
  };

  const inState = (wanted: CallView['state']): readonly CallView[] =>
    [...runs.values()].flatMap(({ open }) => [...open.values()].filter(({ state }) => state === wanted));

  const builder: Builder = {
    items: [],
    runs,
    queue: [],
    todo: undefined,
    latest: undefined,
    runOf,
    workOf,
    endWork: (run) => {
      if (run.work !== undefined) run.work.dirty = true;
      run.work = undefined;
    },
    put,
    callPart,
    putCall,
    onCall,
    keyOf,
    putParts,
    takeQueued: (id) => {
      const message = builder.queue.find((waiting) => waiting.id === id);
      if (message === undefined) return;
      builder.queue = builder.queue.filter((waiting) => waiting !== message);
      const { at, by, parts } = message;
      builder.items.push({ type: 'said', key: message.id, at, by, parts });
    },
    cut,
    view: () => ({
      items: builder.items.map((item) => (item.type === 'stretch' ? workView(item) : item)),
      queue: builder.queue,
      ...(builder.latest === undefined ? {} : { run: runView(builder.latest) }),
      ...(changed === undefined ? {} : { changed: runView(changed) }),
      waiting: inState('waiting'),
      asking: inState('asking'),
      ...(builder.todo === undefined ? {} : { todo: builder.todo }),
    }),
  };
  return builder;
}
