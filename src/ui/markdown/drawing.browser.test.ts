// Code, tables and formulas as they stand on the page: their buttons, and what outlives the next drawing.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wholeSpeech } from '../i18n/text.ts';
import { createDrawing } from './drawing.ts';
import { patch } from './patch.ts';

const drawing = createDrawing();
let box: HTMLElement;
const copies: string[] = [];

beforeEach(async () => {
  await wholeSpeech();
  box = document.createElement('div');
  box.className = 'prose';
  box.addEventListener('click', (event) => drawing.pressed(event));
  document.body.append(box);
  copies.length = 0;
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copies.push(text);
    return Promise.resolve();
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  box.remove();
});

function draw(source: string, tail = false): void {
  patch(box, drawing.draw(source, { definitions: '', tail, standing: box }));
}

function button(name: string): HTMLButtonElement {
  const found = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`no button ${name}`);
  return found;
}

const said = (): string =>
  [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent?.trim()).join('');

describe('the bar of a code block', () => {
  it('names the language and copies the code alone', async () => {
    vi.useFakeTimers();
    draw('```ts\nconst a = 1;\n```');
    expect(box.querySelector('.code')?.textContent).toContain('ts');
    button('Copy').click();
    await Promise.resolve();
    expect(copies).toEqual(['const a = 1;']);
    expect(button('Copied').isConnected).toBe(true);
    expect(said()).toBe('Copied');
    vi.advanceTimersByTime(5_000);
    expect(button('Copy').isConnected).toBe(true);
  });

  it('says so when the browser refuses', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    draw('```\na\n```');
    button('Copy').click();
    await vi.waitFor(() => expect(said()).toContain('did not let'));
    expect(button('Copy').isConnected).toBe(true);
  });

  it('wraps lines, and goes on doing so while the code grows', () => {
    draw('```ts\nconst a = 1;', true);
    const wrap = button('Wrap lines');
    wrap.click();
    expect(wrap.ariaPressed).toBe('true');
    draw('```ts\nconst a = 1;\nconst b = 2;', true);
    draw('```ts\nconst a = 1;\nconst b = 2;\n```');
    expect(button('Wrap lines')).toBe(wrap);
    expect(wrap.ariaPressed).toBe('true');
    expect(box.querySelector('.code.wraps')?.textContent).toContain('const b');
    wrap.click();
    expect(box.querySelector('.code.wraps')).toBeNull();
  });

  it.each([
    ['ts', 'code.ts'],
    ['python', 'code.py'],
    ['C++', 'code.cpp'],
    ['../x', 'code.txt'],
    ['', 'code.txt'],
  ])('saves a file that fits the language %j', async (language, name) => {
    const saved: { name: string; text: Promise<string> }[] = [];
    const make = vi.spyOn(URL, 'createObjectURL');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      const [blob] = make.mock.lastCall ?? [];
      if (blob instanceof Blob) saved.push({ name: this.download, text: blob.text() });
    });
    draw(`\`\`\`${language}\na\n\`\`\``);
    button('Download').click();
    expect(saved.map((file) => file.name)).toEqual([name]);
    expect(await saved[0]?.text).toBe('a\n');
  });
});

describe('a table', () => {
  const TABLE = '| a | b |\n| :-- | --: |\n| x \\| **y** | `1` |\n| "q", <br> | [l](https://example.org/) |';

  it('goes to the clipboard as Markdown that draws the same', () => {
    draw(TABLE);
    button('Copy as Markdown').click();
    const before = box.querySelector('table')?.outerHTML;
    box.replaceChildren();
    draw(copies[0] ?? '');
    expect(box.querySelector('table')?.outerHTML).toBe(before);
  });

  it('goes there as CSV', () => {
    draw(TABLE);
    button('Copy as CSV').click();
    expect(copies).toEqual(['a,b\r\nx | y,1\r\n"""q"", \n",l']);
  });
});

describe('formulas', () => {
  it('are MathML once they can be set, without styles, with their source kept', async () => {
    draw('so $a^2$ and\n\n$$\n\\begin{aligned} a &= b \\\\ c &= \\text{d} \\end{aligned}\n$$\n');
    await vi.waitFor(() => expect(box.querySelectorAll('math')).toHaveLength(2), { timeout: 15_000 });
    expect(box.querySelector('math msup')).not.toBeNull();
    expect(box.querySelector('[style], annotation, script')).toBeNull();
    expect(box.querySelector<HTMLElement>('.math')?.dataset['tex']).toBe('$a^2$');
    expect(box.querySelector('.math.display math')?.getAttribute('display')).toBe('block');
  });

  it('that are wrong show their source and why', async () => {
    draw('so $\\nosuchthing{a}$');
    await vi.waitFor(() => expect(box.querySelector('.math.bad')).not.toBeNull(), { timeout: 15_000 });
    expect(box.querySelector('.math')?.textContent).toBe('$\\nosuchthing{a}$');
    expect(box.querySelector<HTMLElement>('.math')?.title).toContain('nosuchthing');
  });

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://example.org}',
    '\\includegraphics{https://example.org/a.png}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlId{message}{x}',
    '\\text{<img src=x onerror=alert(1)>}',
    '\\def\\a{\\a\\a}\\a',
  ])('can do nothing: %s', (tex) => {
    draw(`$$${tex}$$`);
    expect(box.querySelector('[href], [src], [style], [id], img, script')).toBeNull();
    expect(box.querySelector('.math')).not.toBeNull();
  });

  it('that grow show their source and nothing else until they end', () => {
    const source = 'so $$\\frac{a_1}{b_2} * c * d$$ it is';
    const end = source.indexOf('$$ it') + 2;
    for (let at = 6; at < end; at++) {
      draw(source.slice(0, at), true);
      expect(box.textContent?.trim()).toBe(source.slice(0, at).trim());
      expect(box.querySelector('em, math')).toBeNull();
    }
    draw(source, true);
    expect(box.querySelector('math')).not.toBeNull();
  });

  it('keep their nodes while the text goes on', () => {
    draw('so $a^2$ is', true);
    const set = box.querySelector('math');
    draw('so $a^2$ is *it*', true);
    expect(box.querySelector('math')).toBe(set);
  });

  it('are copied as they were written', () => {
    draw('so $a^2$ is');
    const selection = getSelection();
    selection?.selectAllChildren(box);
    const clipboardData = new DataTransfer();
    drawing.copied(new ClipboardEvent('copy', { clipboardData, cancelable: true }));
    expect(clipboardData.getData('text/plain').trim()).toBe('so $a^2$ is');
    selection?.removeAllRanges();
  });
});
