// The branches of a session as a person meets them: the variants at a message or a reply, the newest entry of the
// branch behind one, an entry by what a person points at. Pure; moving the head is the room's.

import type { Entry } from '../../engine/events.ts';
import type { MessageId, RunId } from '../../engine/ids.ts';
import { cutHead } from '../../engine/text.ts';
import { branchPath } from './branch.ts';

/** What a person points at: a message, the end of a run's reply, or an entry itself. */
export type EntryPlace = { readonly message: MessageId } | { readonly run: RunId } | { readonly seq: number };

export interface Variant {
  /** Any entry of the branch leads to it; this is its first. */
  readonly seq: number;
  readonly at: number;
  readonly active: boolean;
  /** The beginning of the message, or of the reply. */
  readonly text: string;
  /** Of a reply. */
  readonly model?: string;
}

/** Where the active branch has brothers. Shown at the message (edited) or at the run (regenerated). */
export interface VariantPoint {
  readonly message?: MessageId;
  readonly run?: RunId;
  /** Oldest first; one is active. */
  readonly variants: readonly Variant[];
}

const TEXT_LENGTH = 80;

/** The seq of the place; of a run its last entry, of a message its newest one. Undefined where there is none. */
export function seqOf(entries: readonly Entry[], place: EntryPlace): number | undefined {
  return entries.findLast((entry) => {
    if ('seq' in place) return entry.seq === place.seq;
    if ('run' in place) return entry.run === place.run;
    const { event } = entry;
    if (event.type === 'message') return event.id === place.message;
    return event.type === 'message-end' && event.message.id === place.message;
  })?.seq;
}

/** The newest entry that hangs, however far, on `seq`; `seq` itself where none does. */
export function leafOf(entries: readonly Entry[], seq: number): number {
  const inside = new Set([seq]);
  let leaf = seq;
  for (const entry of entries) {
    // A move of the head hangs on the branch that was left, and is no part of any.
    if (entry.event.type === 'head' || !inside.has(entry.parent)) continue;
    inside.add(entry.seq);
    leaf = entry.seq;
  }
  return leaf;
}

/** The points of the branch that ends at `tip`, in its order. */
export function variantPoints(entries: readonly Entry[], tip: number): readonly VariantPoint[] {
  const children = new Map<number, Entry[]>();
  for (const entry of entries) {
    if (entry.event.type === 'head') continue;
    const brothers = children.get(entry.parent);
    if (brothers === undefined) children.set(entry.parent, [entry]);
    else brothers.push(entry);
  }
  const points: VariantPoint[] = [];
  for (const entry of branchPath(entries, tip)) {
    const brothers = children.get(entry.parent) ?? [];
    if (brothers.length < 2) continue;
    const shown = faceOf(entry, children);
    const variants = brothers.flatMap((brother): readonly Variant[] => {
      const face = faceOf(brother, children);
      return face === undefined ? [] : [variantOf(brother, face, entry.seq, children)];
    });
    if (shown === undefined || variants.length < 2) continue;
    const { event } = shown;
    points.push({
      ...(event.type === 'message' ? { message: event.id } : {}),
      ...(event.type === 'run-start' ? { run: event.run } : {}),
      variants,
    });
  }
  return points;
}

type Children = ReadonlyMap<number, readonly Entry[]>;

/** What a branch is about: its first message or run, setups and ends of older runs before it aside. */
function faceOf(first: Entry, children: Children): Entry | undefined {
  let entry: Entry | undefined = first;
  while (entry !== undefined && entry.event.type !== 'message' && entry.event.type !== 'run-start') {
    entry = children.get(entry.seq)?.[0];
  }
  return entry;
}

function variantOf(first: Entry, { event, at }: Entry, active: number, children: Children): Variant {
  const about = { seq: first.seq, at, active: first.seq === active };
  if (event.type === 'message') return { ...about, text: beginning(event.parts) };
  if (event.type !== 'run-start') return { ...about, text: '' };
  let said = '';
  let entry: Entry | undefined = first;
  while (entry !== undefined && said === '') {
    const { event: next } = entry;
    if (next.type === 'message-end' && next.discarded === undefined) said = beginning(next.message.parts);
    if (next.type === 'run-end' && next.run === event.run) break;
    entry = children.get(entry.seq)?.at(-1);
  }
  return { ...about, text: said, model: event.model };
}

function beginning(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  const text = parts.find((part) => part.type === 'text' && part.text?.trim() !== '')?.text ?? '';
  return cutHead(text.trim().replace(/\s+/g, ' '), TEXT_LENGTH);
}
