// Where a formula stands in Markdown: $…$, $$…$$, \(…\), \[…\]; prices and shell variables are none. Pure: it finds and
// marks formulas, tex.ts sets them.

import type { TokenizerAndRendererExtension } from 'marked';

export interface Formula {
  /** As written, with its signs. */
  readonly raw: string;
  readonly tex: string;
  readonly display: boolean;
}

const PARENS = /^\\\(((?:[^\\\n]|\\(?!\)).|\n(?!\s*\n))+?)\\\)/;
const BRACKETS = /^\\\[((?:[^\\]|\\(?!\])[\s\S])+?)\\\]/;
const DOUBLE = /^\$\$((?:[^$\\]|\\[\s\S])+?)\$\$/;
const SINGLE = /^\$((?:[^$\\`\n]|\\.|\n(?!\s*\n))+?)\$/;
/** What is longer is a formula nobody reads: a stray sign must not make us look through the whole text. */
const LONGEST = 8_000;
const SIGNS = /[\\^_{}]/;

/** The formula that `source` begins with. `before`: the character in front of it, '' at the start. */
export function formulaAt(source: string, before: string): Formula | undefined {
  const near = source.slice(0, LONGEST);
  const double = DOUBLE.exec(near);
  if (double !== null) return found(double, true);
  const brackets = BRACKETS.exec(near);
  if (brackets !== null) return isEscaped(brackets[1] ?? '') ? undefined : found(brackets, true);
  const parens = PARENS.exec(near);
  if (parens !== null) return isEscaped(parens[1] ?? '') ? undefined : found(parens, false);
  const single = SINGLE.exec(near);
  return single !== null && isMeant(single[1] ?? '', before, source.charAt(single[0].length))
    ? found(single, false)
    : undefined;
}

function found([raw, tex = '']: RegExpExecArray, display: boolean): Formula | undefined {
  return tex.trim() === '' ? undefined : { raw, tex: tex.trim(), display };
}

/** Brackets are also escaped to be mere brackets: "\[1\]", "\(optional\)". */
function isEscaped(text: string): boolean {
  return /^[\d\s,–-]+$|^[\p{L}\s.,]{4,}$/u.test(text);
}

/** One dollar sign also means money, and a variable of the shell. */
function isMeant(tex: string, before: string, after: string): boolean {
  if (/[\dA-Za-z$\\]/.test(before) || /^\s|\s$/.test(tex) || /[\d$]/.test(after)) return false;
  // "$n$th" is a formula, "$HOME/$USER" is none.
  if (/[A-Za-z]/.test(after)) return /^[A-Za-z]$|\\|\^/.test(tex);
  // "$5 for me, 3$": an amount that prose follows.
  return SIGNS.test(tex) || !/^[\d.,]+\s+[A-Za-z]{2,}/.test(tex);
}

/** The beginning of a formula that has not ended yet, at the end of a text that grows. */
function openAt(source: string, before: string): string | undefined {
  if (/^(?:\$\$|\\\(|\\\[)/.test(source)) return source;
  const looksIt = /^\$(?=[^\s$])(?:[^$`\n]|\n(?!\s*\n))*$/.test(source) && SIGNS.test(source);
  return looksIt && !/[\dA-Za-z$\\]/.test(before) ? source : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

const marked = (raw: string, look: 'inline' | 'display' | 'open'): string =>
  `<var class="tex ${look}">${escaped(raw)}</var>`;

const BLOCK = /^ {0,3}(?=\$\$|\\\[)/;
const NEXT_BLOCK = /(?:^|\n) {0,3}(?:\$\$|\\\[)/;

/** Formulas as `var.tex` with the class `inline`, `display` or `open`. `growing`: the text may end inside of one. */
export function mathsOf({
  growing,
}: {
  readonly growing: boolean;
}): readonly TokenizerAndRendererExtension[] {
  return [
    {
      name: 'tex-block',
      level: 'block',
      start: (source) => NEXT_BLOCK.exec(source)?.index,
      tokenizer: (source) => {
        const indent = BLOCK.exec(source)?.[0].length;
        if (indent === undefined) return undefined;
        const formula = formulaAt(source.slice(indent), '');
        const open = formula === undefined && growing ? openAt(source.slice(indent), '') : undefined;
        if (open !== undefined) return { type: 'tex-block', raw: source, text: open, look: 'open' };
        if (formula === undefined) return undefined;
        const rest = /^[ \t]*(?:\n+|$)/.exec(source.slice(indent + formula.raw.length))?.[0];
        return rest === undefined
          ? undefined
          : {
              type: 'tex-block',
              raw: source.slice(0, indent + formula.raw.length + rest.length),
              text: formula.raw,
              look: 'display',
            };
      },
      renderer: ({ text, look }) => `<p>${marked(text, look)}</p>\n`,
    },
    {
      name: 'tex',
      level: 'inline',
      start: (source) => {
        const at = source.search(/(?<![\dA-Za-z$\\])\$|\\[([]/);
        return at < 0 ? undefined : at;
      },
      tokenizer(source, tokens) {
        if (!/^\$|^\\[([]/.test(source)) return undefined;
        const before = tokens.at(-1)?.raw.at(-1) ?? '';
        const formula = formulaAt(source, before);
        if (formula !== undefined) {
          const look = formula.display ? 'display' : 'inline';
          return { type: 'tex', raw: formula.raw, text: formula.raw, look };
        }
        const open = growing ? openAt(source, before) : undefined;
        return open === undefined ? undefined : { type: 'tex', raw: open, text: open, look: 'open' };
      },
      renderer: ({ text, look }) => marked(text, look),
    },
  ];
}

/** What stands between the signs of a formula as it was written. */
export function texOf(raw: string): Formula {
  return formulaAt(raw, '') ?? { raw, tex: raw.replace(/^\$+|\$+$/g, ''), display: false };
}

/** Formulas blanked out, so that stars and underscores in them start no emphasis around them. */
export function withoutMaths(source: string): string {
  if (!/\$|\\[([]/.test(source)) return source;
  let text = '';
  for (let at = 0; at < source.length; ) {
    const formula = /[$\\]/.test(source.charAt(at))
      ? formulaAt(source.slice(at), source.charAt(at - 1))
      : undefined;
    text += formula === undefined ? source.charAt(at) : 'a'.repeat(formula.raw.length);
    at += formula?.raw.length ?? 1;
  }
  return text;
}
