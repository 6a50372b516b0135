// Taking back what a run did to files (T4), and looking at it: from the snapshots on record. Per file all or
// nothing: it becomes what it was before the run, or stays as it is with the reason. What was written over since is
// never touched; a copy of the old text can be had instead.

import type { Entry, StoredEvent } from '../../engine/events.ts';
import { asFailure, type Failure, failure, FailureError } from '../../engine/failures.ts';
import type { CallId, RunId } from '../../engine/ids.ts';
import type { BlobStore, FileSpace, Hasher } from '../../engine/ports.ts';
import { failing } from './attempt.ts';
import { type ChangedFile, changesOf, type Snapshot, snapshotOf } from './fold.ts';
import type { PathQueue } from './path-queue.ts';
import { joinPath, parentOf } from './paths.ts';
import { decodeText } from './text-file.ts';
import { bytesAt } from './write-path.ts';

export interface UndonePath {
  readonly path: string;
  readonly undone: boolean;
  /** Why it was left as it is. */
  readonly failure?: Failure;
}

export interface Undo {
  /** Newest first; files that stand as before the run already are left out. `record` appends to the session's log. */
  run(
    entries: readonly Entry[],
    run: RunId,
    record: (event: StoredEvent) => Promise<void>,
  ): Promise<readonly UndonePath[]>;
  /** Writes what stood there before the run beside it, and tells where. */
  restoreCopy(
    entries: readonly Entry[],
    run: RunId,
    path: string,
  ): Promise<{ readonly path: string } | Failure>;
  /** Both texts of what one call did. */
  change(entries: readonly Entry[], call: CallId): Promise<ChangeTexts | Failure>;
}

export interface ChangeTexts {
  readonly path: string;
  /** Null: the file was new. */
  readonly before: string | null;
  readonly after: string;
}

export interface UndoPorts {
  readonly space: FileSpace;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly queue: PathQueue;
}

export function createUndo({ space, blobs, hasher, queue }: UndoPorts): Undo {
  const hashOf = async (bytes: Uint8Array | null): Promise<string | null> =>
    bytes === null ? null : hasher.hash(bytes);

  const bytesOf = async (path: string, kept: Snapshot['after']): Promise<Uint8Array> => {
    const bytes = kept.kept ? await blobs.get(kept.hash) : undefined;
    if (bytes !== undefined) return bytes;
    const code = kept.kept ? 'not-found' : 'too-large';
    throw new FailureError(
      failure(code, `no copy of ${path} was kept`, { facts: { path, size: kept.size } }),
    );
  };

  async function undoPath(change: ChangedFile): Promise<{ readonly hash: string | null } | undefined> {
    const { path } = change;
    const bytes = await bytesAt(space, path);
    const now = await hashOf(bytes);
    if (isLeftover(change, bytes)) {
      await space.remove(path);
      return { hash: null };
    }
    const made = madeBy(change, now);
    const first = made[0];
    const last = made.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const hash = first.before?.hash ?? null;
    // Put back by a hand, or by an undo that died before it was recorded.
    if (now === hash) return { hash };
    const unbroken = made.every(
      (snapshot, index) => index === 0 || snapshot.before?.hash === made[index - 1]?.after.hash,
    );
    if (now !== last.after.hash || !unbroken) throw new FailureError(changedSince(path));
    if (first.before === null) {
      await space.remove(path);
      return { hash };
    }
    const old = await bytesOf(path, first.before);
    await space.write(path, old, async (current) => (await hashOf(current)) === now);
    return { hash };
  }

  return {
    run: async (entries, run, record) => {
      const results: UndonePath[] = [];
      for (const change of changesOf(entries, run).toReversed()) {
        if (change.undone) continue;
        const { path } = change;
        try {
          const back = await queue.run(path, () => undoPath(change));
          if (back === undefined) continue;
          await record({ type: 'undo', run, path, hash: back.hash });
          results.push({ path, undone: true });
        } catch (thrown) {
          if (!(thrown instanceof FailureError)) throw thrown;
          results.push({ path, undone: false, failure: asFailure(thrown) });
        }
      }
      return results;
    },
    restoreCopy: (entries, run, path) =>
      failing(async () => {
        const first = changesOf(entries, run).find((change) => change.path === path)?.snapshots[0];
        if (first === undefined || first.before === null)
          return failure('not-found', `${path} did not exist before this run`, { facts: { path } });
        const bytes = await bytesOf(path, first.before);
        for (const copy of copyNames(path)) {
          if ((await space.stat(copy)) !== undefined) continue;
          await space.write(copy, bytes, (current) => current === null);
          return { path: copy };
        }
        return failure('io-failed', `there are too many copies of ${path}`, { facts: { path } });
      }),
    change: (entries, call) =>
      failing(async () => {
        const snapshot = snapshotOf(entries, call);
        if (snapshot === undefined) return failure('not-found', 'this call wrote no file');
        const { path, before, after } = snapshot;
        const text = async (kept: Snapshot['after']): Promise<string> => {
          const file = decodeText(await bytesOf(path, kept));
          if (file === undefined)
            throw new FailureError(failure('not-text', `${path} is not text`, { facts: { path } }));
          return file.text;
        };
        return { path, before: before === null ? null : await text(before), after: await text(after) };
      }),
  };
}

/** A new file that a write made and, dying, left empty. */
function isLeftover({ snapshots, written }: ChangedFile, bytes: Uint8Array | null): boolean {
  return snapshots[0]?.before === null && snapshots.length === 1 && !written && bytes?.length === 0;
}

/**
 * The snapshots whose bytes were written. An announced one that was not (stopped, or died in between) shows in the
 * next, which found the same bytes as it did, and the last one on disk.
 */
function madeBy({ snapshots, written }: ChangedFile, now: string | null): readonly Snapshot[] {
  const made: Snapshot[] = [];
  let unmade: Snapshot | undefined;
  for (const [index, snapshot] of snapshots.entries()) {
    // Where the file was new, the start of a write that died may have left it empty.
    const mine = unmade === undefined ? snapshot : { ...snapshot, before: unmade.before };
    const next = snapshots[index + 1];
    const found = next === undefined ? now : (next.before?.hash ?? null);
    const wasNew = mine.before === null && next?.before?.size === 0;
    const skipped = found === (mine.before?.hash ?? null) || wasNew;
    const isLast = next === undefined;
    if (found !== mine.after.hash && skipped && !(isLast && written)) {
      unmade = mine;
      continue;
    }
    unmade = undefined;
    made.push(mine);
  }
  return made;
}

function changedSince(path: string): Failure {
  return failure('stale', `${path} changed since the run wrote it`, { facts: { path } });
}

function* copyNames(path: string): Generator<string> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 1; count <= 99; count += 1)
    yield joinPath(parentOf(path), `${stem}.before${count === 1 ? '' : `-${count}`}${end}`);
}
