// Opaque entries of thinking that ride in the deltas of chat completions, beside or instead of its text: kept whole, so
// that they can go back as they came. What stands in them is their maker's.

import type { Json, JsonObject } from '../../engine/ids.ts';
import type { Extra } from './sdk-wire.ts';

type Entry = Readonly<Record<string, unknown>>;

/** Pieces of one entry come apart: these fields are joined, the others are taken as they come. */
const JOINED: ReadonlySet<string> = new Set(['text', 'summary', 'data']);

export function createReasoningDetails(): Extra {
  const entries: Record<string, unknown>[] = [];
  return {
    take: (event) => {
      for (const piece of piecesIn(event)) {
        const last = entries.at(-1);
        if (last !== undefined && continues(last, piece)) {
          for (const [name, value] of Object.entries(piece)) {
            const before = last[name];
            const joins = JOINED.has(name) && typeof before === 'string' && typeof value === 'string';
            if (joins) last[name] = before + value;
            else if (value !== null && value !== undefined) last[name] = value;
          }
        } else {
          entries.push({ ...piece });
        }
      }
    },
    data: () => {
      if (entries.length === 0) return undefined;
      return { openaiCompatible: { reasoning_details: entries as Json } } as JsonObject;
    },
  };
}

function continues(last: Entry, piece: Entry): boolean {
  return (
    last['type'] === piece['type'] &&
    last['index'] === piece['index'] &&
    (piece['id'] === undefined || piece['id'] === null || last['id'] === piece['id'])
  );
}

function piecesIn(event: unknown): readonly Entry[] {
  const choices = fieldOf(event, 'choices');
  const details = fieldOf(
    fieldOf(Array.isArray(choices) ? choices[0] : undefined, 'delta'),
    'reasoning_details',
  );
  return Array.isArray(details) ? details.filter(isEntry) : [];
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(value: unknown, name: string): unknown {
  return isEntry(value) ? value[name] : undefined;
}
