// A session as JSON lines, and back: the log verbatim, all branches. Pure; reading is total and says what it had to
// leave out.

import type { Entry } from '../../engine/events.ts';
import type { SessionId } from '../../engine/ids.ts';
import { wellFormedJson } from '../../engine/text.ts';
import { readEntry } from './upcast.ts';

export function toJsonl(entries: readonly Entry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

export interface ReadJsonl {
  /** By session, each in the order of its seqs. */
  readonly sessions: ReadonlyMap<SessionId, readonly Entry[]>;
  /** Lines that are no entry of ours, or out of place. */
  readonly skipped: number;
}

export function readJsonl(text: string): ReadJsonl {
  const sessions = new Map<SessionId, Entry[]>();
  let skipped = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const entry = parse(line);
    const known = entry === undefined ? [] : (sessions.get(entry.session) ?? []);
    const last = known.at(-1)?.seq ?? 0;
    const isPlaced =
      entry !== undefined &&
      entry.seq > last &&
      (entry.event.type !== 'head' || isSeq(entry.event.to, entry.seq));
    if (!isPlaced) {
      skipped += 1;
      continue;
    }
    known.push(entry);
    sessions.set(entry.session, known);
  }
  return { sessions, skipped };
}

const isSeq = (to: number, below: number): boolean => Number.isInteger(to) && to >= 0 && to < below;

function parse(line: string): Entry | undefined {
  try {
    return readEntry(JSON.parse(wellFormedJson(line)));
  } catch {
    return undefined;
  }
}
