// Where a formula stands in Markdown that becomes a document: its source is kept letter for letter, so that Markdown
// takes none of its backslashes away. Nothing is drawn here: the document has no script and no fonts.

import type { TokenizerAndRendererExtension } from 'marked';

const DISPLAY = /^ {0,3}(\$\$[\s\S]+?\$\$|\\\[[\s\S]+?\\\])[ \t]*(?:\n+|$)/;
const INLINE = /^(?:\$\$(?:[^$\\]|\\[\s\S])+?\$\$|\\\((?:[^\\]|\\(?!\)))+?\\\)|\\\[(?:[^\\]|\\(?!\]))+?\\\])/;
/** An amount of money is none: no space inside the signs, no digit after them. */
const SINGLE = /^\$(?=\S)((?:[^$\\\n]|\\.)+?)(?<=\S)\$(?!\d)/;
/** What Markdown would take away or read as its own. */
const LOOKS_LIKE_MATHS = /[\\^_=*]/;

export const FORMULAS: readonly TokenizerAndRendererExtension[] = [
  {
    name: 'display',
    level: 'block',
    start: (text) => beginOf(text, /(?:^|\n) {0,3}(?:\$\$|\\\[)/),
    tokenizer: (text) => {
      const [raw, formula] = DISPLAY.exec(text) ?? [];
      return raw === undefined ? undefined : { type: 'display', raw, text: formula ?? raw };
    },
  },
  {
    name: 'formula',
    level: 'inline',
    start: (text) => beginOf(text, /\$|\\[([]/),
    tokenizer: (text) => {
      const raw = INLINE.exec(text)?.[0] ?? singleIn(text);
      return raw === undefined ? undefined : { type: 'formula', raw };
    },
  },
];

function singleIn(text: string): string | undefined {
  const [raw, inside] = SINGLE.exec(text) ?? [];
  return inside !== undefined && LOOKS_LIKE_MATHS.test(inside) ? raw : undefined;
}

function beginOf(text: string, pattern: RegExp): number | undefined {
  const at = text.search(pattern);
  return at < 0 ? undefined : at;
}
