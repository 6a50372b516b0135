import { expect, test } from 'vitest';
import { attachmentPath } from './attachments.ts';
import { asId, type BlobHash } from './ids.ts';
import { imageKind } from './image-kind.ts';

const blob = asId<BlobHash>(`0123456789${'a'.repeat(54)}`);

test.each([
  ['notes.txt', 'notes.txt'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['C:\\x.txt', 'C__x.txt'],
  ['a\u0000\nb', 'a__b'],
  ['..', 'file'],
  ['', 'file'],
  ['\ud800x', '\ufffdx'],
])('the path of %j is a plain name under its hash', (name, shown) => {
  expect(attachmentPath({ blob, name })).toBe(`attachments/01234567/${shown}`);
});

test('a very long name keeps its ending', () => {
  const path = attachmentPath({ blob, name: `${'n'.repeat(500)}.csv` });
  expect(path.length).toBeLessThan(160);
  expect(path).toMatch(/\.csv$/);
});

const bytes = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : Array.from(part, (letter) => letter.charCodeAt(0)),
    ),
  );

test.each([
  ['image/png', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
  ['image/jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ['image/gif', bytes('GIF89a')],
  ['image/webp', bytes('RIFF', 0, 0, 0, 0, 'WEBP')],
  ['image/heic', bytes(0, 0, 0, 0x18, 'ftypheic')],
  ['image/avif', bytes(0, 0, 0, 0x18, 'ftypavif')],
  [undefined, bytes('<svg xmlns="x"/>')],
  [undefined, bytes('BMW is a car maker, and this is a text about it that goes on for a while.')],
  [undefined, bytes()],
])('%s is seen by its first bytes', (kind, data) => {
  expect(imageKind(data)).toBe(kind);
});
