// One ledger for a whole tree of runs (F1): reserve before each request, settle after. Wall clock is the caller's
// timer (`remainingMs`); it excludes waiting for a person.

export type BudgetLimitName = 'tokens' | 'toolCalls' | 'wallMs' | 'usd';

/** Limits; a missing one is no limit. */
export type Budget = { readonly [Name in BudgetLimitName]?: number };

export type BudgetFigures = { readonly [Name in BudgetLimitName]: number };

/** The defaults of a run; a session has 4 ×, a day 10 ×. */
export const DEFAULT_BUDGET: Required<Budget> = {
  tokens: 2_000_000,
  toolCalls: 300,
  wallMs: 60 * 60_000,
  usd: 5,
};
export const SESSION_FACTOR = 4;
export const DAY_FACTOR = 10;

const NAMES = ['tokens', 'toolCalls', 'wallMs', 'usd'] as const;
/** Nothing used yet. */
export const NOTHING_USED: BudgetFigures = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };

export interface Reservation {
  readonly tokens: number;
  readonly toolCalls: number;
  readonly usd: number;
}

export interface Ledger {
  readonly budget: Budget;
  used(): BudgetFigures;
  /** The largest used share (or that of one limit), reservations included; 0 without limits. May pass 1. */
  pressure(name?: BudgetLimitName): number;
  /** The name of a limit that is reached (or would be by `wanted`), in this ledger or one above it. */
  exceeded(wanted?: Partial<Reservation>): BudgetLimitName | undefined;
  /** Takes the estimate; undefined and nothing taken where it would pass a limit. */
  reserve(estimate: Partial<Reservation>): { settle(actual: Partial<Reservation>): void } | undefined;
  /** What was used elsewhere, here or nowhere else: no reservation, no parent is charged. */
  charge(used: BudgetFigures): void;
  /** Work time; not bounded here, see `remainingMs`. */
  addTime(ms: number): void;
  remainingMs(): number;
  remainingUsd(): number;
  raise(limits: Budget): void;
}

/** `parents` are charged too and can refuse (session, day); `start` are figures from before a resume. */
export function createLedger(
  budget: Budget,
  parents: readonly Ledger[] = [],
  start: BudgetFigures = NOTHING_USED,
): Ledger {
  let limits = budget;
  const used: { -readonly [Name in BudgetLimitName]: number } = { ...start };
  const reserved = { tokens: 0, toolCalls: 0, usd: 0 };

  const share = (name: BudgetLimitName): number => {
    const limit = limits[name];
    if (limit === undefined) return 0;
    const held = name === 'wallMs' ? 0 : reserved[name];
    return limit <= 0 ? 1 : (used[name] + held) / limit;
  };
  const own = (wanted: Partial<Reservation>): BudgetLimitName | undefined => {
    for (const name of NAMES) {
      const limit = limits[name];
      if (limit === undefined) continue;
      const held = name === 'wallMs' ? 0 : reserved[name];
      const more = name === 'wallMs' ? 0 : (wanted[name] ?? 0);
      // A run may use its last unit, never start the one after it.
      if (used[name] + held >= limit || used[name] + held + more > limit) return name;
    }
    return undefined;
  };
  const apply = (
    amount: Partial<Reservation>,
    into: { tokens: number; toolCalls: number; usd: number },
    sign: 1 | -1,
  ): void => {
    into.tokens += sign * (amount.tokens ?? 0);
    into.toolCalls += sign * (amount.toolCalls ?? 0);
    into.usd += sign * (amount.usd ?? 0);
  };

  const ledger: Ledger = {
    get budget() {
      return limits;
    },
    used: () => ({ ...used }),
    pressure: (name) =>
      Math.max(
        0,
        ...(name === undefined ? NAMES : [name]).map(share),
        ...parents.map((parent) => parent.pressure(name)),
      ),
    exceeded: (wanted = {}) => {
      const mine = own(wanted);
      if (mine !== undefined) return mine;
      for (const parent of parents) {
        const above = parent.exceeded(wanted);
        if (above !== undefined) return above;
      }
      return undefined;
    },
    reserve: (estimate) => {
      if (ledger.exceeded(estimate) !== undefined) return undefined;
      const above = parents.flatMap((parent) => parent.reserve(estimate) ?? []);
      apply(estimate, reserved, 1);
      let open = true;
      return {
        settle: (actual) => {
          if (!open) return;
          open = false;
          apply(estimate, reserved, -1);
          apply(actual, used, 1);
          for (const held of above) held.settle(actual);
        },
      };
    },
    charge: (more) => {
      for (const name of NAMES) used[name] += more[name];
    },
    addTime: (ms) => {
      used.wallMs += ms;
      for (const parent of parents) parent.addTime(ms);
    },
    remainingMs: () =>
      Math.min(
        limits.wallMs === undefined ? Infinity : Math.max(0, limits.wallMs - used.wallMs),
        ...parents.map((p) => p.remainingMs()),
      ),
    remainingUsd: () =>
      Math.min(
        limits.usd === undefined ? Infinity : Math.max(0, limits.usd - used.usd - reserved.usd),
        ...parents.map((p) => p.remainingUsd()),
      ),
    raise: (more) => {
      limits = { ...limits, ...more };
    },
  };
  return ledger;
}
