// The workspace's events in the log, and what follows from them: which participant last saw which bytes of a file,
// and what a run has changed. Pure; shared by worker and page.

import type { Entry, StoredEventOf } from '../../engine/events.ts';
import type { BlobHash, CallId, ParticipantId, RunId } from '../../engine/ids.ts';

export { type DiffHunk, type DiffLine, type DiffPart, diffTexts, type FileDiff } from './diff.ts';

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
    /** Project rules that the run got (T12): with its prompt, or behind the first result that needed them. */
    rules: {
      readonly path: string;
      readonly hash: string;
      readonly tokens: number;
      readonly place: 'prompt' | 'result';
    };
    undo: { readonly run: RunId; readonly path: string; readonly hash: string | null };
  }
}

/** Per participant: path → hash of what it last saw or wrote. `entries`: those of the active branch, ascending. */
export function basesFrom(entries: readonly Entry[]): Map<ParticipantId, Map<string, string>> {
  const bases = new Map<ParticipantId, Map<string, string>>();
  for (const { by, event } of entries) {
    if (event.type !== 'seen' && event.type !== 'write') continue;
    const paths = bases.get(by) ?? new Map<string, string>();
    bases.set(by, paths);
    paths.set(event.path, event.hash);
  }
  return bases;
}

/** Which files were read and which changed, in the order of their last time, as entries come. */
export function touchedFiles(entries: readonly Entry[]): {
  readonly read: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  take(entry: Entry): void;
} {
  const read = new Set<string>();
  const changed = new Set<string>();
  const touch = (paths: Set<string>, path: string): void => {
    paths.delete(path);
    paths.add(path);
  };
  const take = ({ event }: Entry): void => {
    if (event.type === 'seen') touch(read, event.path);
    if (event.type === 'write') touch(changed, event.path);
  };
  for (const entry of entries) take(entry);
  return { read, changed, take };
}

export type Snapshot = StoredEventOf<'snapshot'>;

/** What a run did to one path, over all its writes. */
export interface ChangedFile {
  readonly path: string;
  /** In the order they were made; never empty. */
  readonly snapshots: readonly Snapshot[];
  /** The run made the file. */
  readonly created: boolean;
  /** Sums over the writes: with one write the head of its diff, with several an upper bound. */
  readonly added: number;
  readonly removed: number;
  /** False: announced and not confirmed, as after a crash between the two. Only the bytes on disk know. */
  readonly written: boolean;
  /** Undone since. */
  readonly undone: boolean;
}

/** The files that `run` (or any run) changed, in the order of their first change. `entries` as for `basesFrom`. */
export function changesOf(entries: readonly Entry[], run?: RunId): readonly ChangedFile[] {
  const changes = new Map<string, ChangedFile>();
  for (const entry of entries) {
    const { event } = entry;
    if (event.type === 'undo') {
      const change = changes.get(event.path);
      if (change !== undefined && (run === undefined || event.run === run))
        changes.set(event.path, { ...change, undone: true });
    }
    if (run !== undefined && entry.run !== run) continue;
    if (event.type === 'snapshot') {
      const earlier = changes.get(event.path);
      // What was undone is no longer part of what stands there.
      const before = earlier === undefined || earlier.undone ? undefined : earlier;
      changes.set(event.path, {
        path: event.path,
        snapshots: [...(before?.snapshots ?? []), event],
        created: before?.created ?? event.before === null,
        added: before?.added ?? 0,
        removed: before?.removed ?? 0,
        written: false,
        undone: false,
      });
    }
    if (event.type === 'write') {
      const change = changes.get(event.path);
      if (change === undefined || change.undone) continue;
      const { added, removed } = change;
      changes.set(event.path, {
        ...change,
        added: added + event.added,
        removed: removed + event.removed,
        written: true,
      });
    }
  }
  return [...changes.values()];
}

/** The snapshot that a call took, if it wrote. */
export function snapshotOf(entries: readonly Entry[], call: CallId): Snapshot | undefined {
  for (const { event } of entries) if (event.type === 'snapshot' && event.callId === call) return event;
  return undefined;
}
