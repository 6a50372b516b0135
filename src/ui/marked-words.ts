// Words that were searched for, marked where they stand on the page without touching what is drawn (the platform's
// highlights; where it has none, the page only goes there).

const NAME = 'hit';
/** Text that is drawn late (the renderer, a grown tail) is looked at for so long. */
const WATCHED_MS = 4000;

/** The words of a question, as the search takes them: each by itself, in quotes together. */
export function wordsOf(question: string): readonly string[] {
  return [...question.normalize('NFC').matchAll(/"([^"]+)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? '').trim())
    .filter((word) => word !== '');
}

/**
 * Marks every place in what is said in `element` and tells of the first one in its `nth` text: at once, and again as
 * long as something is still drawn anew. Returns how to take the marks off.
 */
export function markWords(
  element: HTMLElement,
  { question, nth }: { readonly question: string; readonly nth: number },
  onFirst: (range: Range | undefined) => void,
): () => void {
  const words = wordsOf(question);
  let looking = true;
  const draw = (): void => {
    const texts = [...element.querySelectorAll('.prose')].map((text) => rangesOf(text, words));
    CSS.highlights?.set(NAME, new Highlight(...texts.flat()));
    if (looking) onFirst((texts[nth] ?? texts.flat())[0]);
  };
  draw();
  const watcher = new MutationObserver(draw);
  watcher.observe(element, { childList: true, subtree: true, characterData: true });
  const rest = (): void => {
    looking = false;
    clearTimeout(timer);
  };
  const timer = setTimeout(rest, WATCHED_MS);
  // Whoever scrolls or types has seen it: the page must not pull them back.
  for (const sign of ['wheel', 'pointerdown', 'keydown']) addEventListener(sign, rest, { once: true });
  return () => {
    rest();
    watcher.disconnect();
    CSS.highlights?.delete(NAME);
  };
}

function rangesOf(element: Element, words: readonly string[]): readonly Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { readonly node: Node; readonly from: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, from: text.length });
    text += node.nodeValue ?? '';
  }
  const point = (at: number, range: Range, which: 'setStart' | 'setEnd'): void => {
    const place = nodes.findLast(({ from }) => from < at || (from === at && which === 'setStart'));
    if (place !== undefined) range[which](place.node, at - place.from);
  };
  const found = words.flatMap((word) => [...text.matchAll(patternOf(word))]);
  return found
    .toSorted((a, b) => a.index - b.index)
    .map((match) => {
      const range = document.createRange();
      point(match.index, range, 'setStart');
      point(match.index + match[0].length, range, 'setEnd');
      return range;
    });
}

function patternOf(word: string): RegExp {
  const written = word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(written, 'giu');
}
