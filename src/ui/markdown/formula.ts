// A formula in the text: its source until it can be set, then MathML with the source kept for copying.

import { texOf } from './maths.ts';
import type { Typeset } from './tex.ts';

type Setter = (tex: string, look: 'inline' | 'display') => Typeset;

let setter: Setter | undefined;
let asked = false;

/** `wrong`: the words for a formula that can't be set, around the reason. */
export interface FormulaWords {
  wrong(why: string): string;
}

/** The element for a formula as it was written. What waits for the chunk is set where it stands once that is here. */
export function drawFormula(raw: string, look: 'inline' | 'display', words: FormulaWords): HTMLElement {
  const box = document.createElement('span');
  box.className = `math ${look}`;
  box.dir = 'ltr';
  if (setter === undefined) {
    box.textContent = raw;
    box.classList.add('waits');
    ask(words);
    return box;
  }
  const made = setter(texOf(raw).tex, look);
  if ('wrong' in made) {
    box.textContent = raw;
    box.classList.add('bad');
    box.title = words.wrong(made.wrong);
  } else {
    box.dataset['tex'] = raw;
    if (look === 'display') box.tabIndex = 0;
    box.append(made.math);
  }
  return box;
}

function ask(words: FormulaWords): void {
  if (asked) return;
  asked = true;
  void import('./tex.ts').then(
    ({ typeset }) => {
      setter = typeset;
      for (const waiting of document.querySelectorAll('.prose .math.waits')) {
        const look = waiting.classList.contains('display') ? 'display' : 'inline';
        waiting.replaceWith(drawFormula(waiting.textContent ?? '', look, words));
      }
    },
    () => {
      asked = false;
    },
  );
}
