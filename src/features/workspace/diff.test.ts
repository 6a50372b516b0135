// Line diffs with the changed words marked: numbers, hunks, bounds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffTexts, type FileDiff } from './diff.ts';

/** `-12 text` per line; changed words in brackets; `@@` between hunks. */
const drawn = (diff: FileDiff): string =>
  diff.hunks
    .map(({ lines }) =>
      lines
        .map(({ kind, before, after, parts }) => {
          const mark = kind === 'added' ? '+' : kind === 'removed' ? '-' : ' ';
          return `${mark}${kind === 'added' ? after : before} ${parts.map((part) => (part.changed ? `[${part.text}]` : part.text)).join('')}`;
        })
        .join('\n'),
    )
    .join('\n@@\n');

describe('diffTexts', () => {
  it('pairs changed lines and marks their words', () => {
    const diff = diffTexts('a\nreturn new Date(y, m, d)\nb\n', 'a\nreturn new Date(Date.UTC(y, m, d))\nb\n');
    expect(drawn(diff)).toBe(
      ' 1 a\n-2 return new Date(y, m, d)\n+2 return new Date([Date.UTC(]y, m, d)[)]\n 3 b',
    );
    expect([diff.added, diff.removed]).toEqual([1, 1]);
  });

  it('shows a new file as added, and an emptied one as removed', () => {
    expect(drawn(diffTexts(null, 'a\nb\n'))).toBe('+1 a\n+2 b');
    expect(drawn(diffTexts('a\n', ''))).toBe('-1 a');
  });

  it('keeps some lines around a change and leaves out the rest', () => {
    const old = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`).join('');
    const now = old.replace('\n5\n', '\nfive\n').replace('\n25\n', '\ntwenty-five\n');
    expect(drawn(diffTexts(old, now, 1))).toBe(
      ' 4 4\n-5 5\n+5 five\n 6 6\n@@\n 24 24\n-25 25\n+25 twenty-five\n 26 26',
    );
  });

  it('line ends, the mark and the final newline are no lines', () => {
    expect(diffTexts('a\r\nb\r\n', 'a\nb')).toEqual({
      hunks: [],
      added: 0,
      removed: 0,
      coarse: false,
      invisible: true,
    });
    expect(diffTexts('a\n', 'a\n').invisible).toBe(false);
    expect(drawn(diffTexts('a', 'a\nb'))).toBe(' 1 a\n+2 b');
  });

  it('gives up in bounded time where all is different, and still counts', () => {
    const lines = (prefix: string): string =>
      Array.from({ length: 30_000 }, (_, index) => `${prefix}${index}\n`).join('');
    expect(diffTexts(lines('a'), lines('b'))).toMatchObject({ added: 30_000, removed: 30_000, coarse: true });
    expect(diffTexts('x\n'.repeat(900_000), 'y\n'.repeat(900_000)).coarse).toBe(true);
  });

  it('applied, it gives the new text', () => {
    const line = fc.constantFrom('a', 'b', 'c', 'return x;', '');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));
    fc.assert(
      fc.property(text, text, (old, now) => {
        const all = diffTexts(old, now, 1_000).hunks.flatMap(({ lines }) => lines);
        const side = (skip: string): string =>
          all
            .flatMap(({ kind, parts }) =>
              kind === skip ? [] : [`${parts.map((part) => part.text).join('')}\n`],
            )
            .join('');
        if (all.length > 0) expect([side('added'), side('removed')]).toEqual([old, now]);
        else expect(old).toBe(now);
      }),
    );
  });
});
