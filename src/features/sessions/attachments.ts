// What of a message becomes a file of its own (S7). Pure; where the bytes are kept is the host's.

const MAX_CHARACTERS = 8000;
const MAX_LINES = 200;

export interface PastedFile {
  readonly name: string;
  readonly mediaType: 'text/plain' | 'application/json' | 'text/csv' | 'text/markdown' | 'text/html';
  readonly text: string;
}

/** A long paste as a file; undefined: short enough to stand in the message. `index` keeps names apart. */
export function pastedFile(text: string, index: number): PastedFile | undefined {
  if (text.length <= MAX_CHARACTERS && countLines(text) <= MAX_LINES) return undefined;
  const [mediaType, ending] = kindOf(text);
  return { name: `pasted-${index}.${ending}`, mediaType, text };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function kindOf(text: string): readonly [PastedFile['mediaType'], string] {
  const start = text.trimStart().slice(0, 200);
  if (/^[[{]/.test(start) && isJson(text)) return ['application/json', 'json'];
  if (/^<(?:!doctype html|html)\b/i.test(start)) return ['text/html', 'html'];
  if (/^#{1,6} \S/m.test(start)) return ['text/markdown', 'md'];
  const rows = text
    .trim()
    .split('\n', 5)
    .map((line) => line.split(',').length);
  const [columns = 0] = rows;
  if (columns >= 3 && rows.length === 5 && rows.every((row) => row === columns)) return ['text/csv', 'csv'];
  return ['text/plain', 'txt'];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
