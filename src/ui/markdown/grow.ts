// Code that streams: what came since the last drawing is put behind what stands, line by line, so that a long fence
// costs what is new in it. Inks see one line at a time here; the drawing of the finished fence sets that right.

import { type Span, highlight } from './highlight.ts';

const HEAD = /^(`{3,}|~{3,})[ \t]*([\w+#-]*)[^\n`]*\n/;

export interface Growth {
  /** A full drawing of this source stands in the element now. */
  drawn(source: string): void;
  /** False where this is no fence that merely went on: it has to be drawn anew. */
  grow(target: ParentNode, source: string): boolean;
}

/** `isOdd`: text that needs more than being put there. */
export function createGrowth(isOdd: (text: string) => boolean): Growth {
  let before = '';
  /** The line that is not over yet, as plain text at the end of the code. */
  let open: Text | undefined;
  /** Where that line begins in the source. */
  let lineAt = 0;

  return {
    drawn: (source) => {
      before = source;
      open = undefined;
      lineAt = source.length;
    },
    grow: (target, source) => {
      const head = HEAD.exec(before);
      const [, fence = '', language = ''] = head ?? [];
      if (head === null || !source.startsWith(before) || isOdd(source.slice(before.length))) return false;
      const since = before.lastIndexOf('\n') + 1;
      if (closes(source.slice(Math.max(head[0].length, since)), fence)) return false;
      const code = target.querySelector('pre > code');
      if (code === null) return false;
      if (open === undefined && !before.endsWith('\n')) withoutEnd(code);
      open?.remove();
      const end = source.lastIndexOf('\n') + 1;
      if (end > lineAt) {
        for (const span of highlight(source.slice(lineAt, end), language)) append(code, span);
        lineAt = end;
      }
      open = new Text(source.slice(lineAt));
      code.append(open);
      before = source;
      return true;
    },
  };
}

/** A drawing ends every code with a line break, also where the source has none yet. */
function withoutEnd(code: Element): void {
  let last: Node | null = code;
  while (last !== null && !(last instanceof Text)) last = last.lastChild;
  if (last?.data.endsWith('\n') === true) last.deleteData(last.length - 1, 1);
}

/** Plain text joins the text before it, as it does in one drawing of the whole. */
function append(code: Element, { text, ink }: Span): void {
  if (ink === undefined) {
    const last = code.lastChild;
    if (last instanceof Text) last.appendData(text);
    else code.append(text);
    return;
  }
  const span = document.createElement('span');
  span.className = ink;
  span.append(text);
  code.append(span);
}

/** One of the lines is, or may still become, the end of the fence. */
function closes(lines: string, fence: string): boolean {
  return lines.split('\n').some((line) => {
    const mark = line.trim();
    return mark !== '' && mark.replaceAll(fence.charAt(0), '') === '';
  });
}
