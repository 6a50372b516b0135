// The head record of a session as a pure fold of its entries. Refolding gives the same bytes, so nothing here may
// depend on anything but the head so far and the entry.

import { NO_USAGE } from '../../engine/messages.ts';
import type { Entry, SessionSetup, StoredEvent, StoredEventOf } from '../../engine/events.ts';
import { type CallId, type ParticipantId, type RunId, USER } from '../../engine/ids.ts';
import type { UserPart } from '../../engine/messages.ts';
import {
  type BlockedCall,
  HEAD_VERSION,
  type OpenQuestion,
  type OpenRun,
  type SessionHead,
} from '../../engine/session-head.ts';
import { cutHead } from '../../engine/text.ts';

const TITLE_LENGTH = 60;

/**
 * The last entry is the branch head, wherever it hangs, unless it is a `head` event: then it is the one that names.
 * (So a record lost to damage can't leave the head behind.)
 */
export function foldHead(head: SessionHead | undefined, entry: Entry): SessionHead {
  const before = head ?? newHead(entry);
  const { event } = entry;
  const {
    blocked: waiting,
    questions: asked,
    ...rest
  } = event.type === 'mark' ? marked(before, event, entry.at) : before;
  const blocked = blockedCalls(waiting ?? [], entry);
  const questions = openQuestions(asked ?? [], entry);
  return {
    ...rest,
    ...(blocked.length === 0 ? {} : { blocked }),
    ...(questions.length === 0 ? {} : { questions }),
    ...changes(before, entry),
    updatedAt: QUIET.has(event.type) ? before.updatedAt : entry.at,
    count: entry.seq,
    tip: event.type === 'head' ? event.to : entry.seq,
    lastAt: entry.at,
    openRuns: openRuns(before.openRuns, entry, before.setup),
    approvals: approvals(before.approvals, entry),
  };
}

function newHead(entry: Entry): SessionHead {
  return {
    session: entry.session,
    version: HEAD_VERSION,
    title: '',
    named: false,
    createdAt: entry.at,
    updatedAt: entry.at,
    setup: {},
    count: 0,
    tip: 0,
    lastAt: entry.at,
    openRuns: [],
    approvals: [],
    tokens: 0,
    toolCalls: 0,
    usd: 0,
    workMs: 0,
  };
}

/** What doesn't count as activity. */
const QUIET: ReadonlySet<string> = new Set<StoredEvent['type']>([
  'title',
  'setup',
  'mark',
  'origin',
  'take-over',
]);

function marked(head: SessionHead, mark: StoredEventOf<'mark'>, at: number): SessionHead {
  const { pinned, archived, removedAt, ...rest } = head;
  const isPinned = mark.pinned ?? pinned;
  const isArchived = mark.archived ?? archived;
  const isRemoved = mark.removed ?? removedAt !== undefined;
  return {
    ...rest,
    ...(isPinned === true ? { pinned: true } : {}),
    ...(isArchived === true ? { archived: true } : {}),
    ...(isRemoved ? { removedAt: removedAt ?? at } : {}),
  };
}

/** Work and cost come from the steps alone: a run that goes on after a stop repeats its figures in each `run-end`. */
function changes(head: SessionHead, { by, event }: Entry): Partial<SessionHead> {
  switch (event.type) {
    case 'message':
      return head.title === '' && by === USER ? { title: titleOf(event.parts) } : {};
    case 'title':
      if (event.by === 'person') return { title: event.title, named: true };
      return {
        ...(head.named ? {} : { title: event.title }),
        autoTitled: true,
        tokens: head.tokens + (event.tokens ?? 0),
        usd: head.usd + (event.usd ?? 0),
      };
    case 'origin': {
      const { type: _, ...origin } = event;
      return { origin };
    }
    case 'head':
      return { branched: true };
    case 'take-over':
      return { epoch: event.epoch };
    case 'setup': {
      const { type: _, ...setup } = event;
      return { setup: { ...head.setup, ...setup } };
    }
    case 'compaction':
    case 'compaction-skipped':
    case 'message-end': {
      const { usage = NO_USAGE, usd = 0, ms = 0 } = event;
      return {
        tokens: head.tokens + usage.inputTokens + usage.outputTokens,
        usd: head.usd + usd,
        workMs: head.workMs + ms,
      };
    }
    case 'tool-end':
      return { toolCalls: head.toolCalls + 1, workMs: head.workMs + event.ms };
    case 'run-end':
      return { lastStatus: event.outcome.status };
    default:
      return {};
  }
}

function openRuns(runs: readonly OpenRun[], entry: Entry, setup: SessionSetup): readonly OpenRun[] {
  const { event, by } = entry;
  if (event.type === 'run-start') {
    const others = runs.filter((run) => run.run !== event.run);
    return [...others, opened(entry, event.run, event.agent, event.model)];
  }
  // A run that had ended (its budget was spent) and goes on.
  if (event.type === 'run-resume' && runs.every((run) => run.run !== event.run)) {
    return [...runs, opened(entry, event.run, by, setup.model ?? '')];
  }
  // Most entries are steps of a run that goes on as it was: only its time moves.
  if (!CHANGES_RUNS.has(event.type)) {
    return runs.map((run) => (run.run === entry.run ? { ...run, lastAt: entry.at } : run));
  }
  const endsFor = event.type === 'run-end' && !staysOpen(event) ? event.run : undefined;
  const answered = event.type === 'tool-end' ? event.result.callId : resolvedCall(event);
  return runs
    .filter((run) => run.run !== endsFor)
    .map((run) => ({
      ...run,
      lastAt: run.run === entry.run ? entry.at : run.lastAt,
      status: statusAfter(run, event),
      started:
        event.type === 'tool-start' && run.run === entry.run
          ? [...run.started.filter((call) => call !== event.callId), event.callId]
          : run.started.filter((call) => call !== answered),
    }));
}

const CHANGES_RUNS: ReadonlySet<string> = new Set<StoredEvent['type']>([
  'run-resume',
  'run-end',
  'tool-start',
  'tool-end',
  'unknown-resolved',
]);

function opened(entry: Entry, run: RunId, agent: ParticipantId, model: string): OpenRun {
  return {
    run,
    agent,
    model,
    startedSeq: entry.seq,
    startedAt: entry.at,
    lastAt: entry.at,
    status: 'running',
    started: [],
  };
}

/** An interrupted run waits for Continue or Discard. */
function staysOpen(event: Extract<StoredEvent, { type: 'run-end' }>): boolean {
  return event.outcome.status === 'interrupted' && event.discarded !== true;
}

function resolvedCall(event: StoredEvent): CallId | undefined {
  return event.type === 'unknown-resolved' ? event.callId : undefined;
}

function statusAfter(run: OpenRun, event: StoredEvent): OpenRun['status'] {
  if (event.type === 'run-resume' && event.run === run.run) return 'running';
  if (event.type === 'run-end' && event.run === run.run) return 'interrupted';
  return run.status;
}

/**
 * Open until answered, until its call has a result, or until its run ends: also an interrupted one, whose Continue asks
 * anew. (A run that only waits for an answer has no `run-end`.)
 */
function approvals(open: SessionHead['approvals'], { run, event }: Entry): SessionHead['approvals'] {
  if (open.length === 0 && event.type !== 'approval-request') return open;
  switch (event.type) {
    case 'approval-request': {
      const { type: _, ...request } = event;
      const others = open.filter((approval) => approval.approvalId !== request.approvalId);
      return [...others, { ...request, ...(run === undefined ? {} : { run }) }];
    }
    case 'approval-response':
      return open.filter((approval) => approval.approvalId !== event.approvalId);
    case 'tool-end':
      return open.filter((approval) => approval.callId !== event.result.callId);
    case 'run-end':
      return open.filter((approval) => approval.run !== event.run);
    default:
      return open;
  }
}

/** Until it is answered, its call has a result, or its run ends. */
function openQuestions(open: readonly OpenQuestion[], { run, event, at }: Entry): readonly OpenQuestion[] {
  if (event.type === 'question') {
    const { callId, question } = event;
    const others = open.filter((asked) => asked.callId !== callId);
    return run === undefined ? others : [...others, { callId, question, run, at }];
  }
  if (open.length === 0) return open;
  if (event.type === 'run-end') return open.filter((asked) => asked.run !== event.run);
  if (event.type === 'question-answer') return open.filter((asked) => asked.callId !== event.callId);
  return event.type === 'tool-end' ? open.filter((asked) => asked.callId !== event.result.callId) : open;
}

/** Until the grant is back, the call has a result, or its run ends. */
function blockedCalls(blocked: readonly BlockedCall[], { run, event }: Entry): readonly BlockedCall[] {
  if (event.type === 'call-blocked') {
    const { callId, failure } = event;
    const others = blocked.filter((call) => call.callId !== callId);
    return run === undefined ? others : [...others, { callId, run, failure }];
  }
  if (blocked.length === 0) return blocked;
  if (event.type === 'run-end') return blocked.filter((call) => call.run !== event.run);
  const over =
    event.type === 'call-unblocked'
      ? event.callId
      : event.type === 'tool-end'
        ? event.result.callId
        : undefined;
  return over === undefined ? blocked : blocked.filter((call) => call.callId !== over);
}

/** The first line with something in it, in one line's length; the name of a file where there is no text. */
function titleOf(parts: readonly UserPart[]): string {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : ''));
  const names = parts.map((part) => (part.type === 'text' ? '' : (part.name ?? '')));
  for (const text of [...texts, ...names]) {
    const line = text.split(/[\r\n\u2028\u2029]/).find((candidate) => candidate.trim() !== '');
    if (line === undefined) continue;
    const words = line.trim().replace(/\s+/g, ' ');
    return words.length <= TITLE_LENGTH ? words : `${cutHead(words, TITLE_LENGTH - 1).trimEnd()}…`;
  }
  return '';
}
