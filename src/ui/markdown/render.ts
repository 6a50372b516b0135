// Markdown to nodes, for what people did not write and nobody vouches for: sanitised, pictures from elsewhere as names,
// links only to http, https, mail and files of the workspace. A chunk of its own; nothing else brings marked and
// DOMPurify along.

import { Marked } from 'marked';
import { highlight } from './highlight.ts';
import { escaped, mathsOf, withoutMaths } from './maths.ts';
import { purify } from './purify.ts';

/** HTML in a text is shown as it was written: parsing it would already try its handlers and styles. */
const parser = (text: { readonly growing: boolean }): Marked =>
  new Marked({
    gfm: true,
    breaks: false,
    renderer: { html: ({ text: html }) => (/^<br\s*\/?>$/i.test(html.trim()) ? '<br>' : escaped(html)) },
    extensions: [...mathsOf(text)],
    hooks: { emStrongMask: withoutMaths },
  });

const settled = parser({ growing: false });
const growing = parser({ growing: true });

const TAGS =
  'a abbr b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td th thead tr u ul var'.split(
    ' ',
  );
const ATTRIBUTES = [
  'href',
  'title',
  'start',
  'align',
  'alt',
  'src',
  'class',
  'checked',
  'disabled',
  'type',
  'colspan',
  'rowspan',
  'data-target',
];

export interface Wording {
  readonly image: string;
  readonly embedded: string;
}

/**
 * `definitions`: link definitions that stand elsewhere in the text. `tail`: more of this block may come. Formulas stand
 * there as they were written, in `.math`, code without a bar: the page puts its furniture around them (drawing.ts).
 */
export function renderBlock(
  source: string,
  definitions: string,
  wording: Wording,
  { tail = false }: { readonly tail?: boolean } = {},
): DocumentFragment {
  const whole = definitions === '' ? source : `${source}\n\n${definitions}`;
  const html = (tail ? growing : settled).parse(whole, { async: false });
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  // Class names are ours; the language of a fence is all that may come with the text.
  for (const node of fragment.querySelectorAll('[class]')) {
    if (!node.matches('pre > code, var.tex')) node.removeAttribute('class');
  }
  // Boxes of a task list as signs: a field that could be filled in has no place in what somebody said.
  for (const input of fragment.querySelectorAll('input')) {
    // The box stands where the bullet would.
    if (input.type === 'checkbox') input.closest('li')?.classList.add('task');
    if (input.type === 'checkbox') input.replaceWith(input.checked ? '☑' : '☐');
    else input.remove();
  }
  for (const image of fragment.querySelectorAll('img')) image.replaceWith(inertImage(image, wording));
  for (const link of fragment.querySelectorAll('a')) tameLink(link);
  for (const formula of fragment.querySelectorAll('var.tex')) markFormula(formula);
  for (const code of fragment.querySelectorAll('pre > code')) inkCode(code);
  for (const table of fragment.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'wide';
    box.tabIndex = 0;
    table.replaceWith(box);
    box.append(table);
  }
  setDirections(fragment);
  return fragment;
}

function inertImage(image: HTMLImageElement, wording: Wording): HTMLElement {
  const target = webAddress(image.dataset['target'] ?? '');
  const inert = document.createElement(target === undefined ? 'span' : 'a');
  inert.className = 'elsewhere';
  inert.append(image.alt === '' ? (target === undefined ? wording.embedded : wording.image) : image.alt);
  if (target !== undefined) {
    inert.setAttribute('href', target);
    const address = document.createElement('span');
    address.className = 'target';
    address.textContent = target;
    inert.append(' ', address);
    inert.setAttribute('title', wording.image);
  }
  return inert;
}

function tameLink(link: HTMLAnchorElement): void {
  const written = link.getAttribute('href') ?? '';
  const target = webAddress(written);
  if (target !== undefined) {
    link.href = target;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    return;
  }
  link.removeAttribute('href');
  const path = workspacePath(written);
  if (path === undefined) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.dataset['path'] = path;
  link.setAttribute('href', location.hash);
}

/** The full address of something on the web, in ASCII; undefined for anything else (javascript:, data:, blob:, …). */
export function webAddress(written: string): string | undefined {
  if (!/^(?:https?|mailto):/i.test(written.trim()) || !URL.canParse(written.trim())) return undefined;
  return new URL(written.trim()).href;
}

/** A path without a scheme, as a file of the workspace; fragments and addresses of hosts are none. */
function workspacePath(written: string): string | undefined {
  if (written === '' || /^[a-z][a-z\d+.-]*:|^[#/?]|^\/\//i.test(written)) return undefined;
  try {
    return decodeURIComponent(written.replace(/[?#].*$/, '').replace(/^\.\//, ''));
  } catch {
    return undefined;
  }
}

function inkCode(code: Element): void {
  const language = /language-([\w+#.-]+)/.exec(code.className)?.[1] ?? '';
  const pre = code.parentElement;
  if (pre !== null) pre.tabIndex = 0;
  if (pre !== null && language !== '') pre.dataset['language'] = language;
  code.removeAttribute('class');
  code.replaceChildren(
    ...highlight(code.textContent ?? '', language).map(({ text, ink }) => {
      if (ink === undefined) return document.createTextNode(text);
      const span = document.createElement('span');
      span.className = ink;
      span.textContent = text;
      return span;
    }),
  );
}

function markFormula(formula: Element): void {
  const box = document.createElement('span');
  box.className = formula.className.replace('tex', 'math');
  box.textContent = formula.textContent;
  formula.replaceWith(box);
}

/**
 * Each block reads the way its own first letter does. Inside one, nothing but code has a direction of its own: what has
 * one doesn't count for the block, and a list whose items differ would lose their marks.
 */
function setDirections(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll<HTMLElement>('code, .target, .math:not(.open)'))
    code.dir = 'ltr';
  for (const block of fragment.querySelectorAll<HTMLElement>(
    'p, ul, ol, dl, h1, h2, h3, h4, h5, h6, blockquote, table',
  )) {
    if (block.parentElement?.closest('[dir="auto"]') === null || block.parentElement === null)
      block.dir = 'auto';
  }
}
