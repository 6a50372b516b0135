// Which bytes of a file each participant of a session last saw: what a write is checked against (T3). In memory,
// filled from the log when a run starts. Not a lock, and no word on what is on disk now.

import type { Entry } from '../../engine/events.ts';
import type { ParticipantId, SessionId } from '../../engine/ids.ts';
import type { ToolContext } from '../../engine/tool.ts';
import { basesFrom } from './fold.ts';

type Owner = Pick<ToolContext, 'session' | 'participant'>;

export interface Bases {
  get(owner: Owner, path: string): string | undefined;
  set(owner: Owner, path: string, hash: string): void;
  /** Replaces what is known of a session by what its log says. */
  load(session: SessionId, entries: readonly Entry[]): void;
  forget(session: SessionId): void;
}

export function createBases(): Bases {
  const sessions = new Map<SessionId, Map<ParticipantId, Map<string, string>>>();
  return {
    get: ({ session, participant }, path) => sessions.get(session)?.get(participant)?.get(path),
    set: ({ session, participant }, path, hash) => {
      const participants = sessions.get(session) ?? new Map<ParticipantId, Map<string, string>>();
      sessions.set(session, participants);
      const paths = participants.get(participant) ?? new Map<string, string>();
      participants.set(participant, paths);
      paths.set(path, hash);
    },
    load: (session, entries) => {
      sessions.set(session, basesFrom(entries));
    },
    forget: (session) => {
      sessions.delete(session);
    },
  };
}
