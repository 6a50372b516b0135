// Everything about drawn text in one chunk: drawing a block with its furniture, and what presses and copying do in it.

import { carryOver, prepareToSay, pressed } from './acts.ts';
import { drawDiagram } from './diagram.ts';
import { frameCode, frameTable } from './figures.ts';
import { drawFormula } from './formula.ts';
import { renderBlock } from './render.ts';
import { copied } from './selection.ts';
import { wording } from './wording.ts';

interface Drawn {
  readonly definitions: string;
  /** More of this block may come. */
  readonly tail: boolean;
  /** What was drawn of this block before: what a press changed there goes over. */
  readonly standing: ParentNode;
}

export interface Drawing {
  draw(source: string, drawn: Drawn): DocumentFragment;
  pressed(event: Event): void;
  copied(event: ClipboardEvent): void;
}

const FENCE_END = /\n[ \t>]*(?:`{3,}|~{3,})\s*$/;

export function createDrawing(): Drawing {
  prepareToSay();
  return {
    draw: (source, { definitions, tail, standing }) => {
      const words = wording();
      const fresh = renderBlock(source, definitions, words, { tail });
      for (const formula of allOf(fresh, '.math:not(.open)')) {
        const look = formula.classList.contains('display') ? 'display' : 'inline';
        formula.replaceWith(drawFormula(formula.textContent ?? '', look, words));
      }
      const codes = allOf(fresh, 'pre');
      for (const pre of codes) {
        const figure = frameCode(pre, words);
        const mayGrow = tail && pre === codes.at(-1) && !FENCE_END.test(source);
        if (pre.dataset['language'] === 'mermaid' && !mayGrow) drawDiagram(figure, words);
      }
      for (const wide of allOf(fresh, '.wide')) frameTable(wide, words);
      carryOver(standing, fresh);
      return fresh;
    },
    pressed: (event) => pressed(event, wording()),
    copied,
  };
}

const allOf = (fragment: DocumentFragment, selector: string): readonly HTMLElement[] => [
  ...fragment.querySelectorAll<HTMLElement>(selector),
];
