// Blocks of growing Markdown: where they end, and that they never change once they did.

import { describe, expect, it } from 'vitest';
import { createBlocks, definitionsOf } from './blocks.ts';

const TEXTS: readonly (readonly [string, string, readonly string[]])[] = [
  ['paragraphs', 'one\ntwo\n\nthree', ['one\ntwo\n\n', 'three']],
  ['a fence keeps its blank lines', '```js\na\n\nb\n```\n\nafter', ['```js\na\n\nb\n```\n\n', 'after']],
  ['a shorter fence does not close a longer one', '````\n```\n\n````\n\nx', ['````\n```\n\n````\n\n', 'x']],
  ['a loose list is one block', '- a\n\n- b\n\n  more\n\nafter', ['- a\n\n- b\n\n  more\n\n', 'after']],
  ['a numbered list too', '1. a\n\n2. b\n\nafter', ['1. a\n\n2. b\n\n', 'after']],
  ['indented code stays with what it follows', 'a\n\n    code\n\nb', ['a\n\n    code\n\n', 'b']],
  ['an open fence is the tail', 'a\n\n```\nb\n\nc', ['a\n\n', '```\nb\n\nc']],
];

describe('blocks', () => {
  it.each(TEXTS)('%s', (_, text, blocks) => {
    expect(createBlocks().update(text)).toEqual(blocks);
  });

  it.each(TEXTS)('come out the same letter by letter, and final ones never change: %s', (_, text, blocks) => {
    const growing = createBlocks();
    let before: readonly string[] = [];
    for (let length = 1; length <= text.length; length++) {
      const now = growing.update(text.slice(0, length));
      expect(now.join('')).toBe(text.slice(0, length));
      expect(now.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      before = now;
    }
    expect(before).toEqual(blocks);
  });

  it('start over on another text', () => {
    const blocks = createBlocks();
    blocks.update('one\n\ntwo');
    expect(blocks.update('three\n\nfour')).toEqual(['three\n\n', 'four']);
  });
});

describe('link definitions', () => {
  it('are found wherever they stand', () => {
    expect(definitionsOf('see [a]\n\n[a]: https://example.org "t"\n')).toBe('[a]: https://example.org "t"');
    expect(definitionsOf('no [definitions] here: none')).toBe('');
  });
});
