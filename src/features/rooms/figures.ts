// What a run and its session have used, and may use, read from the log: for runs that go on, and for limits that hold
// over several runs. Pure.

import {
  type Budget,
  type BudgetFigures,
  type BudgetLimitName,
  createLedger,
  type Ledger,
  SESSION_FACTOR,
} from '../../engine/budget.ts';
import type { Draft, Entry, StoredEvent } from '../../engine/events.ts';
import type { RunId } from '../../engine/ids.ts';

type Seen = Pick<Entry, 'run' | 'event'> | Draft;

/** The ledger of a run under those of its session and its day, with what they have used. `before` is not on record yet. */
export function ledgerOf(
  entries: readonly Entry[],
  before: readonly Draft[],
  run: RunId,
  defaults: Budget,
  day: Ledger,
): Ledger {
  const others = usedIn(entries, (of) => of !== run);
  const { limits, raised } = budgetOf([...entries, ...before], run, defaults);
  const session = Object.fromEntries(
    NAMES.flatMap((name) => {
      const [usual, more] = [defaults[name], raised[name]];
      if (usual === undefined) return [];
      // Whoever raises a run wants it to go on: its session has to bear that.
      return [[name, Math.max(usual * SESSION_FACTOR, more === undefined ? 0 : others[name] + more)]];
    }),
  );
  for (const name of NAMES) {
    const [limit, more] = [day.budget[name], raised[name]];
    if (limit !== undefined && more !== undefined)
      day.raise({ [name]: Math.max(limit, day.used()[name] + more) });
  }
  return createLedger(limits, [createLedger(session, [day], others)], {
    ...usedIn(entries, (of) => of === run),
    wallMs: workedMs(entries, run),
  });
}

const NAMES = ['tokens', 'toolCalls', 'wallMs', 'usd'] as const satisfies readonly BudgetLimitName[];

/** The limits of a run: as it started, with everything it was raised by. */
function budgetOf(
  seen: readonly Seen[],
  run: RunId,
  defaults: Budget,
): { readonly limits: Budget; readonly raised: Budget } {
  let [start, raised] = [defaults, {} as Budget];
  for (const { event, run: of } of seen) {
    if (event.type === 'run-start' && event.run === run) start = event.budget;
    if (event.type === 'budget' && event.action === 'raise' && of === run)
      raised = { ...raised, ...event.budget };
  }
  return { limits: { ...start, ...raised }, raised };
}

/** Counted by what was really charged: a call that never started costs nothing. */
function usedIn(entries: readonly Entry[], counts: (run: RunId | undefined) => boolean): BudgetFigures {
  const used = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };
  for (const { event, run } of entries) {
    if (!counts(run)) continue;
    if (event.type === 'tool-start') used.toolCalls++;
    if (event.type === 'tool-end') used.wallMs += event.ms;
    if (!isPaid(event)) continue;
    used.tokens += (event.usage?.inputTokens ?? 0) + (event.usage?.outputTokens ?? 0);
    used.usd += event.usd ?? 0;
    used.wallMs += event.ms ?? 0;
  }
  return used;
}

type Paid = Extract<StoredEvent, { readonly type: 'message-end' | 'compaction' | 'compaction-skipped' }>;

/** A model was asked for it. */
export function isPaid(event: StoredEvent): event is Paid {
  return event.type === 'message-end' || event.type === 'compaction' || event.type === 'compaction-skipped';
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
