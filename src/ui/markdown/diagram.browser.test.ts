// Diagrams as they stand in the text: when they are drawn, what is shown meanwhile, and what outlives the next drawing.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wholeSpeech } from '../i18n/text.ts';
import type { Picture } from './diagram-frame.ts';
import { createDrawing } from './drawing.ts';
import { patch } from './patch.ts';

const asked: { readonly source: string; readonly done: (picture: Picture) => void }[] = [];

vi.mock('./diagram-frame.ts', () => ({
  drawPicture: (source: string): Promise<Picture> =>
    new Promise((done) => {
      asked.push({ source, done });
    }),
}));

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';
const drawing = createDrawing();
let box: HTMLElement;

beforeEach(async () => {
  await wholeSpeech();
  asked.length = 0;
  box = document.createElement('div');
  box.className = 'prose';
  box.addEventListener('click', (event) => drawing.pressed(event));
  document.body.append(box);
});

afterEach(() => box.remove());

function draw(source: string, tail = false): void {
  patch(box, drawing.draw(source, { definitions: '', tail, standing: box }));
}

async function answer(picture: Picture): Promise<void> {
  asked.shift()?.done(picture);
  await Promise.resolve();
  await Promise.resolve();
}

const fence = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\``;

describe('a diagram', () => {
  it('is drawn when its fence is closed, not before', () => {
    draw('```mermaid\nflowchart LR', true);
    draw('```mermaid\nflowchart LR\n  A --> B\n', true);
    expect(asked).toEqual([]);
    draw(fence('flowchart LR\n  A --> B'), true);
    expect(asked.map(({ source }) => source)).toEqual(['flowchart LR\n  A --> B\n']);
    expect(box.querySelector('pre')?.textContent).toContain('A --> B');
  });

  it('is asked for once, and its picture outlives what is drawn after it', async () => {
    draw(fence('pie\n  "a": 1'), true);
    draw(fence('pie\n  "a": 1'));
    expect(asked).toHaveLength(1);
    await answer({ svg: SVG, width: 40, height: 20 });
    const image = box.querySelector('img');
    expect(image?.alt).toBe('Diagram: pie');
    expect(image?.src.startsWith('data:image/svg+xml')).toBe(true);
    draw(fence('pie\n  "a": 1'));
    expect(box.querySelector('img')).toBe(image);
  });

  it('gives way to its source and comes back', async () => {
    draw(fence('pie\n  "b": 1'));
    await answer({ svg: SVG, width: 40, height: 20 });
    const toggle = box.querySelector<HTMLButtonElement>('[data-act="source"]');
    toggle?.click();
    expect(toggle?.ariaPressed).toBe('true');
    draw(fence('pie\n  "b": 1'));
    expect(box.querySelector('.diagram.sources')).not.toBeNull();
    toggle?.click();
    expect(box.querySelector('.diagram.sources')).toBeNull();
  });

  it('that is wrong says why over its source', async () => {
    draw(fence('pie\n  oh'));
    await answer({ wrong: 'Parse error on line 2' });
    expect(box.querySelector('.wrong')?.textContent).toContain('Parse error on line 2');
    expect(box.querySelector('pre')?.textContent).toContain('oh');
    expect(box.querySelector('img')).toBeNull();
  });

  it('that could not be drawn here is tried again when it is drawn anew', async () => {
    draw(fence('pie\n  "c": 1'));
    await answer({ wrong: '' });
    expect(box.querySelector('.wrong')?.textContent).toContain('did not load');
    draw(fence('pie\n  "c": 1'));
    expect(asked).toHaveLength(1);
  });

  it('is drawn again when the theme changes', async () => {
    document.documentElement.dataset['theme'] = 'light';
    draw(fence('pie\n  "d": 1'));
    await answer({ svg: SVG, width: 40, height: 20 });
    document.documentElement.dataset['theme'] = 'dark';
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await answer({ svg: SVG.replace('40', '60'), width: 60, height: 20 });
    expect(box.querySelectorAll('img')).toHaveLength(1);
    expect(box.querySelector('img')?.width).toBe(60);
    delete document.documentElement.dataset['theme'];
  });
});
