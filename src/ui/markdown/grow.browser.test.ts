// Code that streams ends as one drawing of the whole would have it, and what stands is never touched on the way.

import { describe, expect, it } from 'vitest';
import { createGrowth } from './grow.ts';
import { patch } from './patch.ts';
import { renderBlock } from './render.ts';

const wording = { image: 'not loaded', embedded: 'not shown' };
const LINES = Array.from({ length: 40 }, (_, at) => `  const value${at} = 'text ${at}'; // note ${at}\n`);
const SOURCE = `\`\`\`ts\n${LINES.join('')}`;

function draw(box: Element, source: string): void {
  patch(box, renderBlock(source, '', wording, { tail: true }));
}
function whole(source: string): string {
  const box = document.createElement('div');
  draw(box, source);
  return box.textContent ?? '';
}

describe('an open fence', () => {
  it.each([1, 3, 7, 50, 400])('grown by %i characters at a time says what one drawing says', (step) => {
    const box = document.createElement('div');
    const growth = createGrowth((text) => text.includes('\u202e'));
    for (let at = step; at < SOURCE.length + step; at += step) {
      const source = SOURCE.slice(0, at);
      if (!growth.grow(box, source)) {
        draw(box, source);
        growth.drawn(source);
      }
      expect(box.textContent?.trimEnd()).toBe(whole(source).trimEnd());
    }
    const closed = `${SOURCE}\`\`\``;
    expect(growth.grow(box, closed)).toBe(false);
    draw(box, closed);
    const once = document.createElement('div');
    draw(once, closed);
    expect(box.innerHTML).toBe(once.innerHTML);
  });

  it('keeps every node that stands, and a selection in it, to the end', () => {
    const box = document.createElement('div');
    document.body.append(box);
    const growth = createGrowth((text) => text.includes('\u202e'));
    const first = SOURCE.slice(0, 200);
    draw(box, first);
    growth.drawn(first);
    const text = [...box.querySelectorAll('span')].find(
      (span) => span.textContent === "'text 1'",
    )?.firstChild;
    if (text === null || text === undefined) throw new Error('nothing to select');
    getSelection()?.setBaseAndExtent(text, 1, text, 5);
    for (let at = 201; at <= SOURCE.length; at += 9) expect(growth.grow(box, SOURCE.slice(0, at))).toBe(true);
    draw(box, `${SOURCE}\`\`\``);
    expect(getSelection()?.toString()).toBe('text');
    box.remove();
  });

  it.each([
    ['is not one', 'Plain text', 'Plain text goes on'],
    ['has no language line yet', '```t', '```ts\nx'],
    ['may be about to close', '```ts\na\n', '```ts\na\n`'],
    ['closes', '```ts\na\n', '```ts\na\n```'],
    ['holds what can not be seen', '```ts\na\n', '```ts\na\n\u202eb'],
    ['became another text', '```ts\na\n', '```ts\nb\n'],
  ])('is drawn anew where it %s', (_why, before, after) => {
    const box = document.createElement('div');
    const growth = createGrowth((text) => text.includes('\u202e'));
    draw(box, before);
    growth.drawn(before);
    expect(growth.grow(box, after)).toBe(false);
  });
});
