// What the page keeps for itself in localStorage: drafts, the look before the harness has answered, panel and rail.
// Everything else is the harness's. A browser without it (private windows, blocked) loses only comfort.

import type { SessionId } from '../../engine/ids.ts';
import type { Language, Theme } from '../../features/settings.ts';

export interface Look {
  readonly theme?: Theme;
  readonly language?: Language;
  readonly panel?: boolean;
  readonly panelWidth?: number;
  readonly rail?: boolean;
}

const LOOK = 'bowline.look';
const DRAFT = 'bowline.draft.';
/** A chunk of an older build is gone: the moment of the one reload that this may cost. */
const RELOADED = 'bowline.reloaded';

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Full or forbidden: the draft lives on in the open page.
  }
}

export function readLook(): Look {
  try {
    const stored: unknown = JSON.parse(read(LOOK) ?? '{}');
    return typeof stored === 'object' && stored !== null ? cleaned({ ...stored }) : {};
  } catch {
    return {};
  }
}

function cleaned(stored: Record<string, unknown>): Look {
  const { theme, language, panel, panelWidth, rail } = stored;
  return {
    ...(theme === 'light' || theme === 'dark' || theme === 'system' ? { theme } : {}),
    ...(language === 'en' || language === 'ru' || language === 'zh' ? { language } : {}),
    ...(typeof panel === 'boolean' ? { panel } : {}),
    ...(typeof panelWidth === 'number' && Number.isFinite(panelWidth) ? { panelWidth } : {}),
    ...(typeof rail === 'boolean' ? { rail } : {}),
  };
}

export function saveLook(change: Look): void {
  write(LOOK, JSON.stringify({ ...readLook(), ...change }));
}

export function readDraft(session: SessionId): string {
  return read(`${DRAFT}${session}`) ?? '';
}

export function saveDraft(session: SessionId, text: string): void {
  write(`${DRAFT}${session}`, text === '' ? undefined : text);
}

/** True at most once a minute, so that a page that can't be mended is not reloaded for ever. */
export function mayReload(now: number): boolean {
  const last = Number(read(RELOADED) ?? '0');
  if (now - last < 60_000) return false;
  write(RELOADED, String(now));
  return true;
}
