// After the app died, the log may know more of a file than the platform kept: a browser that is killed can lose the
// last writes that it had confirmed. What the log says was written is put back from its snapshot, and only where the
// file is as it had been at an earlier point of that very run: whatever else stands there is somebody's.

import type { Entry } from '../../engine/events.ts';
import { FailureError } from '../../engine/failures.ts';
import type { BlobHash, RunId } from '../../engine/ids.ts';
import type { BlobStore, FileSpace, Hasher } from '../../engine/ports.ts';
import type { PathQueue } from './path-queue.ts';
import { bytesAt } from './write-path.ts';

export interface MendPorts {
  readonly space: FileSpace;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly queue: PathQueue;
}

interface Known {
  /** What the run left last; null: no file. */
  expected: string | null | undefined;
  /** Every state that the run found or left before that; null: no file. */
  readonly earlier: Set<string | null>;
  /** Announced after the last confirmed write: may or may not be there. */
  announced: string | undefined;
}

/** Returns the paths that were put back. A file that can't be read or written is left as it is. */
export function createMend({ space, blobs, hasher, queue }: MendPorts) {
  return async (entries: readonly Entry[], run: RunId): Promise<readonly string[]> => {
    const mended: string[] = [];
    for (const [path, known] of knownStates(entries, run)) {
      const { expected, earlier, announced } = known;
      if (expected === undefined || expected === null) continue;
      await queue
        .run(path, async () => {
          const found = await bytesAt(space, path);
          const now = found === null ? null : await hasher.hash(found);
          // A new file whose first write was lost is there, and empty.
          const isOlder = earlier.has(now) || (found?.length === 0 && earlier.has(null));
          if (now === expected || now === announced || !isOlder) return;
          const bytes = await blobs.get(expected as BlobHash);
          if (bytes === undefined) return;
          await space.write(
            path,
            bytes,
            async (current) => (current === null ? null : await hasher.hash(current)) === now,
          );
          mended.push(path);
        })
        .catch((thrown: unknown) => {
          if (!(thrown instanceof FailureError)) throw thrown;
        });
    }
    return mended;
  };
}

function knownStates(entries: readonly Entry[], run: RunId): ReadonlyMap<string, Known> {
  const paths = new Map<string, Known>();
  for (const { event, run: of } of entries) {
    if (of !== run || (event.type !== 'snapshot' && event.type !== 'write' && event.type !== 'undo'))
      continue;
    const known = paths.get(event.path) ?? { expected: undefined, earlier: new Set(), announced: undefined };
    paths.set(event.path, known);
    if (event.type === 'snapshot') {
      known.earlier.add(event.before?.hash ?? null);
      known.announced = event.after.hash;
      continue;
    }
    if (known.expected !== undefined) known.earlier.add(known.expected);
    known.earlier.delete(event.hash);
    known.expected = event.hash;
    known.announced = undefined;
  }
  return paths;
}
