// What the fold remembers of one run while entries and live events pass by, and the view that follows from it.

import type { Budget, BudgetFigures } from '../../engine/budget.ts';
import type { ContextStatus, Outcome, OutcomeStatus } from '../../engine/events.ts';
import type { Failure } from '../../engine/failures.ts';
import type { CallId, ParticipantId, RunId } from '../../engine/ids.ts';
import type { Activity, CallView, ChangedFile, ChangeView, PartView, RulesView, RunView } from './view.ts';

/** A stretch of a run in the making; its view is built when asked for. */
export interface Work {
  readonly type: 'stretch';
  readonly key: string;
  readonly at: number;
  readonly by: ParticipantId;
  readonly run: RunState;
  parts: PartView[];
  dirty: boolean;
}

export interface RunState {
  readonly run: RunId;
  agent: ParticipantId;
  model: string;
  status: 'running' | OutcomeStatus;
  startedAt: number;
  turns: number | undefined;
  /** Names the parts of the model's turn at hand; counts up, so that a second try is not mistaken for the first. */
  attempt: string;
  work: Work | undefined;
  /** The last stretch, also after it ended: what was cut off belongs there. */
  lastWork: Work | undefined;
  /** Live part id → key of the part. */
  readonly live: Map<string, string>;
  retry: { readonly failure: Failure; readonly since: number; readonly until: number } | undefined;
  /** Since when the run is between two visible things. */
  since: number;
  readonly open: Map<CallId, CallView>;
  readonly changes: Map<string, ChangedFile>;
  rules: readonly RulesView[];
  context: ContextStatus | undefined;
  budget: Budget | undefined;
  figures: BudgetFigures | undefined;
  outcome: Outcome | undefined;
}

export function newRun(run: RunId, agent: ParticipantId, at: number): RunState {
  return {
    run,
    agent,
    model: '',
    status: 'running',
    startedAt: at,
    turns: undefined,
    attempt: '',
    work: undefined,
    lastWork: undefined,
    live: new Map(),
    retry: undefined,
    since: at,
    open: new Map(),
    changes: new Map(),
    rules: [],
    context: undefined,
    budget: undefined,
    figures: undefined,
    outcome: undefined,
  };
}

export function addChange(run: RunState, call: CallId, change: ChangeView): void {
  const before = run.changes.get(change.path);
  run.changes.set(change.path, {
    path: change.path,
    added: (before?.added ?? 0) + change.added,
    removed: (before?.removed ?? 0) + change.removed,
    created: before?.created ?? change.created,
    calls: [...(before?.calls ?? []), call],
    undone: false,
  });
}

/** What it waits for, the thing that a person can do something about first. */
export function activityOf(run: RunState): Activity | undefined {
  if (run.status !== 'running') return undefined;
  const open = [...run.open.values()];
  const waiting = open.find((call) => call.state === 'waiting');
  if (waiting !== undefined) return { type: 'approval', since: waiting.askedAt ?? run.since, call: waiting };
  const blocked = open.find((call) => call.state === 'blocked');
  if (blocked?.blocked !== undefined)
    return {
      type: 'blocked',
      since: blocked.askedAt ?? run.since,
      call: blocked,
      failure: blocked.blocked,
    };
  const asking = open.find((call) => call.state === 'asking');
  if (asking !== undefined) return { type: 'question', since: asking.askedAt ?? run.since, call: asking };
  const unknown = open.find((call) => call.state === 'unknown');
  if (unknown !== undefined) return { type: 'unknown', since: run.since, call: unknown };
  const running = open.filter((call) => call.state === 'running');
  const [first] = running;
  if (first !== undefined) return { type: 'tools', since: first.startedAt ?? run.since, calls: running };
  if (run.retry !== undefined) return { type: 'retry', ...run.retry };
  const last = run.work?.parts.at(-1);
  if (last?.type === 'call' && last.state === 'writing') return { type: 'tool-input', since: run.since };
  if ((last?.type === 'text' || last?.type === 'reasoning') && last.live)
    return { type: last.type, since: run.since };
  return { type: 'model', since: run.since };
}

export function runView(run: RunState): RunView {
  const activity = activityOf(run);
  return {
    run: run.run,
    agent: run.agent,
    model: run.model,
    status: run.status,
    startedAt: run.startedAt,
    ...(run.turns === undefined ? {} : { turns: run.turns }),
    ...(activity === undefined ? {} : { activity }),
    ...(run.context === undefined ? {} : { context: run.context }),
    ...(run.budget === undefined ? {} : { budget: run.budget }),
    ...(run.figures === undefined ? {} : { figures: run.figures }),
    ...(run.outcome === undefined ? {} : { outcome: run.outcome }),
    rules: run.rules,
    changes: [...run.changes.values()],
  };
}
