// What of a very long message is shown at first. Pure.

const MAX_CHARACTERS = 4000;
const MAX_LINES = 40;
const SHOWN_CHARACTERS = 1500;
const SHOWN_LINES = 15;

/** The beginning, cut at the end of a line or a word; undefined: short enough to be shown whole. */
export function foldedText(text: string): string | undefined {
  if (text.length <= MAX_CHARACTERS && lineEnd(text, MAX_LINES) === -1) return undefined;
  const lines = lineEnd(text, SHOWN_LINES);
  const end = lines === -1 ? text.length : lines;
  if (end <= SHOWN_CHARACTERS) return `${text.slice(0, end)}\n…`;
  const cut = text.slice(0, SHOWN_CHARACTERS);
  const space = cut.search(/\s\S*$/);
  // Half of a surrogate pair is no letter.
  const kept = space > SHOWN_CHARACTERS / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '');
  return `${kept} …`;
}

/** Where the nth line ends; -1: there are no more than n. */
function lineEnd(text: string, n: number): number {
  let at = -1;
  for (let line = 0; line < n; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return -1;
  }
  return at;
}
