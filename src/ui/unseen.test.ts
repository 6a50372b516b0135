// Nothing invisible stays invisible, and nothing is lost.

import { describe, expect, it } from 'vitest';
import { piecesOf, wordPiecesOf } from './unseen.ts';

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

describe('invisible characters in words', () => {
  const read = (text: string): string =>
    wordPiecesOf(text)
      .map(({ text: piece, code }) => code ?? piece)
      .join('|');

  it('come out where they mislead', () => {
    expect(read('invoice\u202efdp.exe')).toBe('invoice|U+202E|fdp.exe');
    expect(read('pay\u200bpal')).toBe('pay|U+200B|pal');
    expect(read('a\u2066b\u2069')).toBe('a|U+2066|b|U+2069');
    expect(read('x\u{e0041}')).toBe('x|U+E0041');
    expect(read(' \u200d ')).toBe(' |U+200D| ');
    expect(read('over\rwritten')).toBe('over|U+000D|written');
  });

  it.each([
    ['pictures made of several', '👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👩🏽\u200d🚀'],
    ['Persian joiners', 'می\u200cخواهم'],
    ['Hindi joiners', 'क्\u200dष'],
    ['marks of direction', 'שלום\u200e (abc)\u200f'],
    ['line ends of Windows', 'one\r\ntwo'],
    ['flags of regions', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['soft hyphens', 'Binnen\u00adschiff'],
  ])('leave %s alone', (_, text) => {
    expect(read(text)).toBe(text);
  });
});
