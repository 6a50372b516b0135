// Lines of code with their numbers: a file as it is, and the difference of two texts with the changed words marked.

import type { VNode } from 'preact';
import { memo } from './memo.ts';
import { useMemo } from 'preact/hooks';
import type { DiffLine } from '../../features/workspace/fold.ts';
import { differ } from '../differ.ts';
import { t } from '../i18n/later.ts';
import { highlight, languageOf, type Span, withMarks } from '../markdown/highlight.ts';
import { Plainly } from './unseen.tsx';

function Inked({ spans }: { readonly spans: readonly Span[] }): VNode {
  return (
    <>
      {spans.map(({ text, ink, marked }, at) => {
        const plain = <Plainly text={text} />;
        const said = marked === true ? <mark>{plain}</mark> : plain;
        return ink === undefined ? (
          <span key={at}>{said}</span>
        ) : (
          <span key={at} class={ink}>
            {said}
          </span>
        );
      })}
    </>
  );
}

const SIGNS = { same: '  ', added: '+ ', removed: '− ' } as const;
const LOOKS = { same: 'ln', added: 'ln add', removed: 'ln del' } as const;

function Line({
  line,
  language,
  numbered,
}: {
  readonly line: DiffLine;
  readonly language: string;
  readonly numbered: boolean;
}): VNode {
  const text = line.parts.map((part) => part.text).join('');
  const number = numbered ? String(line.kind === 'removed' ? line.before : line.after) : '';
  return (
    <span class={LOOKS[line.kind]} data-n={number}>
      {SIGNS[line.kind]}
      <Inked spans={withMarks(highlight(text, language), line.parts)} />
      {'\n'}
    </span>
  );
}

interface DiffProps {
  readonly path: string;
  /** null: there was no file. */
  readonly before: string | null;
  readonly after: string;
  /** False where only a stretch of the file is known. */
  readonly numbered?: boolean;
  readonly short?: boolean;
}

export const Diff = memo(({ path, before, after, numbered = true, short = false }: DiffProps): VNode => {
  const compute = differ();
  const diff = useMemo(() => compute?.(before, after), [compute, before, after]);
  if (diff === undefined) return <p class="lines quiet">{t('diff.loading')}</p>;
  const language = languageOf(path);
  if (diff.hunks.length === 0) return <p class="inside quiet">{t('diff.same')}</p>;
  return (
    <div class={`lines${short ? ' short' : ''}${numbered ? '' : ' bare'}`} tabIndex={0} dir="ltr">
      {diff.coarse ? <span class="ln gap">{t('diff.coarse')}</span> : null}
      {diff.hunks.map(({ lines }, at) => {
        const [first] = lines;
        const last = diff.hunks[at - 1]?.lines.at(-1);
        const skipped = numbered
          ? (first?.after ?? first?.before ?? 1) -
            (last === undefined ? 1 : (last.after ?? last.before ?? 0) + 1)
          : 0;
        return (
          <>
            {skipped > 0 ? (
              <span class="ln gap" data-n="⋯">
                {t('diff.more', { n: skipped })}
              </span>
            ) : null}
            {lines.map((line, index) => (
              <Line key={index} line={line} language={language} numbered={numbered} />
            ))}
          </>
        );
      })}
    </div>
  );
});

/** Whether a diff would be drawn at once: an approval offers nothing before it can be read. */
export function useCanDiff(): boolean {
  return differ() !== undefined;
}

const SHOWN = 2_000;

export const FileLines = memo(({ path, text }: { readonly path: string; readonly text: string }): VNode => {
  const language = languageOf(path);
  const lines = useMemo(() => linesOf(highlight(text, language)), [text, language]);
  return (
    <div class="lines" tabIndex={0} dir="ltr">
      {lines.slice(0, SHOWN).map((spans, at) => (
        <span key={at} class="ln" data-n={at + 1}>
          <Inked spans={spans} />
          {'\n'}
        </span>
      ))}
      {lines.length > SHOWN ? (
        <span class="ln gap" data-n="⋯">
          {t('files.lines', { n: lines.length })}
        </span>
      ) : null}
    </div>
  );
});

/** A note or string that runs over several lines keeps its ink on each. */
function linesOf(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    for (const [at, text] of span.text.split(/\r?\n/).entries()) {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ ...span, text });
    }
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
