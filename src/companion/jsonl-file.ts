// The bytes of a session's file: one entry a line. Pure: finds what is readable, what is damaged and where a torn end
// begins; reads and writes no file.

import type { Entry } from '../engine/events.ts';
import type { SessionId } from '../engine/ids.ts';
import { readEntry } from '../features/sessions/sessions.ts';

export interface LogFile {
  readonly entries: readonly Entry[];
  /** Where the next append belongs. Bytes behind it are the torn end of an append that was never acknowledged. */
  readonly end: number;
  /** The last record is whole but lacks its line end: the next append has to begin with one. */
  readonly unended: boolean;
  /** Records that could not be read, torn ones included. */
  readonly damaged: number;
}

const LINE_END = 0x0a;

/** Lines of one append. All but the last say that more belong to it, so that a cut in between shows. */
export function formatLines(entries: readonly Entry[]): string {
  const last = entries.length - 1;
  const lines = entries.map((entry, index) =>
    JSON.stringify(index < last ? { ...entry, more: true } : entry),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** Total: whatever the bytes are, the readable records come out, in order. */
export function parseFile(bytes: Uint8Array, session: SessionId): LogFile {
  const entries: Entry[] = [];
  let open: Entry[] = [];
  let openFrom = 0;
  let damaged = 0;
  let last = 0;
  let from = 0;

  const take = (line: Uint8Array): { readonly more: boolean } | undefined => {
    const read = parseLine(line);
    if (read === undefined || read.entry.session !== session || read.entry.seq <= last) return undefined;
    last = read.entry.seq;
    open.push(read.entry);
    return read;
  };
  const close = (): void => {
    entries.push(...open);
    open = [];
  };

  while (from < bytes.length) {
    const ending = bytes.indexOf(LINE_END, from);
    const line = bytes.subarray(from, ending === -1 ? bytes.length : ending);
    if (open.length === 0) openFrom = from;
    if (ending === -1) {
      const read = take(line);
      if (read?.more === false) {
        close();
        return { entries, end: bytes.length, unended: true, damaged };
      }
      if (read === undefined) damaged += 1;
      break;
    }
    from = ending + 1;
    if (line.length === 0) continue;
    const read = take(line);
    if (read === undefined) damaged += 1;
    // A damaged line has its end, so its append was whole once: what came with it holds.
    if (read?.more !== true) close();
  }
  const torn = open.length > 0 || from < bytes.length;
  return { entries, end: torn ? openFrom : bytes.length, unended: false, damaged: damaged + open.length };
}

function parseLine(line: Uint8Array): { readonly entry: Entry; readonly more: boolean } | undefined {
  try {
    const record: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
    if (typeof record !== 'object' || record === null) return undefined;
    const { more, ...rest } = { more: false, ...record };
    const entry = readEntry(rest);
    return entry === undefined ? undefined : { entry, more: more === true };
  } catch {
    return undefined;
  }
}
