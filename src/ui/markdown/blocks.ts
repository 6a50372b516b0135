// Cuts Markdown that grows into blocks: all but the last are final, so a renderer never touches them again. Pure; it
// reads only what has come since the last final block.

export interface Blocks {
  /** Contract: `text` is the last one or begins with it; anything else starts over. Final blocks never change. */
  update(text: string): readonly string[];
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** Could still become a list item, as only its beginning is here. */
const MAYBE_LIST = /^ {0,3}(?:[-*+]|\d{1,9}[.)]?)$/;

export function createBlocks(): Blocks {
  let final: string[] = [];
  let seen = '';
  let from = 0;
  return {
    update: (text) => {
      if (!text.startsWith(seen.slice(0, from))) {
        final = [];
        from = 0;
      }
      seen = text;
      for (let end = endOfBlock(text, from); end !== undefined; end = endOfBlock(text, from)) {
        final.push(text.slice(from, end));
        from = end;
      }
      return from < text.length ? [...final, text.slice(from)] : [...final];
    },
  };
}

/** Where the block that begins at `from` is certainly over: before the next block's first line. */
function endOfBlock(text: string, from: number): number | undefined {
  let fence = '';
  let inList = false;
  let blank = false;
  let hasText = false;
  for (let at = from; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const complete = newline >= 0;
    const line = text.slice(at, complete ? newline : text.length);
    if (fence !== '') {
      if (closes(line, fence)) fence = '';
    } else if (line.trim() === '') {
      blank = hasText;
    } else {
      const item = LIST.test(line) || (!complete && MAYBE_LIST.test(line));
      const goesOn = /^(?: {2,}|\t)/.test(line) || (!complete && /^ +$/.test(line)) || (inList && item);
      if (blank && !goesOn) return at;
      fence = FENCE.exec(line)?.[1] ?? '';
      inList = inList || item;
      hasText = true;
      blank = false;
    }
    if (!complete) return undefined;
    at = newline + 1;
  }
  return undefined;
}

function closes(line: string, fence: string): boolean {
  const mark = FENCE.exec(line)?.[1] ?? '';
  return mark.length >= fence.length && mark.startsWith(fence.charAt(0)) && line.trim() === mark;
}

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S[^\n]*$/gm;

/** Link definitions of the whole text, which a block may refer to. */
export function definitionsOf(text: string): string {
  return text.includes(']:') ? (text.match(DEFINITION) ?? []).join('\n') : '';
}
