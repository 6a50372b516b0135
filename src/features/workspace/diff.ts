// The difference of two texts as lines with the changed words marked, for counts, cards and the side panel.
// Bounded: texts too large or too different are counted as all old, all new, and not drawn. Line ends and the final
// newline are no difference of lines.

import { diffLines, diffWordsWithSpace } from 'diff';
import { lf, linesOf } from './text-file.ts';

/** Part of a line; `changed` marks the words that differ from the line it replaces or is replaced by. */
export interface DiffPart {
  readonly text: string;
  readonly changed: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Line numbers from 1, where the line exists. */
  readonly before?: number;
  readonly after?: number;
  readonly parts: readonly DiffPart[];
}

/** Lines that stand together; between two hunks only equal lines are left out. */
export interface DiffHunk {
  readonly lines: readonly DiffLine[];
}

export interface FileDiff {
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
  /** Too large or too different to compare line by line: counted as all old, all new, no hunks. */
  readonly coarse: boolean;
  /** The texts differ only in what isn't text: line ends, the mark, the final newline. */
  readonly invisible: boolean;
}

/** Above this many characters on both sides together nothing is compared. */
const MAX_SIZE = 2_000_000;
/** Changed lines after which the comparison gives up: its time grows with their square, some 0.1 s here. */
const MAX_EDITS = 1_000;
/** Longer lines are shown without their words marked, and so are more different ones. */
const MAX_LINE = 1_000;
const MAX_WORD_EDITS = 60;

interface Run {
  readonly kind: DiffLine['kind'];
  readonly lines: readonly string[];
}

interface Compared {
  readonly runs: readonly Run[];
  readonly coarse: boolean;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** `before` null: there was no file. `context`: equal lines kept around a change. */
export function diffTexts(before: string | null, after: string, context = 3): FileDiff {
  const { runs, coarse } = compare(before ?? '', after);
  const { added, removed } = countsOf(runs);
  return {
    hunks: coarse ? [] : hunksOf(numbered(runs), context),
    added,
    removed,
    coarse,
    invisible: before !== null && added + removed === 0 && before !== after,
  };
}

export function countLines(before: string | null, after: string): LineCounts {
  return countsOf(compare(before ?? '', after).runs);
}

function countsOf(runs: readonly Run[]): LineCounts {
  const count = (kind: DiffLine['kind']): number =>
    runs.reduce((sum, run) => (run.kind === kind ? sum + run.lines.length : sum), 0);
  return { added: count('added'), removed: count('removed') };
}

function compare(old: string, now: string): Compared {
  const before = linesOf(lf(old));
  const after = linesOf(lf(now));
  const ended = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n')}\n`);
  const parts =
    old.length + now.length > MAX_SIZE
      ? undefined
      : diffLines(ended(before), ended(after), { maxEditLength: MAX_EDITS });
  if (parts === undefined) {
    const runs: readonly Run[] = [
      { kind: 'removed', lines: before },
      { kind: 'added', lines: after },
    ];
    return { runs, coarse: true };
  }
  const runs = parts.map(
    ({ value, added, removed }): Run => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      lines: linesOf(value),
    }),
  );
  return { runs, coarse: false };
}

function numbered(runs: readonly Run[]): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 1;
  let after = 1;
  for (const [index, run] of runs.entries()) {
    const other =
      run.kind === 'removed' ? runs[index + 1] : run.kind === 'added' ? runs[index - 1] : undefined;
    const pairs = other !== undefined && other.kind !== 'same' && other.lines.length === run.lines.length;
    for (const [at, text] of run.lines.entries()) {
      const twin = pairs ? other.lines[at] : undefined;
      lines.push({
        kind: run.kind,
        ...(run.kind === 'added' ? {} : { before: before++ }),
        ...(run.kind === 'removed' ? {} : { after: after++ }),
        parts:
          run.kind === 'same' || twin === undefined
            ? [{ text, changed: false }]
            : partsOf(text, twin, run.kind),
      });
    }
  }
  return lines;
}

/** The words of `text` that `twin`, the line it pairs with, doesn't have. Nothing is marked where all differs. */
function partsOf(text: string, twin: string, kind: 'added' | 'removed'): readonly DiffPart[] {
  const whole = [{ text, changed: false }];
  if (text.length > MAX_LINE || twin.length > MAX_LINE) return whole;
  const [old, now] = kind === 'added' ? [twin, text] : [text, twin];
  const words = diffWordsWithSpace(old, now, { maxEditLength: MAX_WORD_EDITS });
  if (words === undefined) return whole;
  const parts = words
    .filter((word) => (kind === 'added' ? !word.removed : !word.added))
    .map((word) => ({ text: word.value, changed: word.added || word.removed }));
  return parts.some((part) => !part.changed && part.text.trim() !== '') ? parts : whole;
}

function hunksOf(lines: readonly DiffLine[], context: number): readonly DiffHunk[] {
  const hunks: DiffLine[][] = [];
  let kept = -1;
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'same') continue;
    const from = Math.max(index - context, kept + 1);
    if (kept === -1 || from > kept + 1) hunks.push([]);
    const to = Math.min(index + context, lines.length - 1);
    hunks.at(-1)?.push(...lines.slice(from, to + 1));
    kept = Math.max(kept, to);
  }
  return hunks.map((hunk) => ({ lines: hunk }));
}
