// Bytes of a file as the text a model sees (strict UTF-8, LF line ends, no byte order mark) and back again, so that
// a change keeps the file's own line ends and mark (T2). Knows no other encoding: such a file is not text here.

import { wellFormed } from '../../engine/text.ts';

/** How a file writes its text. */
export interface TextStyle {
  readonly bom: boolean;
  /** Most of its lines end in CRLF. */
  readonly crlf: boolean;
}

export interface TextFile extends TextStyle {
  /** As the model sees it. */
  readonly text: string;
  /** As it is on disk, without the mark. */
  readonly raw: string;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const BOM = '\uFEFF';

/** Undefined where the bytes are not UTF-8 or hold a NUL: binary, or an encoding that we would damage. */
export function decodeText(bytes: Uint8Array): TextFile | undefined {
  if (bytes.includes(0)) return undefined;
  let raw: string;
  try {
    raw = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const bom = raw.startsWith(BOM);
  if (bom) raw = raw.slice(1);
  if (!raw.includes('\r\n')) return { text: raw, raw, bom, crlf: false };
  const text = lf(raw);
  const ends = raw.length - text.length;
  return { text, raw, bom, crlf: ends * 2 > text.split('\n').length - 1 };
}

/** The bytes of a whole new text: in the style of what stood there before, as given where nothing did. */
export function encodeText(content: string, style?: TextStyle): Uint8Array {
  const text = wellFormed(content);
  if (style === undefined) return new TextEncoder().encode(text);
  const body = style.crlf ? lf(text).replaceAll('\n', '\r\n') : lf(text);
  return new TextEncoder().encode(style.bom && !body.startsWith(BOM) ? BOM + body : body);
}

/** The bytes with each span of `file.text` replaced; everything else stays as it is on disk, mixed line ends too. */
export function encodeEdit(file: TextFile, spans: readonly Span[], replacement: string): Uint8Array {
  const inserted = lf(wellFormed(replacement));
  const written = file.crlf ? inserted.replaceAll('\n', '\r\n') : inserted;
  const toRaw = rawOffsets(file);
  let out = file.bom ? BOM : '';
  let from = 0;
  for (const span of spans) {
    out += file.raw.slice(from, toRaw(span.start)) + written;
    from = toRaw(span.end);
  }
  return new TextEncoder().encode(out + file.raw.slice(from));
}

/** Line ends as a model writes them. */
export function lf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The lines of a text; a final newline ends the last one and begins none. */
export function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

/** The number of the line (from 1) that holds `offset`. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Maps ascending offsets of `text` to offsets of `raw`: one more for each CRLF before. */
function rawOffsets({ text, raw }: TextFile): (offset: number) => number {
  if (text.length === raw.length) return (offset) => offset;
  let next = raw.indexOf('\r\n');
  let before = 0;
  return (offset) => {
    while (next !== -1 && next - before < offset) {
      before += 1;
      next = raw.indexOf('\r\n', next + 2);
    }
    return offset + before;
  };
}
