// A drawn table as text again: Markdown with its inline marks, CSV by RFC 4180. Reads the drawn nodes, so it gives what
// is seen.

const rowsOf = (table: HTMLTableElement): readonly (readonly HTMLTableCellElement[])[] =>
  [...table.rows].map((row) => [...row.cells]);

export function tableAsCsv(table: HTMLTableElement): string {
  return rowsOf(table)
    .map((cells) => cells.map((cell) => field(plain(cell))).join(','))
    .join('\r\n');
}

function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function tableAsMarkdown(table: HTMLTableElement): string {
  const lines = rowsOf(table).map((cells) => `| ${cells.map((cell) => inline(cell)).join(' | ')} |`);
  const [head = ''] = lines;
  const [first = []] = rowsOf(table);
  const rule = `| ${first.map(ruleOf).join(' | ')} |`;
  return [head, rule, ...lines.slice(1)].join('\n');
}

function ruleOf(cell: HTMLTableCellElement): string {
  switch (cell.getAttribute('align')) {
    case 'left':
      return ':--';
    case 'right':
      return '--:';
    case 'center':
      return ':-:';
    default:
      return '---';
  }
}

/** The source in place of a set formula, line ends in place of breaks. */
function plain(node: Node): string {
  if (!(node instanceof Element)) return node.textContent ?? '';
  if (node.matches('br')) return '\n';
  if (node instanceof HTMLElement && node.matches('.math'))
    return node.dataset['tex'] ?? node.textContent ?? '';
  if (node.matches('.caret')) return '';
  return [...node.childNodes].map(plain).join('');
}

const SIGNS: Readonly<Record<string, string>> = {
  STRONG: '**',
  B: '**',
  EM: '*',
  I: '*',
  DEL: '~~',
  S: '~~',
};

function inline(node: Node): string {
  if (!(node instanceof Element)) return (node.textContent ?? '').replace(/[\\|*_`[\]<]/g, '\\$&');
  if (node.matches('br')) return '<br>';
  if (node.matches('.caret')) return '';
  if (node.matches('.math')) return plain(node).replaceAll('|', '\\|');
  if (node.matches('code')) return codeSpan((node.textContent ?? '').replaceAll('|', '\\|'));
  const inner = [...node.childNodes].map(inline).join('');
  const sign = SIGNS[node.nodeName] ?? '';
  if (sign !== '' && inner !== '') return `${sign}${inner}${sign}`;
  const target =
    node instanceof HTMLAnchorElement ? (node.dataset['path'] ?? node.getAttribute('href')) : null;
  return target === null ? inner : `[${inner}](${target.replace(/[\s()]/g, encodeURIComponent)})`;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}
