// Markdown as HTML for other programs: what a word processor makes something of, with its few styles in place. Comes
// with the renderer's chunk.

import { definitionsOf } from './blocks.ts';
import { renderBlock, type Wording } from './render.ts';

const STYLES: Readonly<Record<string, string>> = {
  table: 'border-collapse: collapse',
  'td, th': 'border: 1px solid #999; padding: 4px 8px; text-align: start',
  pre: 'font-family: monospace; white-space: pre-wrap; background: #f4f4f4; padding: 8px',
  code: 'font-family: monospace',
  blockquote: 'border-inline-start: 3px solid #999; margin-inline: 0; padding-inline-start: 12px',
};

export function richHtml(markdown: string, wording: Wording): string {
  const box = document.createElement('div');
  box.append(renderBlock(markdown, definitionsOf(markdown), wording));
  // Links into the workspace lead nowhere outside.
  for (const link of box.querySelectorAll('a[data-path]')) link.replaceWith(...link.childNodes);
  for (const inner of box.querySelectorAll('span, .wide')) inner.replaceWith(...inner.childNodes);
  for (const element of box.querySelectorAll('*')) {
    for (const name of ['class', 'tabindex', 'target', 'rel']) element.removeAttribute(name);
  }
  for (const [selector, style] of Object.entries(STYLES)) {
    for (const element of box.querySelectorAll(selector)) element.setAttribute('style', style);
  }
  return box.innerHTML;
}
