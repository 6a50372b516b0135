// What the page keeps for itself in localStorage: drafts, the look before the harness has answered, panel and rail.
// Everything else is the harness's. A browser without it (private windows, blocked) loses only comfort.

import type { SessionId } from '../../engine/ids.ts';
import type { FilePart, ImagePart } from '../../engine/messages.ts';
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
const DRAFT_PARTS = 'bowline.draft-parts.';
const FRESH = 'bowline.fresh';
const DRAFT_EDIT = 'bowline.draft-edit.';

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

/** As many sessions without a word may be told from addresses that lead nowhere. */
const FRESH_KEPT = 50;
const freshHere = new Set<string>();

function freshIds(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(read(FRESH) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** An id that was made for a session to come. */
export function saveFresh(session: SessionId): void {
  freshHere.add(session);
  write(FRESH, JSON.stringify([session, ...freshIds()].slice(0, FRESH_KEPT)));
}

export function forgetFresh(session: SessionId): void {
  freshHere.delete(session);
  write(FRESH, JSON.stringify(freshIds().filter((id) => id !== session)));
}

/** Made here for a session to come, or written for already. */
export function isFresh(session: SessionId): boolean {
  return freshHere.has(session) || freshIds().includes(session) || readDraft(session) !== '';
}

/** A message that is being said otherwise and was not run yet. */
export interface EditDraft {
  readonly message: string;
  readonly text: string;
}

export function readEditDraft(session: SessionId): EditDraft | undefined {
  const stored = read(`${DRAFT_EDIT}${session}`);
  const end = stored?.indexOf('\n') ?? -1;
  return stored === undefined || end < 0
    ? undefined
    : { message: stored.slice(0, end), text: stored.slice(end + 1) };
}

export function saveEditDraft(session: SessionId, draft: EditDraft | undefined): void {
  write(`${DRAFT_EDIT}${session}`, draft === undefined ? undefined : `${draft.message}\n${draft.text}`);
}

/** Something attached to a message that is not sent yet; its bytes are in the blob store. */
export interface DraftPart {
  readonly part: ImagePart | FilePart;
  readonly pasted?: true;
}

export function readDraftParts(session: SessionId): readonly DraftPart[] {
  try {
    const stored: unknown = JSON.parse(read(`${DRAFT_PARTS}${session}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isDraftPart) : [];
  } catch {
    return [];
  }
}

export function saveDraftParts(session: SessionId, parts: readonly DraftPart[]): void {
  write(`${DRAFT_PARTS}${session}`, parts.length === 0 ? undefined : JSON.stringify(parts));
}

function isDraftPart(stored: unknown): stored is DraftPart {
  if (typeof stored !== 'object' || stored === null || !('part' in stored)) return false;
  const { part } = stored;
  if (typeof part !== 'object' || part === null) return false;
  const fields: Record<string, unknown> = { ...part };
  const texts = ['name', 'mediaType', 'blob'].every((name) => typeof fields[name] === 'string');
  return texts && typeof fields['size'] === 'number' && /^(image|file)$/.test(String(fields['type']));
}
