// Counts the files of workspaces anew once one was written to, and tells the page. One count for writes that follow
// each other closely.

import type { Draft } from '../src/engine/events.ts';
import type { SessionId } from '../src/engine/ids.ts';
import type { Clock } from '../src/engine/ports.ts';
import type { WorkspaceView } from '../src/protocol/host.ts';

export interface RecountPorts {
  readonly clock: Clock;
  counted(): Promise<readonly WorkspaceView[]>;
  tell(views: readonly WorkspaceView[]): void;
}

const SOON_MS = 500;

/** Takes what is appended to a session. */
export function createRecount({
  clock,
  counted,
  tell,
}: RecountPorts): (session: SessionId, drafts: readonly Draft[]) => void {
  let isDue = false;
  /** A write is on record before it is done; the end of its call says that it is. */
  const open = new Set<SessionId>();
  return (session, drafts) => {
    const has = (type: Draft['event']['type']): boolean => drafts.some(({ event }) => event.type === type);
    const isDone = has('undo') || (open.has(session) && has('tool-end'));
    if (has('write')) open.add(session);
    else if (isDone) open.delete(session);
    if (isDue || !isDone) return;
    isDue = true;
    clock.after(SOON_MS, () => {
      isDue = false;
      counted().then(tell, () => undefined);
    });
  };
}
