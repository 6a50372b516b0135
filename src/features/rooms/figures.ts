// What a run and its session have used, and may use, read from the log: for runs that go on, and for limits that hold
// over several runs. Pure.

import {
  type Budget,
  type BudgetFigures,
  createLedger,
  type Ledger,
  SESSION_FACTOR,
} from '../../engine/budget.ts';
import type { Draft, Entry } from '../../engine/events.ts';
import type { RunId } from '../../engine/ids.ts';

type Seen = Pick<Entry, 'run' | 'event'> | Draft;

/** The ledger of a run under that of its session, with what both have used. */
export function ledgerOf(entries: readonly Entry[], run: RunId, limits: RunLimits): Ledger {
  const session = Object.fromEntries(
    Object.entries(limits.session).map(([name, limit]) => [name, limit * SESSION_FACTOR]),
  );
  const others = createLedger(
    session,
    [],
    usedIn(entries, (of) => of !== run),
  );
  return createLedger(limits.run, [others], {
    ...usedIn(entries, (of) => of === run),
    wallMs: workedMs(entries, run),
  });
}

interface RunLimits {
  readonly run: Budget;
  /** What a run of this session may use by default; the session has four times that. */
  readonly session: Budget;
}

/** The limits of a run: as it started, with everything it was raised by. */
export function budgetOf(seen: readonly Seen[], run: RunId): Budget | undefined {
  let budget: Budget | undefined;
  for (const { event, run: of } of seen) {
    if (event.type === 'run-start' && event.run === run) budget = event.budget;
    if (event.type === 'budget' && event.action === 'raise' && of === run)
      budget = { ...budget, ...event.budget };
  }
  return budget;
}

/** Counted by what was really charged: a call that never started costs nothing. */
function usedIn(entries: readonly Entry[], counts: (run: RunId | undefined) => boolean): BudgetFigures {
  const used = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };
  for (const { event, run } of entries) {
    if (!counts(run)) continue;
    if (event.type === 'tool-start') used.toolCalls++;
    if (event.type === 'tool-end') used.wallMs += event.ms;
    if (event.type !== 'message-end') continue;
    used.tokens += event.usage.inputTokens + event.usage.outputTokens;
    used.usd += event.usd;
    used.wallMs += event.ms;
  }
  return used;
}

/** Work time so far, as the ledger last knew it. */
function workedMs(entries: readonly Entry[], run: RunId): number {
  let worked = 0;
  for (const { event, run: of } of entries) {
    if (of === run && (event.type === 'turn-start' || event.type === 'message-end'))
      worked = Math.max(worked, event.used.wallMs);
  }
  return worked;
}
