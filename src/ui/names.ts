// What people call models, workspaces, agents: from the harness's lists, else from the id itself.

import { type ParticipantId, USER } from '../engine/ids.ts';
import type { UserPart } from '../engine/messages.ts';
import type { ModelView, WorkspaceView } from '../protocol/host.ts';
import type { SessionHead } from '../engine/session-head.ts';
import { t } from './i18n/text.ts';
import { wordPiecesOf } from './unseen.ts';

const REHEARSAL = 'rehearsal/';

export function isRehearsal(model: string): boolean {
  return model.startsWith(REHEARSAL);
}

export function modelLabel(models: readonly ModelView[], name: string): string {
  if (isRehearsal(name)) return t('model.rehearsal');
  const known = models.find((model) => model.name === name);
  return known?.label ?? (name.slice(name.indexOf('/') + 1) || name);
}

export function workspaceLabel(workspace: WorkspaceView): string {
  return workspace.kind === 'sample' ? t('workspace.sample') : workspace.name;
}

/** In a session with one agent its model is its name. */
export function authorLabel(models: readonly ModelView[], by: ParticipantId, model: string): string {
  return by === USER ? t('room.you') : model === '' ? by : modelLabel(models, model);
}

/** One agent a session, so far: one hue. */
export const AGENT_HUE = 'sea';

export function initial(label: string): string {
  const first = label.codePointAt(0);
  return first === undefined ? '' : String.fromCodePoint(first).toUpperCase();
}

export function textOf(parts: readonly UserPart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Nobody reads a longer title; what comes from elsewhere is cut to it where it is shown. */
export const TITLE_LENGTH = 200;

/** A name in one line, as it really is: what can't be seen, or would turn the rest around, stands there by its number. */
export function plainName(name: string): string {
  const shown = wordPiecesOf(name.slice(0, 2 * TITLE_LENGTH)).map(({ text, code }) => code ?? text);
  const letters = Array.from(shown.join(''));
  return letters.length > TITLE_LENGTH ? `${letters.slice(0, TITLE_LENGTH - 1).join('')}…` : letters.join('');
}

/** What a session is called wherever it is named. */
export function titleOf({ title }: Pick<SessionHead, 'title'>): string {
  return title === '' ? t('session.untitled') : plainName(title);
}
