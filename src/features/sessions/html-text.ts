// Markdown as HTML for a file that nobody cleans afterwards: only the elements named here come out, every text is
// escaped, raw HTML is shown as text, links lead to the web or nowhere.

import { Marked, type Token, type Tokens } from 'marked';
import { FORMULAS } from './html-maths.ts';

const marked = new Marked({ extensions: [...FORMULAS] });

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  // Control characters have no place in a document; lone surrogates become U+FFFD.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
    .replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}

export function htmlOf(markdown: string): string {
  try {
    return blocks(marked.lexer(markdown));
  } catch {
    return written(markdown);
  }
}

const written = (source: string): string => `<pre dir="ltr">${escapeHtml(source)}</pre>`;
const code = (source: string): string => `<code dir="ltr">${escapeHtml(source)}</code>`;

/** Of what holds other blocks: they have a direction of their own, so that none is left for it to find by itself. */
function direction(source: string): string {
  const [first = ''] = /\p{L}/u.exec(source) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? 'dir="rtl"'
    : 'dir="ltr"';
}

const blocks = (tokens: readonly Token[]): string => tokens.map(block).join('\n');
const inlines = (tokens: readonly Token[] | undefined): string => (tokens ?? []).map(inline).join('');

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'hr':
      return '<hr>';
    case 'heading': {
      // Under the headings of the document itself.
      const level = Math.min(6, Number((token as Tokens.Heading).depth) + 2);
      return `<h${level} dir="auto">${inlines(token.tokens)}</h${level}>`;
    }
    case 'paragraph':
      return `<p dir="auto">${inlines(token.tokens)}</p>`;
    case 'code':
      return written((token as Tokens.Code).text);
    case 'display':
      return written((token as Tokens.Generic)['text'] ?? token.raw);
    case 'checkbox':
      return inline(token);
    case 'blockquote':
      return `<blockquote ${direction(token.raw)}>${blocks(token.tokens ?? [])}</blockquote>`;
    case 'list': {
      const list = token as Tokens.List;
      const start =
        list.ordered && typeof list.start === 'number' && list.start !== 1 ? ` start="${list.start}"` : '';
      const dir = direction(list.raw);
      const items = list.items.map((item) => {
        const look = item.task ? ' class="task"' : '';
        return `<li${look} ${direction(item.raw)}>${blocks(item.tokens)}</li>`;
      });
      return list.ordered ? `<ol${start} ${dir}>${items.join('')}</ol>` : `<ul ${dir}>${items.join('')}</ul>`;
    }
    case 'table': {
      const table = token as Tokens.Table;
      const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th'): string =>
        `<tr>${cells.map((cell) => `<${tag} dir="auto"${alignment(cell)}>${inlines(cell.tokens)}</${tag}>`).join('')}</tr>`;
      return `<table ${direction(table.raw)}>${row(table.header, 'th')}${table.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
    }
    case 'text':
      return token.tokens === undefined ? escapeHtml((token as Tokens.Text).raw) : inlines(token.tokens);
    default:
      return written(token.raw);
  }
}

function alignment({ align }: Tokens.TableCell): string {
  return align === null ? '' : ` style="text-align:${align}"`;
}

function inline(token: Token): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inlines(token.tokens)}</${token.type}>`;
    case 'codespan':
      return code((token as Tokens.Codespan).text);
    case 'formula':
      return code(token.raw);
    case 'checkbox':
      return (token as Tokens.Checkbox).checked ? '☑ ' : '☐ ';
    case 'br':
      return '<br>';
    case 'escape':
      return escapeHtml((token as Tokens.Escape).text);
    case 'link': {
      const { href, tokens } = token as Tokens.Link;
      const isSafe = /^(?:https?:\/\/|mailto:)/i.test(href);
      return isSafe
        ? `<a href="${escapeHtml(href)}" rel="noreferrer noopener">${inlines(tokens)}</a>`
        : inlines(tokens);
    }
    case 'text':
      return token.tokens === undefined ? escapeHtml((token as Tokens.Text).raw) : inlines(token.tokens);
    default:
      return escapeHtml(token.raw);
  }
}
