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
