// Text in and out: byte order mark, line ends and final newline survive every change.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeEdit, encodeText, lineAt, linesOf } from './text-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(data);
const decoded = (raw: string) => {
  const file = decodeText(bytes(raw));
  if (file === undefined) throw new Error('not text');
  return file;
};

describe('decodeText', () => {
  it('shows LF and no mark', () => {
    expect(decoded('\uFEFFa\r\nb\r\n')).toEqual({ text: 'a\nb\n', raw: 'a\r\nb\r\n', bom: true, crlf: true });
    expect(decoded('a\nb')).toEqual({ text: 'a\nb', raw: 'a\nb', bom: false, crlf: false });
  });

  it('counts line ends by majority', () => {
    expect(decoded('a\r\nb\nc\n').crlf).toBe(false);
    expect(decoded('a\r\nb\r\nc\n').crlf).toBe(true);
  });

  it.each([
    ['a NUL', new Uint8Array([0x61, 0, 0x62])],
    ['Latin-1', new Uint8Array([0x63, 0x61, 0x66, 0xe9])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0x00])],
    ['a cut character', new Uint8Array([0x61, 0xd0])],
    ['a PNG head', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('takes no %s for text', (_, data) => {
    expect(decodeText(data)).toBeUndefined();
  });
});

describe('encodeText', () => {
  it('keeps the style of what stood there', () => {
    expect(text(encodeText('x\ny\n', { bom: true, crlf: true }))).toBe('\uFEFFx\r\ny\r\n');
    expect(text(encodeText('x\r\ny', { bom: false, crlf: false }))).toBe('x\ny');
  });

  it('writes a new file as given, half characters repaired', () => {
    expect(text(encodeText('x\r\ny\ud800'))).toBe('x\r\ny\uFFFD');
  });
});

describe('encodeEdit', () => {
  it('changes the spans and no other byte, mixed line ends too', () => {
    const file = decoded('\uFEFFone\r\ntwo\nthree\r\nfour');
    const start = file.text.indexOf('two\nthree');
    const out = encodeEdit(file, [{ start, end: start + 'two\nthree'.length }], '2\n3');
    expect(text(out)).toBe('\uFEFFone\r\n2\r\n3\r\nfour');
  });

  it('an edit of any text is what the same edit of its LF form gives', () => {
    const line = fc.constantFrom('a', 'bb', '', 'é', '😀');
    const end = fc.constantFrom('\n', '\r\n');
    const raws = fc.array(fc.tuple(line, end)).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(raws, fc.nat(), fc.nat(), fc.string(), (raw, a, b, replacement) => {
        const file = decoded(raw);
        const [start, stop] = [a % (file.text.length + 1), b % (file.text.length + 1)].sort((x, y) => x - y);
        if (start === undefined || stop === undefined) return;
        const written = replacement.toWellFormed().replaceAll('\r', '');
        const out = text(encodeEdit(file, [{ start, end: stop }], written));
        const wanted = file.text.slice(0, start) + written + file.text.slice(stop);
        // A span may cut an emoji in two; then only the repaired forms agree.
        expect(out.replaceAll('\r\n', '\n')).toBe(text(bytes(wanted)));
      }),
    );
  });
});

describe('lines', () => {
  it('a final newline begins no line', () => {
    expect(linesOf('')).toEqual([]);
    expect(linesOf('a\n')).toEqual(['a']);
    expect(linesOf('a\n\n')).toEqual(['a', '']);
    expect(linesOf('a\nb')).toEqual(['a', 'b']);
  });

  it('an offset belongs to the line it stands in', () => {
    expect([0, 1, 2, 3].map((offset) => lineAt('a\nb\n', offset))).toEqual([1, 1, 2, 2]);
  });
});
