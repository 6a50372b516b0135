// Colours code with four inks: keywords, strings, numbers, notes. A scanner, not a parser: when in doubt, plain.

export type Ink = 'k' | 'str' | 'n9' | 'note';

export interface Span {
  readonly text: string;
  readonly ink?: Ink;
  readonly marked?: boolean;
}

const WORDS =
  'abstract and as async await bool boolean break case catch char class const continue def default defer del delete do double elif else enum except export extends extern false final finally float fn for from func function global go goto if impl implements import in int interface is lambda let long loop match mod module move mut namespace new nil none not null nullptr of operator or package pass private protected pub public raise readonly ref return self short signed sizeof static struct super switch template this throw throws trait true try type typedef typeof undefined union unsafe unsigned use using var virtual void volatile when where while with yield';
const SQL =
  'select from where insert into values update set delete create table index drop alter join left right inner outer on group by order having limit offset as and or not null is in like between distinct union all primary key references default case when then else end';
const SHELL =
  'if then else elif fi for while do done case esac function in return export local set exit cd echo';

const HASHED = new Set([
  'py',
  'python',
  'sh',
  'bash',
  'zsh',
  'shell',
  'yaml',
  'yml',
  'toml',
  'rb',
  'ruby',
  'r',
  'make',
  'dockerfile',
  'ini',
  'conf',
]);
const DASHED = new Set(['sql', 'lua', 'hs', 'haskell', 'elm', 'ada']);
const PLAIN = new Set([
  '',
  'text',
  'txt',
  'md',
  'markdown',
  'csv',
  'log',
  'html',
  'xml',
  'svg',
  'diff',
  'plain',
  'plaintext',
]);
const BLOCKED = '\\/\\*[\\s\\S]*?(?:\\*\\/|$)';

const sets = new Map<string, ReadonlySet<string>>();

function wordsOf(language: string): ReadonlySet<string> {
  const list =
    language === 'sql'
      ? SQL
      : ['sh', 'bash', 'zsh', 'shell'].includes(language)
        ? SHELL
        : ['json', 'css', 'yaml', 'yml', 'toml', 'ini', 'conf'].includes(language)
          ? 'true false null'
          : WORDS;
  const known = sets.get(list);
  if (known !== undefined) return known;
  const made = new Set(list.split(' '));
  sets.set(list, made);
  return made;
}

function scanner(language: string): RegExp {
  const note = HASHED.has(language)
    ? '#[^\\n]*'
    : DASHED.has(language)
      ? '--[^\\n]*'
      : `\\/\\/[^\\n]*|${BLOCKED}`;
  const css = language === 'css' ? BLOCKED : note;
  return new RegExp(
    `(${css})|("(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'?|\`(?:[^\`\\\\]|\\\\.)*\`?)|(\\b(?:0[xob][\\da-f_]+|\\d[\\d_]*(?:\\.\\d+)?(?:e[+-]?\\d+)?)\\b)|([\\p{L}_$][\\p{L}\\p{N}_$]*)`,
    'giu',
  );
}

/** The language a file is written in, by its name; '' where we have no inks for it. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.includes('.')
    ? name.slice(name.lastIndexOf('.') + 1)
    : name === 'dockerfile' || name === 'makefile'
      ? 'sh'
      : '';
}

export function highlight(code: string, language: string): readonly Span[] {
  const name = language.toLowerCase();
  if (PLAIN.has(name) || code.length > 200_000) return [{ text: code }];
  const words = wordsOf(name);
  const spans: Span[] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (to > at) spans.push({ text: code.slice(at, to) });
  };
  for (const match of code.matchAll(scanner(name))) {
    const [text, note, str, num, word] = match;
    const ink: Ink | undefined =
      note !== undefined
        ? 'note'
        : str !== undefined
          ? 'str'
          : num !== undefined
            ? 'n9'
            : word !== undefined && words.has(name === 'sql' ? word.toLowerCase() : word)
              ? 'k'
              : undefined;
    if (ink === undefined) continue;
    plain(match.index);
    spans.push({ text, ink });
    at = match.index + text.length;
  }
  plain(code.length);
  return spans;
}

/** The same line with the changed words marked: both cuts laid over each other. */
export function withMarks(
  spans: readonly Span[],
  parts: readonly { readonly text: string; readonly changed: boolean }[],
): readonly Span[] {
  if (!parts.some(({ changed }) => changed)) return spans;
  const cut: Span[] = [];
  let span = 0;
  let offset = 0;
  for (const { text, changed } of parts) {
    for (let left = text.length; left > 0; ) {
      const current = spans[span];
      if (current === undefined) return cut;
      const taken = current.text.slice(offset, offset + left);
      cut.push({ ...current, text: taken, ...(changed ? { marked: true } : {}) });
      left -= taken.length;
      offset += taken.length;
      if (offset >= current.text.length) {
        span++;
        offset = 0;
      }
      if (taken === '') return cut;
    }
  }
  return cut;
}
