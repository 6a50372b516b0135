// Well-formed text: no lone surrogate leaves or enters (E19), and no cut splits a pair.

/** Lone surrogates become U+FFFD; well-formed text comes back as it was. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** The first `length` UTF-16 units at most, one fewer where the cut would split a pair. */
export function cutHead(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The last `length` UTF-16 units at most, one fewer where the cut would split a pair. */
export function cutTail(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - length;
  const first = text.charCodeAt(start);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? start + 1 : start);
}

/** A lone surrogate may hide behind a `\ud800` escape. */
const ESCAPED = /\\u[dD][89a-fA-F]/;

/** Every string of a JSON value well-formed, names included; the same value where they were. */
export function wellFormedJson(text: string): string {
  return ESCAPED.test(text) || !text.isWellFormed() ? JSON.stringify(repaired(JSON.parse(text))) : text;
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(repaired);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [wellFormed(name), repaired(inner)]),
  );
}
