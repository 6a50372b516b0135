// Bytes that nothing refers to any more go (U7): marked from all that is kept, and removed when they were found unused
// a day after they were first found so. Whoever puts the same bytes again in between takes the mark away.

import type { BlobHash } from '../engine/ids.ts';
import type { Clock } from '../engine/ports.ts';

export interface BlobShelf {
  /** Bytes of every blob. */
  sizes(): Promise<ReadonlyMap<BlobHash, number>>;
  /** When each of the unused was first found so. */
  marks(): Promise<ReadonlyMap<BlobHash, number>>;
  /**
   * Every record of every log as text, damaged ones and those of deleted sessions that can be taken back included, and
   * whatever else of the profile may name a blob.
   */
  texts(): AsyncIterable<string>;
  /**
   * One transaction: takes marks away, drops blobs that still have the mark they are dropped for, marks others.
   * Contract: `put` of the same bytes removes a mark.
   */
  settle(plan: SweepPlan): Promise<void>;
}

export interface SweepPlan {
  readonly unmark: readonly BlobHash[];
  /** Each with the mark that it must still have. */
  readonly drop: ReadonlyMap<BlobHash, number>;
  readonly mark: readonly BlobHash[];
  readonly at: number;
}

export interface SweepReport {
  /** Found unused, those included that went. */
  readonly unused: number;
  readonly unusedBytes: number;
  readonly removed: number;
  readonly removedBytes: number;
}

export const UNUSED_MS = 24 * 3600 * 1000;
const HASH = /[0-9a-f]{64}/g;

/** `kept` are texts that name blobs of which no log knows yet: drafts. */
export async function sweepBlobs(
  shelf: BlobShelf,
  clock: Pick<Clock, 'now'>,
  kept: readonly string[],
): Promise<SweepReport> {
  const marks = await shelf.marks();
  const sizes = await shelf.sizes();
  const used = new Set<string>();
  const use = (text: string): void => {
    for (const [hash] of text.matchAll(HASH)) used.add(hash);
  };
  for (const text of kept) use(text);
  for await (const text of shelf.texts()) use(text);

  const at = clock.now();
  const unused = [...sizes.keys()].filter((hash) => !used.has(hash));
  const drop = new Map(
    unused.flatMap((hash) => {
      const since = marks.get(hash);
      return since === undefined || at - since < UNUSED_MS ? [] : [[hash, since] as const];
    }),
  );
  await shelf.settle({
    at,
    drop,
    unmark: [...marks.keys()].filter((hash) => used.has(hash) || !sizes.has(hash)),
    mark: unused.filter((hash) => !marks.has(hash)),
  });
  const bytesOf = (hashes: Iterable<BlobHash>): number =>
    [...hashes].reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0);
  return {
    unused: unused.length,
    unusedBytes: bytesOf(unused),
    removed: drop.size,
    removedBytes: bytesOf(drop.keys()),
  };
}
