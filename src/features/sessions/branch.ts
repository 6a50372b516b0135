// The active branch of a session: the path from the head to the root. A window of it is read backwards, in ranges, so
// that its cost is the window's and not the session's.

import type { Entry } from '../../engine/events.ts';
import type { SessionId } from '../../engine/ids.ts';
import type { EventLog } from '../../engine/ports.ts';

export interface BranchWindow {
  /** Ascending. */
  readonly entries: readonly Entry[];
  /** The branch has nothing before them. */
  readonly complete: boolean;
}

export interface BranchRange {
  /** Seq of an entry of the branch: what lies before it. Missing = from the head. */
  readonly before?: number;
  /** The branch that ends with this entry, instead of the head's; 0 is an empty one. */
  readonly tip?: number | undefined;
  /** Missing = down to the root. */
  readonly limit?: number;
}

const CHUNK = 500;

/** The path from `tip` to the root out of entries in ascending order; itself ascending. */
export function branchPath(entries: readonly Entry[], tip: number): readonly Entry[] {
  const path: Entry[] = [];
  follow(entries, tip, Number.POSITIVE_INFINITY, path);
  return path.reverse();
}

/** The newest `limit` entries of the branch, or of its part before an entry. Empty for an unknown session. */
export async function readBranch(
  log: Pick<EventLog, 'read' | 'head'>,
  session: SessionId,
  { before, tip, limit = Number.POSITIVE_INFINITY }: BranchRange = {},
): Promise<BranchWindow> {
  let wanted: number;
  if (before === undefined) {
    wanted = tip ?? (await log.head(session))?.tip ?? 0;
  } else {
    const [shown] = await log.read(session, { after: before - 1, before: before + 1 });
    wanted = shown?.parent ?? before - 1;
  }
  const path: Entry[] = [];
  while (wanted > 0 && path.length < limit) {
    const chunk = Math.min(CHUNK, limit - path.length);
    const found = await log.read(session, { before: wanted + 1, limit: chunk, newest: true });
    if (found.length === 0) wanted = 0;
    else wanted = follow(found, wanted, limit, path);
  }
  return { entries: path.reverse(), complete: wanted <= 0 };
}

/**
 * Takes what of `entries` lies on the path down from `wanted`, newest first, and returns the seq that the path goes on
 * with. A record lost to damage reads as if it had never been: what hung on it hangs on the one before.
 */
function follow(entries: readonly Entry[], wanted: number, limit: number, path: Entry[]): number {
  let next = wanted;
  for (let index = entries.length - 1; index >= 0 && next > 0 && path.length < limit; index -= 1) {
    const entry = entries[index];
    if (entry === undefined || entry.seq > next) continue;
    path.push(entry);
    next = entry.parent;
  }
  return next;
}
