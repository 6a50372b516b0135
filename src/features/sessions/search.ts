// Full-text search in what people and models said, over the entries themselves: no index that could be out of date.
// Pure judgement of one entry; which sessions are read, and how far, is the caller's.

import type { Entry } from '../../engine/events.ts';
import type { MessageId, ParticipantId, RunId } from '../../engine/ids.ts';

/** A message in which every word of the question occurs. */
export interface TextHit {
  readonly seq: number;
  readonly at: number;
  readonly by: ParticipantId;
  readonly message: MessageId;
  readonly run?: RunId;
  /** One line around the first place, `…` where it is cut. */
  readonly snippet: string;
  /** Where the words stand in the snippet: start and end, ascending, apart from each other. */
  readonly marks: readonly (readonly [number, number])[];
}

const BEFORE = 40;
const LENGTH = 160;

export interface TextQuery {
  /** Undefined: the entry is no message, or a word is missing in it. */
  hit(entry: Entry): TextHit | undefined;
}

/** Words are all wanted; "in quotes" they stand together. Case doesn't count. Undefined for a question without words. */
export function textQuery(question: string): TextQuery | undefined {
  const terms = [...question.normalize('NFC').matchAll(/"([^"]+)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => lower((phrase ?? word ?? '').trim().replace(/\s+/g, ' ')))
    .filter((term) => term !== '');
  if (terms.length === 0) return undefined;
  return {
    hit: (entry) => {
      const said = saidIn(entry);
      if (said === undefined) return undefined;
      const text = said.text.normalize('NFC').replace(/\s+/g, ' ').trim();
      const found = lower(text);
      const places = terms.map((term) => found.indexOf(term));
      if (places.includes(-1)) return undefined;
      return {
        seq: entry.seq,
        at: entry.at,
        by: entry.by,
        message: said.message,
        ...(entry.run === undefined ? {} : { run: entry.run }),
        ...snippetOf(text, found, terms, Math.min(...places)),
      };
    },
  };
}

/** Lower case that keeps every place: letters whose lower case is longer stay as they are. */
function lower(text: string): string {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return whole;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join('');
}

function saidIn({ event }: Entry): { readonly message: MessageId; readonly text: string } | undefined {
  if (event.type === 'message') return { message: event.id, text: textOf(event.parts) };
  if (event.type !== 'message-end' || event.discarded !== undefined) return undefined;
  return { message: event.message.id, text: textOf(event.message.parts) };
}

function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('\n');
}

function snippetOf(
  text: string,
  found: string,
  terms: readonly string[],
  first: number,
): Pick<TextHit, 'snippet' | 'marks'> {
  const start = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first);
  const end = Math.min(text.length, Math.max(start + LENGTH, first + 1));
  const head = start > 0 ? '…' : '';
  // Half of a surrogate pair is no letter.
  const cut = text.slice(start, end).replace(/[\ud800-\udbff]$/, '');
  const marks: [number, number][] = [];
  for (const term of terms) {
    for (
      let at = found.indexOf(term, start);
      at !== -1 && at < start + cut.length;
      at = found.indexOf(term, at + term.length)
    ) {
      const to = Math.min(at + term.length, start + cut.length);
      marks.push([at - start + head.length, to - start + head.length]);
    }
  }
  return { snippet: `${head}${cut}${end < text.length ? '…' : ''}`, marks: apart(marks) };
}

function wordStart(text: string, from: number, to: number): number {
  const space = text.indexOf(' ', from);
  const start = space === -1 || space >= to ? from : space + 1;
  return /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start;
}

function apart(marks: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const joined: [number, number][] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
