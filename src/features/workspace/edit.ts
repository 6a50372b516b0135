// The exact replacement of edit_file (T2): where the old text stands, and what to say when it stands nowhere or too
// often. Pure. Its messages hold line numbers only: text of a file would reach the model unfenced.

import { type Failure, failure } from '../../engine/failures.ts';
import { lf, lineAt, linesOf, type Span } from './text-file.ts';

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

export function findEdit(path: string, text: string, edit: Replacement): readonly Span[] | Failure {
  const old = lf(edit.old);
  if (old === lf(edit.new))
    return failure('no-match', `old and new are the same text; nothing to change in ${path}.`, {
      facts: { path },
    });
  const spans = occurrences(text, old);
  if (spans.length === 0)
    return failure('no-match', `old does not occur in ${path}. ${nearest(text, old)} Nothing was written.`, {
      facts: { path },
    });
  if (spans.length > 1 && !edit.all) {
    const lines = spans.slice(0, 8).map(({ start }) => lineAt(text, start));
    const where = `lines ${lines.join(', ')}${spans.length > 8 ? ', …' : ''}`;
    return failure(
      'not-unique',
      `old occurs ${spans.length} times in ${path} (${where}). Add neighbouring lines until it is unique, or set all to true. Nothing was written.`,
      { facts: { path, count: spans.length } },
    );
  }
  return spans;
}

function occurrences(text: string, part: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    spans.push({ start: at, end: at + part.length });
  return spans;
}

/** Lines of old that the search for the nearest place looks at: keeps it linear in the file. */
const COMPARED = 200;

const squeezed = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** One sentence on where the model should look again. */
function nearest(text: string, old: string): string {
  const lines = linesOf(text).map(squeezed);
  const wanted = linesOf(old).map(squeezed);
  while (wanted[0] === '') wanted.shift();
  while (wanted.at(-1) === '') wanted.pop();
  if (wanted.length === 0) return 'It holds white space only.';
  if (lines.length === 0) return 'The file is empty.';

  const compared = wanted.slice(0, COMPARED);
  let best = { line: 0, same: 0 };
  for (let start = 0; start < lines.length && best.same < compared.length; start += 1) {
    let same = 0;
    while (same < compared.length && start + same < lines.length && lines[start + same] === compared[same])
      same += 1;
    if (same > best.same) best = { line: start + 1, same };
  }
  if (best.same === COMPARED) return `It begins as from line ${best.line}: read from there again.`;
  if (best.same === wanted.length)
    return `Lines ${best.line}-${best.line + wanted.length - 1} match but for white space: copy their indentation and spacing exactly.`;
  if (best.same > 0)
    return `It begins as from line ${best.line}, but line ${best.line + best.same} is different: read those lines again.`;
  const similar = mostSimilar(lines, wanted.find((line) => line.length > 3) ?? wanted[0] ?? '');
  return similar === undefined
    ? 'No line is like it: read the file again.'
    : `The nearest is line ${similar}: read it again.`;
}

/** The line (from 1) that shares the most words with `wanted`, if at least half of them. */
function mostSimilar(lines: readonly string[], wanted: string): number | undefined {
  const words = new Set(wanted.match(/[\p{L}\p{N}_]+/gu) ?? []);
  if (words.size === 0) return undefined;
  let best = { line: 0, shared: 0 };
  for (const [index, line] of lines.entries()) {
    const shared = new Set((line.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => words.has(word))).size;
    if (shared > best.shared) best = { line: index + 1, shared };
  }
  return best.shared * 2 >= words.size ? best.line : undefined;
}
