// Formulas to MathML: a chunk of its own, loaded when the first formula is met. MathML only: no fonts, no inline styles.

import katex from 'katex';
import { purify } from './purify.ts';

export type Typeset = { readonly math: Element } | { readonly wrong: string };

const LONGEST = 8_000;
const KEPT = 500;

const known = new Map<string, Typeset>();

/** Contract: never throws; the element is the caller's. The same formula is set once. */
export function typeset(tex: string, look: 'inline' | 'display'): Typeset {
  const key = `${look} ${tex}`;
  const before = known.get(key);
  const made = before ?? set(tex, look);
  if (before === undefined) {
    if (known.size >= KEPT) known.clear();
    known.set(key, made);
  }
  return 'wrong' in made ? made : { math: document.importNode(made.math, true) };
}

function set(tex: string, look: 'inline' | 'display'): Typeset {
  if (tex.length > LONGEST) return { wrong: `${tex.length} > ${LONGEST}` };
  try {
    const html = katex.renderToString(tex, {
      displayMode: look === 'display',
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 500,
    });
    const fragment = purify.sanitize(html, {
      USE_PROFILES: { mathMl: true },
      FORBID_ATTR: ['style', 'href', 'class', 'id'],
      ADD_FORBID_CONTENTS: ['annotation'],
      RETURN_DOM_FRAGMENT: true,
    });
    const math = fragment.querySelector('math');
    return math === null ? { wrong: '' } : { math };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : '' };
  }
}
