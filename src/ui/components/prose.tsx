// Markdown that streams: finished blocks are drawn once and never touched again; only the open tail is drawn anew, at
// most once a frame and the less often the longer a drawing takes. Nodes that can stay do, so that a selection does.

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { spoken, t } from '../i18n/text.ts';
import { type Blocks, createBlocks, definitionsOf } from '../markdown/blocks.ts';
import { createGrowth, type Growth } from '../markdown/grow.ts';
import { drawing } from '../markdown/load.ts';
import { patch } from '../markdown/patch.ts';
import { wordPiecesOf } from '../unseen.ts';
import { memo } from './memo.ts';

interface BlockProps {
  readonly source: string;
  readonly definitions: string;
  readonly caret: boolean;
}

/** A drawing that took n ms keeps the next one waiting for n times this: a long tail costs a fifth of the time. */
const REST = 4;

const Block = memo(({ source, definitions, caret }: BlockProps): VNode => {
  const box = useRef<HTMLDivElement>(null);
  const due = useRef(0);
  const growth = useRef<Growth>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const render = drawing()?.draw;
  const language = spoken();
  useLayoutEffect(() => {
    if (box.current === null || render === undefined) return;
    const target = box.current;
    const draw = (): void => {
      const from = performance.now();
      growth.current ??= createGrowth(isMarked);
      if (caret && growth.current.grow(target, source)) return;
      const fresh = render(source, { definitions, tail: caret, standing: target });
      showUnseen(fresh);
      if (caret) placeCaret(fresh);
      patch(target, fresh);
      growth.current.drawn(source);
      const to = performance.now();
      due.current = to + (to - from) * REST;
    };
    clearTimeout(timer.current);
    const rest = due.current - performance.now();
    if (caret && rest > 0) timer.current = setTimeout(draw, rest);
    else draw();
  }, [source, definitions, caret, render, language]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return render === undefined ? (
    <div key="raw" class="raw" dir="auto">
      {source}
    </div>
  ) : (
    <div key="drawn" ref={box} dir="auto" />
  );
});

/** What can't be seen, or turns text around, stands there by its number: a model's words are a stranger's too. */
function showUnseen(drawn: DocumentFragment): void {
  if (!isMarked(drawn.textContent ?? '')) return;
  const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    // A set formula has invisible signs of its own; its source was looked at before it was set.
    if (node instanceof Text && isMarked(node.data) && node.parentElement?.closest('math') == null)
      texts.push(node);
  }
  for (const text of texts) {
    const pieces = wordPiecesOf(text.data).map(({ text: piece, code }) => {
      if (code === undefined) return piece;
      const sign = document.createElement('span');
      sign.className = 'unseen';
      sign.title = t('unseen.name', { code });
      sign.textContent = code;
      return sign;
    });
    text.replaceWith(...pieces);
  }
}

const isMarked = (text: string): boolean => wordPiecesOf(text).some(({ code }) => code !== undefined);

/** Behind the last word, inside the element that holds it. */
function placeCaret(box: DocumentFragment): void {
  const caret = document.createElement('span');
  caret.className = 'caret';
  caret.ariaHidden = 'true';
  let end: ParentNode = box;
  for (let inner = lastBlock(end); inner !== undefined; inner = lastBlock(inner)) end = inner;
  // A word joiner, so that it never stands on a line of its own.
  end.append('\u2060', caret);
}

const INSIDE = 'p, ul, ol, li, h1, h2, h3, h4, h5, h6, blockquote';

/** What the element ends with, line breaks of the markup aside. */
function lastBlock(element: ParentNode): Element | undefined {
  const last = element.lastElementChild;
  if (last === null || !last.matches(INSIDE)) return undefined;
  const after = last.nextSibling?.textContent ?? '';
  return after.trim() === '' ? last : undefined;
}

export const Prose = memo(({ text, live }: { readonly text: string; readonly live: boolean }): VNode => {
  const blocks = useRef<Blocks>(undefined);
  blocks.current ??= createBlocks();
  const drawn = useRef<readonly VNode[]>([]);
  const cut = blocks.current.update(text);
  // Definitions may come after the block that refers to them: settled once all is here.
  const definitions = live ? '' : definitionsOf(text);
  // The very same node tells the renderer at once that nothing below it changed.
  drawn.current = cut.map((source, at) => {
    const caret = live && at === cut.length - 1;
    const before = drawn.current[at];
    const same = before?.props as Partial<BlockProps> | undefined;
    if (
      before !== undefined &&
      same?.source === source &&
      same.definitions === definitions &&
      same.caret === caret
    )
      return before;
    return <Block key={at} source={source} definitions={definitions} caret={caret} />;
  });
  return (
    <div
      class="prose"
      onClick={(event) => drawing()?.pressed(event)}
      onCopy={(event) => drawing()?.copied(event)}
    >
      {drawn.current}
    </div>
  );
});
