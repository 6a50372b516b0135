import { expect, test } from 'vitest';
import { imageKind } from '../engine/image-kind.ts';
import { createImages } from './images.ts';

const limits = { side: 100, bytes: 20_000 };

/** Noise is what no format makes small. */
async function picture(width: number, height: number, type: string, noise = false): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) throw new TypeError('no canvas');
  const data = context.createImageData(width, height);
  let seed = 7;
  for (let at = 0; at < data.data.length; at += 1) {
    seed = (seed * 16_807) % 2_147_483_647;
    data.data[at] = at % 4 === 3 ? 255 : noise ? seed % 256 : 90;
  }
  context.putImageData(data, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
}

test('what fits stays as it is, byte for byte', async () => {
  const bytes = await picture(100, 60, 'image/png');
  const fitted = await createImages().fit(bytes, 'image/png', limits);
  expect(fitted?.bytes).toBe(bytes);
  expect(fitted).toMatchObject({ mediaType: 'image/png', width: 100, height: 60 });
});

test.each([
  [400, 200, 100, 50],
  [200, 400, 50, 100],
  [1_000, 1, 100, 1],
])('%i x %i becomes %i x %i: the longer side counts', async (width, height, toWidth, toHeight) => {
  const bytes = await picture(width, height, 'image/png');
  const fitted = await createImages().fit(bytes, 'image/png', limits);
  expect(fitted).toMatchObject({ mediaType: 'image/png', width: toWidth, height: toHeight });
  expect(imageKind(fitted?.bytes ?? new Uint8Array())).toBe('image/png');
});

test('what is too many bytes as PNG becomes JPEG, then smaller, until it fits', async () => {
  const bytes = await picture(300, 300, 'image/png', true);
  const fitted = await createImages().fit(bytes, 'image/png', { side: 300, bytes: 20_000 });
  expect(fitted?.mediaType).toBe('image/jpeg');
  expect(fitted?.bytes.length).toBeLessThanOrEqual(20_000);
  expect(imageKind(fitted?.bytes ?? new Uint8Array())).toBe('image/jpeg');
});

test('a photo stays a photo; WebP is taken', async () => {
  const jpeg = await createImages().fit(await picture(400, 400, 'image/jpeg'), 'image/jpeg', limits);
  expect(jpeg).toMatchObject({ mediaType: 'image/jpeg', width: 100 });
  const webp = await createImages().fit(await picture(50, 50, 'image/webp'), 'image/webp', limits);
  expect(webp).toMatchObject({ mediaType: 'image/webp' });
});

test('what this browser can’t decode, or a broken file, is no image; the next one is', async () => {
  const images = createImages();
  const bytes = await picture(20, 20, 'image/png');
  const [broken, heic, good] = await Promise.all([
    images.fit(bytes.slice(0, 30), 'image/png', limits),
    images.fit(new TextEncoder().encode('\0\0\0 ftypheic'), 'image/heic', limits),
    images.fit(bytes, 'image/png', limits),
  ]);
  expect([broken, heic]).toEqual([undefined, undefined]);
  expect(good?.bytes).toBe(bytes);
});

test('thirty large pictures at once are made one after the other', async () => {
  const images = createImages();
  const bytes = await picture(800, 800, 'image/jpeg');
  const all = await Promise.all(Array.from({ length: 30 }, () => images.fit(bytes, 'image/jpeg', limits)));
  expect(all.filter((fitted) => fitted?.width === 100)).toHaveLength(30);
});
