// What stands around code and tables on the page: the language and the buttons. Drawn markup only; what a press does
// stands in acts.ts.

export interface FigureWords {
  /** Of code whose language is not named. */
  readonly code: string;
  readonly copy: string;
  readonly wrap: string;
  readonly download: string;
  readonly markdown: string;
  readonly csv: string;
  readonly source: string;
}

/** What a press does: the value of `data-act`. */
export type Act = 'copy' | 'wrap' | 'source' | 'download' | 'markdown' | 'csv';

function button(act: Act, label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.dataset['act'] = act;
  if (act === 'wrap' || act === 'source') made.ariaPressed = 'false';
  made.append(label);
  return made;
}

function box(name: 'div' | 'figure' | 'figcaption' | 'span', look: string): HTMLElement {
  const made = document.createElement(name);
  made.className = look;
  return made;
}

/** Puts the bar of a fence above its code. */
export function frameCode(pre: HTMLElement, words: FigureWords): HTMLElement {
  const language = pre.dataset['language'] ?? '';
  const figure = box('figure', 'code');
  figure.dir = 'ltr';
  const bar = box('figcaption', 'bar');
  const label = box('span', language === '' ? 'quiet' : 'mono');
  label.append(language === '' ? words.code : language);
  bar.append(
    label,
    button('copy', words.copy),
    language === 'mermaid' ? button('source', words.source) : button('wrap', words.wrap),
    button('download', words.download),
  );
  pre.replaceWith(figure);
  figure.append(bar, pre);
  return figure;
}

/** Puts the buttons of a table behind the box it scrolls in. */
export function frameTable(wide: Element, words: FigureWords): void {
  const frame = box('div', 'table');
  const acts = box('div', 'bar');
  acts.append(button('markdown', words.markdown), button('csv', words.csv));
  wide.replaceWith(frame);
  frame.append(wide, acts);
}
