// Markdown as HTML for a file that nobody cleans afterwards: only the elements named here come out, every text is
// escaped, raw HTML is shown as text, links lead to the web or nowhere.

import { lexer, type Token, type Tokens } from 'marked';

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
    return blocks(lexer(markdown));
  } catch {
    return `<pre>${escapeHtml(markdown)}</pre>`;
  }
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
      return `<h${level}>${inlines(token.tokens)}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${inlines(token.tokens)}</p>`;
    case 'code':
      return `<pre><code>${escapeHtml((token as Tokens.Code).text)}</code></pre>`;
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens ?? [])}</blockquote>`;
    case 'list': {
      const list = token as Tokens.List;
      const start =
        list.ordered && typeof list.start === 'number' && list.start !== 1 ? ` start="${list.start}"` : '';
      const items = list.items.map((item) => `<li>${blocks(item.tokens)}</li>`).join('');
      return list.ordered ? `<ol${start}>${items}</ol>` : `<ul>${items}</ul>`;
    }
    case 'table': {
      const table = token as Tokens.Table;
      const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th'): string =>
        `<tr>${cells.map((cell) => `<${tag}>${inlines(cell.tokens)}</${tag}>`).join('')}</tr>`;
      return `<table>${row(table.header, 'th')}${table.rows.map((cells) => row(cells, 'td')).join('')}</table>`;
    }
    case 'text':
      return token.tokens === undefined ? escapeHtml((token as Tokens.Text).raw) : inlines(token.tokens);
    default:
      return `<pre>${escapeHtml(token.raw)}</pre>`;
  }
}

function inline(token: Token): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inlines(token.tokens)}</${token.type}>`;
    case 'codespan':
      return `<code>${escapeHtml((token as Tokens.Codespan).text)}</code>`;
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
