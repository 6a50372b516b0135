// Finds what a reader would not see or would be misled by: control, direction and other invisible characters.

/** Everything a reader would not see or would be misled by; tab and line feed stay. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/gu;

export interface Piece {
  readonly text: string;
  /** `U+202E`; missing for plain text. */
  readonly code?: string;
}

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(UNSEEN)) {
    const [character] = match;
    if (character === '\t' || character === '\n') continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index) });
    const number = character.codePointAt(0) ?? 0;
    pieces.push({ text: character, code: `U+${number.toString(16).toUpperCase().padStart(4, '0')}` });
    at = match.index + character.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
