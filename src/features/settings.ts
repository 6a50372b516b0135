// The one versioned, typed settings store (S9): shape, defaults, reading of older or damaged values.
// Where it is kept is the adapter's; secrets never are here.

import { type Budget, DEFAULT_BUDGET } from '../engine/budget.ts';
import type { PermissionMode } from '../engine/events.ts';
import type { ModelRole } from '../engine/provider.ts';

/** 2: models of roles, and who takes over. */
export const SETTINGS_VERSION = 2;

export const LANGUAGES = ['en', 'ru', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];

/** What may have a model of its own; `main` is the session's. */
export const ROLES = [
  'planner',
  'worker',
  'critic',
  'summarizer',
  'title',
] as const satisfies readonly ModelRole[];
export type Roles = Readonly<Partial<Record<(typeof ROLES)[number], string>>>;

export interface Settings {
  readonly version: typeof SETTINGS_VERSION;
  /** Missing = the browser's language where we have it. */
  readonly language?: Language;
  readonly theme: Theme;
  /** `provider/model` for new sessions. */
  readonly model: string;
  /** `account/model` of those that take over when an account fails, in order (P7). */
  readonly fallbacks: readonly string[];
  /** `provider/model` by role; missing = the session's. */
  readonly roles: Roles;
  readonly mode: PermissionMode;
  readonly workspace: string;
  readonly runBudget: Budget;
  readonly maxTurns: number;
  /** Notices of the system while nobody looks; the browser's leave is another thing. */
  readonly notify: boolean;
  /** The screen stays on while a run is on. */
  readonly keepAwake: boolean;
  /** Days after which a person is reminded of a backup; 0 = never. */
  readonly backupReminder: number;
  /** The session shown at the root. */
  readonly lastSession?: string;
}

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  theme: 'system',
  model: 'rehearsal/rehearsal',
  fallbacks: [],
  roles: {},
  mode: 'ask',
  workspace: 'sample',
  runBudget: DEFAULT_BUDGET,
  maxTurns: 100,
  notify: false,
  keepAwake: false,
  backupReminder: 30,
};

/** Total: whatever was stored, valid fields survive and the rest gets its default. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS;
  const from: Record<string, unknown> = { ...stored };
  const text = (name: string): string | undefined =>
    typeof from[name] === 'string' && from[name] !== '' ? from[name] : undefined;
  const language = LANGUAGES.find((known) => known === from['language']);
  const lastSession = text('lastSession');
  const turns = from['maxTurns'];
  return {
    version: SETTINGS_VERSION,
    ...(language === undefined ? {} : { language }),
    theme: THEMES.find((known) => known === from['theme']) ?? DEFAULT_SETTINGS.theme,
    model: text('model') ?? DEFAULT_SETTINGS.model,
    fallbacks: readNames(from['fallbacks']),
    roles: readRoles(from['roles']),
    mode: MODES.find((known) => known === from['mode']) ?? DEFAULT_SETTINGS.mode,
    workspace: text('workspace') ?? DEFAULT_SETTINGS.workspace,
    runBudget: readBudget(from['runBudget']),
    maxTurns:
      typeof turns === 'number' && Number.isInteger(turns) && turns >= 1 && turns <= 1000
        ? turns
        : DEFAULT_SETTINGS.maxTurns,
    notify: from['notify'] === true,
    keepAwake: from['keepAwake'] === true,
    backupReminder: readDays(from['backupReminder']),
    ...(lastSession === undefined ? {} : { lastSession }),
  };
}

function readDays(stored: unknown): number {
  const fine = typeof stored === 'number' && Number.isInteger(stored) && stored >= 0 && stored <= 365;
  return fine ? stored : DEFAULT_SETTINGS.backupReminder;
}

function readNames(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return [];
  return [...new Set(stored.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

function readRoles(stored: unknown): Roles {
  if (typeof stored !== 'object' || stored === null) return {};
  const from: Record<string, unknown> = { ...stored };
  const rows = ROLES.flatMap((role) => {
    const model = from[role];
    return typeof model === 'string' && model !== '' ? [[role, model] as const] : [];
  });
  return Object.fromEntries(rows);
}

function readBudget(stored: unknown): Budget {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_BUDGET;
  const budget: Record<string, number> = {};
  for (const [name, value] of Object.entries(stored)) {
    if (name in DEFAULT_BUDGET && typeof value === 'number' && value >= 0) budget[name] = value;
  }
  return budget;
}
