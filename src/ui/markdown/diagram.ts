// A diagram in the text: its source until it is drawn, then an inert picture with the source one press away. Drawn again
// where the theme changes.

import { drawPicture, type Picture } from './diagram-frame.ts';
import { diagramLook, onLookChange } from './diagram-look.ts';

export interface DiagramWords {
  diagram(what: string): string;
  readonly notDrawn: string;
  /** The drawing code itself is not to be had. */
  readonly noDrawing: string;
}

const KEPT = 60;
const known = new Map<string, Picture>();
const asked = new Set<string>();
let watching = false;

/** Makes a framed block of code a diagram. Contract: pictures that are known are there at once. */
export function drawDiagram(figure: HTMLElement, words: DiagramWords): void {
  figure.classList.add('diagram');
  const source = sourceOf(figure);
  const look = diagramLook();
  const key = `${look.theme} ${source}`;
  const picture = known.get(key);
  if (picture !== undefined) {
    show(figure, picture, source, words);
    return;
  }
  watch(words);
  if (asked.has(key)) return;
  asked.add(key);
  void drawPicture(source, look.config).then((made) => {
    asked.delete(key);
    // What could not be drawn here at all is tried again when it is shown anew.
    if ('wrong' in made && made.wrong === '') {
      for (const standing of standingOf(source)) show(standing, made, source, words);
      return;
    }
    if (known.size >= KEPT) known.clear();
    known.set(key, made);
    for (const standing of standingOf(source)) drawDiagram(standing, words);
  });
}

function watch(words: DiagramWords): void {
  if (watching) return;
  watching = true;
  onLookChange(() => {
    for (const standing of standingOf()) drawDiagram(standing, words);
  });
}

/** The diagrams on the page, wherever their nodes are by now. */
function standingOf(source?: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.prose .diagram')].filter(
    (figure) => source === undefined || sourceOf(figure) === source,
  );
}

const sourceOf = (figure: HTMLElement): string => figure.querySelector('pre')?.textContent ?? '';

function show(figure: HTMLElement, picture: Picture, source: string, words: DiagramWords): void {
  figure.querySelector('.picture, .wrong')?.remove();
  const bar = figure.querySelector('.bar');
  if ('wrong' in picture) {
    figure.classList.remove('drawn');
    const why = document.createElement('p');
    why.className = 'wrong';
    why.textContent = picture.wrong === '' ? words.noDrawing : words.notDrawn;
    const detail = document.createElement('code');
    detail.textContent = picture.wrong;
    if (picture.wrong !== '') why.append(detail);
    bar?.after(why);
    return;
  }
  const { svg, width, height } = picture;
  const box = document.createElement('div');
  box.className = 'picture';
  box.tabIndex = 0;
  const image = document.createElement('img');
  image.alt = words.diagram(source.trim().split('\n', 1)[0]?.slice(0, 80) ?? '');
  image.width = width;
  image.height = height;
  // Where there is little room it gets smaller, but not too small to read: then it scrolls.
  image.style.minInlineSize = `${Math.round(width * 0.7)}px`;
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  box.append(image);
  figure.classList.add('drawn');
  bar?.after(box);
}
