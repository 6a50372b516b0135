// Nothing invisible stays invisible, and nothing is lost.

import { describe, expect, it } from 'vitest';
import { piecesOf } from './unseen.ts';

const shown = (text: string): string =>
  piecesOf(text)
    .map(({ text: piece, code }) => code ?? piece)
    .join('|');

describe('invisible characters', () => {
  it('come out by their number', () => {
    expect(shown('a\u202eb')).toBe('a|U+202E|b');
    expect(shown('rm\u200b -rf')).toBe('rm|U+200B| -rf');
    expect(shown('\u001b[31m')).toBe('U+001B|[31m');
    expect(shown('x\u{e0041}')).toBe('x|U+E0041');
    expect(shown('\u3164')).toBe('U+3164');
  });

  it('are not tabs, line feeds and what can be seen', () => {
    expect(shown('a\tb\nc é 二 🚢')).toBe('a\tb\nc é 二 🚢');
  });

  it('lose no character', () => {
    const text = 'a\u0000\u202e\u2066b\u2028\r\n';
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
