// What the person attached to messages of a session, by the path that its requests name (G3): read-only, of this
// session alone. The bytes are the blob store's.

import { attachmentPath, ATTACHMENTS } from '../../engine/attachments.ts';
import type { Entry } from '../../engine/events.ts';
import { type SessionId, USER } from '../../engine/ids.ts';
import type { FilePart } from '../../engine/messages.ts';

export interface Attachments {
  /** From here on the tools of the entry's session read what its message brought. */
  see(entry: Entry): void;
  find(session: SessionId, path: string): FilePart | undefined;
}

export function createAttachments(): Attachments {
  const known = new Map<SessionId, Map<string, FilePart>>();
  return {
    see: ({ session, by, event }) => {
      if (event.type !== 'message' || by !== USER) return;
      for (const part of event.parts) {
        if (part.type !== 'file') continue;
        const own = known.get(session) ?? new Map<string, FilePart>();
        known.set(session, own.set(attachmentPath(part), part));
      }
    },
    find: (session, path) => (path.startsWith(`${ATTACHMENTS}/`) ? known.get(session)?.get(path) : undefined),
  };
}
