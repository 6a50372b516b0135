// The budget of a day over all sessions and tabs (F1): one ledger in this process, and one record that all of them
// add to. A tab learns of the others' spending when its next run starts.

import {
  type Budget,
  type BudgetFigures,
  type BudgetLimitName,
  createLedger,
  DAY_FACTOR,
  type Ledger,
  NOTHING_USED,
} from '../engine/budget.ts';
import type { Clock } from '../engine/ports.ts';

export interface DayRecord {
  /** UTC date, `2026-11-30`. */
  readonly day: string;
  readonly used: BudgetFigures;
}

/** Contract: `change` is one transaction: nobody's addition is lost. Damaged records read as undefined. */
export interface DayStore {
  load(): Promise<DayRecord | undefined>;
  change(edit: (record: DayRecord | undefined) => DayRecord): Promise<DayRecord>;
}

export interface DayBudget {
  /** Today's ledger, up to date with what other tabs have stored. `budget` is that of a run. */
  ledger(budget: Budget): Promise<Ledger>;
  /** Adds what was used here since the last time. */
  save(): Promise<void>;
}

const NAMES = ['tokens', 'toolCalls', 'wallMs', 'usd'] as const satisfies readonly BudgetLimitName[];

const combine = (a: BudgetFigures, b: BudgetFigures, sign: 1 | -1): BudgetFigures => ({
  tokens: a.tokens + sign * b.tokens,
  toolCalls: a.toolCalls + sign * b.toolCalls,
  wallMs: a.wallMs + sign * b.wallMs,
  usd: a.usd + sign * b.usd,
});

export function createDayBudget(store: DayStore, clock: Pick<Clock, 'now'>): DayBudget {
  let day = '';
  let current: Ledger | undefined;
  /** What the stored record and our ledger agreed on. */
  let shared = NOTHING_USED;
  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);
  const usedOn = (record: DayRecord | undefined, wanted: string): BudgetFigures =>
    record?.day === wanted ? record.used : NOTHING_USED;

  const save = async (): Promise<void> => {
    if (current === undefined) return;
    const [spent, of] = [combine(current.used(), shared, -1), day];
    // Work that began yesterday and is still on is yesterday's: its ledger is no longer this one.
    const stored = await store.change((record) =>
      record !== undefined && record.day > of
        ? record
        : { day: of, used: combine(usedOn(record, of), spent, 1) },
    );
    if (stored.day === of && day === of) adopt(stored.used, combine(shared, spent, 1));
  };
  /** Charges what others used; `known` is what of it our ledger has already. */
  const adopt = (stored: BudgetFigures, known: BudgetFigures): void => {
    current?.charge(combine(stored, known, -1));
    shared = stored;
  };
  return {
    save,
    ledger: async (budget) => {
      const stored = await store.load();
      const now = today();
      if (current === undefined || day !== now) {
        day = now;
        shared = usedOn(stored, now);
        current = createLedger(limitsOf(budget), [], shared);
      } else {
        adopt(usedOn(stored, now), shared);
        // What a person raised under a run stays raised for the day.
        const held = current.budget;
        const usual = limitsOf(budget);
        current.raise(
          Object.fromEntries(
            NAMES.flatMap((name) =>
              usual[name] === undefined ? [] : [[name, Math.max(usual[name], held[name] ?? 0)]],
            ),
          ),
        );
      }
      return current;
    },
  };
}

function limitsOf(budget: Budget): Budget {
  return Object.fromEntries(
    NAMES.flatMap((name) => (budget[name] === undefined ? [] : [[name, budget[name] * DAY_FACTOR]])),
  );
}

export function readDayRecord(stored: unknown): DayRecord | undefined {
  if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('used' in stored))
    return undefined;
  const { day, used } = stored;
  if (typeof day !== 'string' || typeof used !== 'object' || used === null) return undefined;
  const figures: Record<string, unknown> = { ...used };
  const count = (name: BudgetLimitName): number => {
    const value = figures[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
  };
  return {
    day,
    used: {
      tokens: count('tokens'),
      toolCalls: count('toolCalls'),
      wallMs: count('wallMs'),
      usd: count('usd'),
    },
  };
}

export function createMemoryDayStore(): DayStore {
  let record: DayRecord | undefined;
  return {
    load: () => Promise.resolve(record),
    change: (edit) => Promise.resolve((record = edit(record))),
  };
}
