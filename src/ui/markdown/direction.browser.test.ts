// Right-to-left text reads right: where the first letter, the marks, the columns and the code really stand.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/prose.css';
import { createDrawing } from './drawing.ts';

const HEBREW = 'שלום עולם';
const ARABIC = 'مرحبا بالعالم';
const drawing = createDrawing();
let box: HTMLElement;

beforeEach(() => {
  box = document.createElement('div');
  box.className = 'prose';
  box.style.inlineSize = '600px';
  document.body.append(box);
});

afterEach(() => box.remove());

function draw(source: string): void {
  const block = document.createElement('div');
  block.dir = 'auto';
  block.append(drawing.draw(source, { definitions: '', tail: false, standing: block }));
  box.replaceChildren(block);
}

/** Where the text stands, by its place in the box of 600 px. */
function placeOf(text: string): { readonly left: number; readonly right: number } {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(text) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    const { left, right } = range.getBoundingClientRect();
    const start = box.getBoundingClientRect().left;
    return { left: left - start, right: right - start };
  }
  throw new Error(`no ${text}`);
}

describe.each([HEBREW, ARABIC])('%s', (text) => {
  const first = text.charAt(0);
  const second = text.split(' ')[1] ?? '';

  it('begins at the right, and an English paragraph beside it at the left', () => {
    draw(`${text}\n\nEnglish`);
    expect(placeOf(first).right).toBeGreaterThan(595);
    expect(placeOf(second).right).toBeLessThan(placeOf(first).left);
    expect(placeOf('English').left).toBeLessThan(5);
  });

  it('does so where code or a formula comes first', () => {
    draw(`\`npm test\` ${text}`);
    expect(placeOf('npm test').right).toBeGreaterThan(580);
    expect(placeOf(second).left).toBeLessThan(placeOf(first).left);
    expect(placeOf('npm').left).toBeLessThan(placeOf('test').left);
  });

  it.each(['- ', '1. '])('in a list has room for its marks at the right: %j', (mark) => {
    draw(`${mark}${text}\n${mark}English`);
    const list = box.querySelector('ul, ol');
    if (list === null) throw new Error('no list');
    expect(getComputedStyle(list).direction).toBe('rtl');
    for (const item of list.querySelectorAll('li')) {
      expect(getComputedStyle(item).direction).toBe('rtl');
      expect(box.getBoundingClientRect().right - item.getBoundingClientRect().right).toBeGreaterThan(10);
    }
    expect(placeOf('English').right).toBeGreaterThan(540);
  });

  it('in a task list has its boxes at the right, and no other marks', () => {
    draw(`- [ ] ${text}\n- [x] English`);
    expect(getComputedStyle(box.querySelector('ul') ?? box).direction).toBe('rtl');
    expect(placeOf('☐').right).toBeGreaterThan(585);
    for (const item of box.querySelectorAll('li')) expect(getComputedStyle(item).listStyleType).toBe('none');
    expect(placeOf(first).right).toBeLessThanOrEqual(placeOf('☐').left);
  });

  it('in a loose list and in a quote too', () => {
    draw(`- ${text}\n\n- English\n\n> ${text}`);
    expect(getComputedStyle(box.querySelector('li') ?? box).direction).toBe('rtl');
    const quote = box.querySelector('blockquote');
    expect(getComputedStyle(quote ?? box).borderRightWidth).toBe('2px');
  });

  it('makes the first column of a table the rightmost', () => {
    draw(`| ${first} | ${second} |\n| - | - |\n| 1 | x (y). |`);
    const [one, two] = [...box.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect());
    expect(one?.left).toBeGreaterThanOrEqual(two?.right ?? 0);
    expect(placeOf('x (').left).toBeLessThan(placeOf('y).').left);
  });

  it('leaves code as it is', () => {
    draw(`${text}\n\n\`\`\`js\nconst a = '${text}'; // ${text}\n\`\`\``);
    expect(placeOf('const').left).toBeLessThan(30);
    expect(placeOf('const').left).toBeLessThan(placeOf('a =').left);
    expect(getComputedStyle(box.querySelector('code') ?? box).direction).toBe('ltr');
  });
});
