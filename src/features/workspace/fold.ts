// The workspace's events in the log, and what follows from them: which participant last saw which bytes of a file,
// and what a run has changed. Pure; shared by worker and page.

import type { BlobHash, CallId, RunId } from '../../engine/ids.ts';

declare module '../../engine/events.ts' {
  interface EventMap {
    /** A participant saw a file as it was with `hash` (its base for later writes, T3). */
    seen: { readonly path: string; readonly hash: string };
    /**
     * Durable before the write it announces (T4, E18). `before` null: no such file. `kept` false: too large to keep,
     * so it can't be undone.
     */
    snapshot: {
      readonly callId: CallId;
      readonly path: string;
      readonly before: { readonly hash: BlobHash; readonly size: number; readonly kept: boolean } | null;
      readonly after: { readonly hash: BlobHash; readonly size: number; readonly kept: boolean };
    };
    /** The write is on disk. Line counts for the diff's head. */
    write: {
      readonly callId: CallId;
      readonly path: string;
      readonly hash: string;
      readonly size: number;
      readonly created: boolean;
      readonly added: number;
      readonly removed: number;
    };
    undo: { readonly run: RunId; readonly path: string; readonly hash: string | null };
  }
}
