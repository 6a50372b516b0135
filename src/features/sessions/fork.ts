// A fork: the branch up to an entry, copied into a session of its own. Pure; what could still go on in the copy is
// ended by the drafts of the caller, since runs are the rooms'.

import { type Draft, ENTRY_VERSION, type Entry, type StoredEvent } from '../../engine/events.ts';
import { type SessionId, USER } from '../../engine/ids.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import { branchPath } from './branch.ts';

export interface ForkOptions {
  readonly source: SessionHead;
  /** Of the whole source, ascending. */
  readonly entries: readonly Entry[];
  /** The last entry that is copied. */
  readonly upTo: number;
  readonly session: SessionId;
  readonly now: number;
  /** Ends what is open in the copy. */
  close(entries: readonly Entry[]): readonly Draft[];
}

/** How it was kept and where it came from is the source's own. */
const LEFT_OUT: ReadonlySet<string> = new Set<StoredEvent['type']>([
  'mark',
  'origin',
  'take-over',
  'title',
  'setup',
]);

/** Entries for `EventLog.insert`. Title and setup are those that the source has now. */
export function forkEntries({ source, entries, upTo, session, now, close }: ForkOptions): readonly Entry[] {
  const copied = branchPath(entries, upTo).filter(({ event }) => !LEFT_OUT.has(event.type));
  const made: Entry[] = [];
  const add = (entry: Omit<Entry, 'session' | 'seq' | 'parent' | 'v'>): void => {
    const seq = made.length + 1;
    made.push({ session, seq, parent: seq - 1, v: ENTRY_VERSION, ...entry });
  };
  const at = copied[0]?.at ?? now;
  add({ at, by: USER, event: { type: 'origin', session: source.session, seq: upTo } });
  if (source.title !== '') {
    const by = source.named ? 'person' : 'auto';
    add({ at, by: USER, event: { type: 'title', title: source.title, by } });
  }
  if (Object.keys(source.setup).length > 0) add({ at, by: USER, event: { type: 'setup', ...source.setup } });
  for (const { session: _, seq: __, parent: ___, v: ____, ...rest } of copied) add(rest);
  for (const { parent: _, ...draft } of close(made)) add({ at: now, ...draft });
  return made;
}
