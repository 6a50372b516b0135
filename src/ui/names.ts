// What people call models, workspaces, agents: from the harness's lists, else from the id itself.

import { type ParticipantId, USER } from '../engine/ids.ts';
import type { UserPart } from '../engine/messages.ts';
import type { ModelView, WorkspaceView } from '../protocol/host.ts';
import { t } from './i18n/text.ts';

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
