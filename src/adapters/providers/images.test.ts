import { expect, test } from 'vitest';
import { asId, type BlobHash, type CallId } from '../../engine/ids.ts';
import type { ImagePart, RequestMessage } from '../../engine/messages.ts';
import { createImages } from './images.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2);
const limits = { side: 1000, bytes: 100, count: 4, total: 1_000 };
const read = async () => PNG;

const images = (count: number, size = 10): readonly ImagePart[] =>
  Array.from({ length: count }, (_, at) => ({
    type: 'image',
    mediaType: 'image/png',
    blob: asId<BlobHash>(`b${at}`),
    size,
  }));
const said = (parts: readonly ImagePart[]): readonly RequestMessage[] => [{ role: 'user', parts }];

async function sentOf(parts: readonly ImagePart[], messages = said(parts)): Promise<string> {
  const image = createImages(messages, limits, read);
  const made = await Promise.all(parts.map((part) => image(part)));
  return made.map(({ type }) => (type === 'file' ? 'i' : '-')).join('');
}

test.each([
  [1, 'i'],
  [4, 'iiii'],
  [5, '-iiii'],
  [30, `${'-'.repeat(26)}iiii`],
])('of %i images the newest are sent, as many as the provider takes', async (count, sent) => {
  expect(await sentOf(images(count))).toBe(sent);
});

test('images give way in steps, so that not every new one changes the history', async () => {
  const wide = { ...limits, count: 20, total: 100_000 };
  const gone = async (count: number): Promise<number> => {
    const parts = images(count);
    const image = createImages(said(parts), wide, read);
    const made = await Promise.all(parts.map((part) => image(part)));
    return made.filter(({ type }) => type === 'text').length;
  };
  expect(await Promise.all([20, 21, 22, 25, 26].map(gone))).toEqual([0, 5, 5, 5, 10]);
});

test('what is too many bytes together gives way too; the newest image never does', async () => {
  expect(await sentOf(images(3, 400))).toBe('-ii');
  expect(await sentOf(images(2, 5_000))).toBe('-i');
});

test('images of results count with those of the person', async () => {
  const parts = images(5);
  const [first, ...rest] = parts;
  if (first === undefined) throw new TypeError('no image');
  const callId = asId<CallId>('c');
  const messages: readonly RequestMessage[] = [
    { role: 'tool', results: [{ callId, tool: 'read_file', ok: true, text: 'x', images: [first] }] },
    { role: 'user', parts: rest },
  ];
  expect(await sentOf(parts, messages)).toBe('-iiii');
});

test('an image that the provider would refuse is named instead: too large, an unknown kind, no longer kept', async () => {
  const [part] = images(1);
  if (part === undefined) throw new TypeError('no image');
  const text = async (bytes: Uint8Array | undefined) =>
    createImages(said([part]), limits, async () => bytes)(part);
  expect(await text(new Uint8Array(101))).toMatchObject({ text: expect.stringContaining('size or kind') });
  expect(await text(new TextEncoder().encode('\0\0\0 ftypheic'))).toMatchObject({ type: 'text' });
  // Two vendors take none, a third only those that stand still.
  expect(await text(new TextEncoder().encode('GIF89a'))).toMatchObject({ type: 'text' });
  expect(await text(undefined)).toMatchObject({ text: expect.stringContaining('no longer kept') });
  expect(await createImages(said([part]), 'none', read)(part)).toMatchObject({
    text: expect.stringContaining('does not take images'),
  });
});

test('the media type is that of the bytes, whatever the part says', async () => {
  const part: ImagePart = { type: 'image', mediaType: 'image/jpeg', blob: asId<BlobHash>('x') };
  expect(await createImages(said([part]), limits, read)(part)).toMatchObject({ mediaType: 'image/png' });
});
