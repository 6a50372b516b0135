// The one versioned, typed settings store (S9): shape, defaults, reading of older or damaged values.
// Where it is kept is the adapter's; secrets never are here.

import { type Budget, DEFAULT_BUDGET } from '../engine/budget.ts';
import type { PermissionMode } from '../engine/events.ts';

export const SETTINGS_VERSION = 1;

export const LANGUAGES = ['en', 'ru', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];

export interface Settings {
  readonly version: typeof SETTINGS_VERSION;
  /** Missing = the browser's language where we have it. */
  readonly language?: Language;
  readonly theme: Theme;
  /** `provider/model` for new sessions. */
  readonly model: string;
  readonly mode: PermissionMode;
  readonly workspace: string;
  readonly runBudget: Budget;
  readonly maxTurns: number;
  /** The session shown at the root. */
  readonly lastSession?: string;
}

export const DEFAULT_SETTINGS: Settings = {
  version: SETTINGS_VERSION,
  theme: 'system',
  model: 'rehearsal/rehearsal',
  mode: 'ask',
  workspace: 'sample',
  runBudget: DEFAULT_BUDGET,
  maxTurns: 100,
};

/** Total: whatever was stored, valid fields survive and the rest gets its default. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS;
  const from: Record<string, unknown> = { ...stored };
  const text = (name: string): string | undefined => (typeof from[name] === 'string' && from[name] !== '' ? from[name] : undefined);
  const language = LANGUAGES.find((known) => known === from['language']);
  const lastSession = text('lastSession');
  const turns = from['maxTurns'];
  return {
    version: SETTINGS_VERSION,
    ...(language === undefined ? {} : { language }),
    theme: THEMES.find((known) => known === from['theme']) ?? DEFAULT_SETTINGS.theme,
    model: text('model') ?? DEFAULT_SETTINGS.model,
    mode: MODES.find((known) => known === from['mode']) ?? DEFAULT_SETTINGS.mode,
    workspace: text('workspace') ?? DEFAULT_SETTINGS.workspace,
    runBudget: readBudget(from['runBudget']),
    maxTurns: typeof turns === 'number' && Number.isInteger(turns) && turns >= 1 && turns <= 1000 ? turns : DEFAULT_SETTINGS.maxTurns,
    ...(lastSession === undefined ? {} : { lastSession }),
  };
}

function readBudget(stored: unknown): Budget {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_BUDGET;
  const budget: Record<string, number> = {};
  for (const [name, value] of Object.entries(stored)) {
    if (name in DEFAULT_BUDGET && typeof value === 'number' && value >= 0) budget[name] = value;
  }
  return budget;
}
