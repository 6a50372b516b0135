// Finds what a reader would not see or would be misled by: control, direction and other invisible characters.

/** Everything a reader would not see or would be misled by; tab and line feed stay. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/gu;

export interface Piece {
  readonly text: string;
  /** `U+202E`; missing for plain text. */
  readonly code?: string;
}

export function piecesOf(text: string): readonly Piece[] {
  return pieces(text, () => false);
}

/**
 * For what people and models say: the same, but for what writing needs. Joiners inside words and pictures, marks of
 * direction (they turn no text around; overrides do), soft hyphens, a line feed's carriage return, flags of regions.
 */
export function wordPiecesOf(text: string): readonly Piece[] {
  return pieces(text, (character, at) => {
    switch (character) {
      case '\r':
        return text[at + 1] === '\n';
      case '\u200c':
      case '\u200d':
        return /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u.test(
          text.slice(Math.max(0, at - 4), at),
        );
      case '\u00ad':
      case '\u061c':
      case '\u200e':
      case '\u200f':
        return true;
      default:
        return (
          /^[\u{e0020}-\u{e007f}]$/u.test(character) && text.slice(Math.max(0, at - 16), at).includes('🏴')
        );
    }
  });
}

function pieces(text: string, allowed: (character: string, at: number) => boolean): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(UNSEEN)) {
    const [character] = match;
    if (character === '\t' || character === '\n' || allowed(character, match.index)) continue;
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    const number = character.codePointAt(0) ?? 0;
    found.push({ text: character, code: `U+${number.toString(16).toUpperCase().padStart(4, '0')}` });
    at = match.index + character.length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}
