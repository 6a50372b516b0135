// Redrawing in place: the result is what was drawn, and what could stay is the very same node.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patch } from './patch.ts';
import { renderBlock } from './render.ts';

const wording = { image: 'not loaded', embedded: 'not shown' };

function fragmentOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

function boxOf(html: string): HTMLElement {
  const box = document.createElement('div');
  box.append(fragmentOf(html));
  return box;
}

describe('patching', () => {
  it('ends with the same markup whatever stood there before', () => {
    const inline = fc.constantFrom('a', 'ab', '<b>x</b>', '<i class="k">y</i>', '<b>x<i>z</i></b>', '');
    const html = fc.array(inline, { maxLength: 8 }).map((parts) => parts.join('<br>'));
    fc.assert(
      fc.property(html, html, (before, after) => {
        const box = boxOf(before);
        patch(box, fragmentOf(after));
        expect(box.innerHTML).toBe(boxOf(after).innerHTML);
      }),
    );
  });

  it('keeps a selection inside code while the code grows', () => {
    const box = document.createElement('div');
    document.body.append(box);
    const lines = Array.from({ length: 40 }, (_, at) => `const value${at} = 'text ${at}'; // note ${at}\n`);
    const draw = (count: number): void =>
      patch(box, renderBlock(`\`\`\`ts\n${lines.slice(0, count).join('')}`, '', wording));
    draw(5);
    const word = [...box.querySelectorAll('span')].find(
      (span) => span.textContent === "'text 2'",
    )?.firstChild;
    const selection = getSelection();
    if (word === null || word === undefined || selection === null) throw new Error('nothing to select');
    selection.setBaseAndExtent(word, 1, word, 5);
    for (let count = 6; count <= lines.length; count += 1) draw(count);
    expect(selection.toString()).toBe('text');
    expect(box.textContent).toContain("'text 39'");
    box.remove();
  });

  it('keeps a selection in a paragraph that goes on', () => {
    const box = document.createElement('div');
    document.body.append(box);
    const words = 'The **tide** turns and the boat swings on its anchor until the wind takes it'.split(' ');
    const draw = (count: number): void =>
      patch(box, renderBlock(words.slice(0, count).join(' '), '', wording));
    draw(5);
    const text = box.querySelector('strong')?.firstChild;
    const selection = getSelection();
    if (text === null || text === undefined || selection === null) throw new Error('nothing to select');
    selection.setBaseAndExtent(text, 0, text, 4);
    for (let count = 6; count <= words.length; count += 1) draw(count);
    expect(selection.toString()).toBe('tide');
    box.remove();
  });
});
