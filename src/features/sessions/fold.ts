// The page's fold of a session: entries and live events in, the view out. Deterministic, incremental, without effect;
// a window may start in the middle of a run. What did not change keeps its identity.

import type { Entry, LiveEvent, StoredEvent, StoredEventOf } from '../../engine/events.ts';
import { failure } from '../../engine/failures.ts';
import type { MessageId, RunId } from '../../engine/ids.ts';
import type { PartialMessage } from '../../engine/ports.ts';
import { requeued } from '../../engine/transcript.ts';
import { type Builder, createBuilder } from './builder.ts';
import { onLive, retryIsOver } from './live.ts';
import type { RunState } from './run-state.ts';
import type { Note, NoteView, SessionView } from './view.ts';

export { type PastedFile, pastedFile } from './attachments.ts';
export { type Span, spansOf } from './spans.ts';
export type * from './session-events.ts';
export type * from './view.ts';

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
  const builder = createBuilder();
  let made: SessionView | undefined;
  return {
    entry: (entry) => {
      made = undefined;
      onEntry(builder, entry);
    },
    live: (id, event, now) => {
      const run = builder.runs.get(id);
      if (run === undefined || run.status !== 'running') return;
      made = undefined;
      onLive(builder, run, event, now);
    },
    partial: ({ run: id, by, parts, at }) => {
      made = undefined;
      const run = builder.runOf(id, by, at);
      if (run.status === 'running') builder.putParts(run, builder.workOf(run, at), parts, { live: true });
      else if (run.lastWork !== undefined) {
        const withdrawn = failure('interrupted', 'cut off');
        builder.putParts(run, run.lastWork, parts, { live: false, withdrawn });
      }
    },
    view: () => (made ??= builder.view()),
  };
}

const note = (key: string, at: number, said: Note): NoteView => ({ type: 'note', key, at, note: said });

function onEntry(builder: Builder, entry: Entry): void {
  const { event, at, by } = entry;
  switch (event.type) {
    case 'message': {
      const { id, parts } = event;
      if (event.queued === undefined) builder.items.push({ type: 'said', key: id, at, by, parts });
      else builder.queue = [...builder.queue, { id, parts, when: event.queued, at, by }];
      break;
    }
    case 'unqueue':
      builder.queue = builder.queue.filter((message) => message.id !== event.message);
      break;
    case 'requeue':
      builder.queue = requeued(builder.queue, event);
      break;
    case 'todo':
      builder.todo = event.items;
      break;
    case 'run-start': {
      builder.takeQueued(event.cause.message);
      const run = builder.runOf(event.run, event.agent, at);
      run.model = event.model;
      run.budget = event.budget;
      run.turns = 0;
      builder.workOf(run, at);
      break;
    }
    case 'run-end':
      onRunEnd(builder, event, entry);
      break;
    case 'run-resume':
      onResume(builder, event, entry);
      break;
    case 'setup':
      if (builder.runs.size > 0 && (event.model !== undefined || event.mode !== undefined)) {
        const { type: _, ...setup } = event;
        builder.items.push(note(`setup ${entry.seq}`, at, { kind: 'setup', setup }));
      }
      break;
    case 'undo':
      onUndo(builder, event, entry);
      break;
    case 'compaction-undone':
      onCompactionUndone(builder, event.compaction);
      break;
    case 'tool-end':
      builder.onCall(event.result.callId, entry, event.result.tool);
      break;
    case 'tool-start':
    case 'approval-request':
      builder.onCall(event.callId, entry, event.tool);
      break;
    case 'approval-response':
    case 'unknown-resolved':
    case 'question':
    case 'question-answer':
    case 'call-blocked':
    case 'call-unblocked':
    case 'write':
      builder.onCall(event.callId, entry, undefined);
      break;
    default:
      if (entry.run !== undefined) onRunEvent(builder, event, entry, builder.runOf(entry.run, by, at));
  }
}

function onRunEvent(builder: Builder, event: StoredEvent, entry: Entry, run: RunState): void {
  const { at } = entry;
  switch (event.type) {
    case 'turn-start':
      // Another try of the same turn stands below what the first one said, not in its place.
      if (run.attempt.replace(/'+$/, '') !== event.turn) run.attempt = event.turn;
      run.live.clear();
      run.turns = run.turns === undefined ? undefined : run.turns + 1;
      run.model = event.model;
      run.context = event.context;
      run.figures = event.used;
      run.since = at;
      if (run.retry !== undefined) retryIsOver(run);
      builder.workOf(run, at);
      break;
    case 'message-end': {
      if (run.attempt === '') run.attempt = event.turn;
      if (run.retry !== undefined) retryIsOver(run);
      const withdrawn = event.discarded === undefined ? {} : { withdrawn: event.discarded };
      builder.putParts(run, builder.workOf(run, at), event.message.parts, { live: false, ...withdrawn });
      run.attempt = `${run.attempt}'`;
      run.figures = event.used;
      run.since = at;
      break;
    }
    case 'rules': {
      const { path, tokens, place } = event;
      run.rules = [...run.rules, { path, tokens, place }];
      break;
    }
    case 'retry':
      onRetry(builder, event, entry, run);
      break;
    case 'account-switch': {
      const { type: _, ...change } = event;
      builder.put(builder.workOf(run, at), note(`switch ${entry.seq}`, at, { kind: 'switch', ...change }));
      break;
    }
    case 'budget':
      run.figures = event.figures;
      if (event.budget !== undefined) run.budget = { ...run.budget, ...event.budget };
      if (event.action === 'near-limit') {
        const limit = event.limit === undefined ? {} : { limit: event.limit };
        const near: Note = { kind: 'near-limit', ...limit };
        builder.put(builder.workOf(run, at), note(`near ${entry.seq}`, at, near));
      } else if (event.action === 'raise')
        builder.items.push(note(`raised ${entry.seq}`, at, { kind: 'raised' }));
      break;
    case 'compaction': {
      const { id, by, messages, text } = event;
      const figures = { before: event.tokensBefore, after: event.tokensAfter };
      const made: Note = { kind: 'compacted', id, by, messages, ...figures, text, undone: false };
      builder.put(builder.workOf(run, at), note(`compacted ${id}`, at, made));
      break;
    }
    case 'compaction-skipped': {
      const skipped: Note = { kind: 'not-compacted', reason: event.reason };
      builder.put(builder.workOf(run, at), note(`skipped ${entry.seq}`, at, skipped));
      break;
    }
    case 'steer':
      builder.endWork(run);
      builder.takeQueued(event.message);
      break;
    default:
      break;
  }
}

function onRetry(builder: Builder, event: StoredEventOf<'retry'>, { at, seq }: Entry, run: RunState): void {
  const until = at + event.waitMs;
  const work = builder.workOf(run, at);
  work.parts = work.parts.map((part) =>
    (part.type === 'text' || part.type === 'reasoning') && part.live
      ? { ...part, live: false, withdrawn: event.failure }
      : part,
  );
  run.live.clear();
  run.attempt = `${run.attempt}'`;
  run.retry = { failure: event.failure, since: at, until };
  const { attempt } = event;
  builder.put(
    work,
    note(`retry ${seq}`, at, { kind: 'retry', failure: event.failure, attempt, until, over: false }),
  );
}

function onRunEnd(builder: Builder, event: StoredEventOf<'run-end'>, entry: Entry): void {
  const { outcome } = event;
  const discarded = event.discarded === true;
  const run = builder.runOf(event.run, entry.by, entry.at);
  builder.cut(run);
  run.status = outcome.status;
  run.outcome = outcome;
  if (run.retry !== undefined) retryIsOver(run, true);
  builder.endWork(run);
  if (outcome.status === 'done' && outcome.turnLimit !== true) return;
  const open = !discarded && (outcome.status === 'interrupted' || outcome.status === 'over-budget');
  const said: Note = { kind: 'end', run: event.run, outcome, open, discarded };
  // Discarding an interrupted run is its second end: the first note then says so.
  const at = builder.items.findLastIndex((item) => isOpenEnd(item, event.run));
  const first = builder.items[at];
  if (discarded && first?.type === 'note') builder.items[at] = { ...first, note: said };
  else builder.items.push(note(`end ${entry.seq}`, entry.at, said));
}

function isOpenEnd(item: Builder['items'][number], run: RunId): boolean {
  return item.type === 'note' && item.note.kind === 'end' && item.note.run === run && item.note.open;
}

function onResume(builder: Builder, event: StoredEventOf<'run-resume'>, entry: Entry): void {
  const run = builder.runOf(event.run, entry.by, entry.at);
  if (event.cause === 'continue' || event.cause === 'raised') builder.cut(run);
  run.status = 'running';
  run.outcome = undefined;
  run.since = entry.at;
  builder.latest = run;
  for (const [at, item] of builder.items.entries()) {
    if (item.type === 'note' && item.note.kind === 'end' && isOpenEnd(item, event.run)) {
      builder.items[at] = { ...item, note: { ...item.note, open: false } };
    }
  }
}

function onUndo(builder: Builder, event: StoredEventOf<'undo'>, entry: Entry): void {
  const run = builder.runs.get(event.run);
  const file = run?.changes.get(event.path);
  if (file?.undone === true) return;
  if (run !== undefined && file !== undefined) run.changes.set(event.path, { ...file, undone: true });
  const last = builder.items.at(-1);
  if (last?.type === 'note' && last.note.kind === 'undone') {
    builder.items[builder.items.length - 1] = {
      ...last,
      note: { ...last.note, paths: [...new Set([...last.note.paths, event.path])] },
    };
  } else builder.items.push(note(`undone ${entry.seq}`, entry.at, { kind: 'undone', paths: [event.path] }));
}

function onCompactionUndone(builder: Builder, compaction: MessageId): void {
  for (const item of builder.items) {
    if (item.type !== 'stretch') continue;
    const part = item.parts.find((known) => known.key === `compacted ${compaction}`);
    if (part?.type !== 'note' || part.note.kind !== 'compacted') continue;
    builder.put(item, { ...part, note: { ...part.note, undone: true } });
  }
}
