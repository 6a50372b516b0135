// Long messages, folded.

import { describe, expect, it } from 'vitest';
import { foldedText } from './folded-text.ts';

describe('a folded message', () => {
  it('is whole while it is short', () => {
    expect(foldedText('a word')).toBeUndefined();
    expect(foldedText('line\n'.repeat(39))).toBeUndefined();
    expect(foldedText('x'.repeat(4000))).toBeUndefined();
  });

  it('of many lines shows the first fifteen', () => {
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`);
    expect(foldedText(lines.join('\n'))).toBe(`${lines.slice(0, 15).join('\n')}\n…`);
  });

  it('of one endless line is cut between words', () => {
    const short = foldedText('word '.repeat(40_000)) ?? '';
    expect(short.length).toBeLessThan(1600);
    expect(short).toMatch(/^(?:word )+…$/);
  });

  it('is never cut inside a letter', () => {
    const short = foldedText(`x${'😀'.repeat(5000)}`) ?? '';
    expect(short.isWellFormed()).toBe(true);
  });
});
