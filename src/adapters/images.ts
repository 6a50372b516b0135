// Images made to fit what a provider takes: decoded by the browser, drawn smaller, written anew. One at a time: a large
// photo takes a hundred megabytes while it is open. What fits already stays byte for byte.

import type { ImageKind } from '../engine/image-kind.ts';
import { isSendable } from '../engine/image-kind.ts';
import type { FittedImage, ImageFit, Images } from '../engine/ports.ts';

/** Attempts at smaller sides until the bytes fit. */
const SHRINK = 0.75;
const MAX_STEPS = 8;
const JPEG_QUALITY = 0.86;

export function createImages(): Images {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    fit: (bytes, kind, limits) => {
      const mine = turn.then(() => fit(bytes, kind, limits));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** Where there is nothing to draw with: what fits as it is, and nothing else. */
export function createPlainImages(): Images {
  return {
    fit: async (bytes, kind, { bytes: limit }) =>
      isSendable(kind) && bytes.length <= limit ? { bytes, mediaType: kind } : undefined,
  };
}

async function fit(bytes: Uint8Array, kind: ImageKind, limits: ImageFit): Promise<FittedImage | undefined> {
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type: kind })).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  try {
    const { width, height } = bitmap;
    if (isSendable(kind) && Math.max(width, height) <= limits.side && bytes.length <= limits.bytes)
      return { bytes, mediaType: kind, width, height };
    // What is drawn (screens, charts) stays sharp as PNG; photos, and what would be too large so, become JPEG.
    const drawn = kind !== 'image/jpeg' && kind !== 'image/heic';
    let scale = Math.min(1, limits.side / Math.max(width, height));
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const size = { width: atLeastOne(width * scale), height: atLeastOne(height * scale) };
      for (const type of drawn ? (['image/png', 'image/jpeg'] as const) : (['image/jpeg'] as const)) {
        const made = await write(bitmap, size, type);
        if (made === undefined) return undefined;
        if (made.length <= limits.bytes) return { bytes: made, mediaType: type, ...size };
      }
      scale *= SHRINK;
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}

async function write(
  bitmap: ImageBitmap,
  { width, height }: { readonly width: number; readonly height: number },
  type: 'image/png' | 'image/jpeg',
): Promise<Uint8Array | undefined> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  if (type === 'image/jpeg') {
    // Nothing shows through a JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type, quality: JPEG_QUALITY }).catch(() => undefined);
  return blob === undefined ? undefined : new Uint8Array(await blob.arrayBuffer());
}

const atLeastOne = (pixels: number): number => Math.max(1, Math.round(pixels));
