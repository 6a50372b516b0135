// What kind of image bytes are, by how they begin: a name or a declared type proves nothing.

/** What every provider that sees images takes as it is. Of GIF some take none, others only what stands still. */
export const SENDABLE_IMAGES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type SendableImage = (typeof SENDABLE_IMAGES)[number];
/** The rest has to be decoded and written anew. */
export type ImageKind = SendableImage | 'image/gif' | 'image/heic' | 'image/avif' | 'image/bmp';

const HEIC = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);

/** Undefined: no image that we know. SVG is text. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const at = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (at(0, 8) === '\u0089PNG\r\n\u001a\n') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (at(0, 6) === 'GIF87a' || at(0, 6) === 'GIF89a') return 'image/gif';
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'image/webp';
  if (at(4, 8) === 'ftyp') {
    const brand = at(8, 12);
    return brand === 'avif' || brand === 'avis' ? 'image/avif' : HEIC.has(brand) ? 'image/heic' : undefined;
  }
  // The size of the header tells a bitmap from a text that begins with BM.
  if (at(0, 2) === 'BM' && bytes.length > 54 && at(6, 10) === '\0\0\0\0') return 'image/bmp';
  return undefined;
}

export function isSendable(kind: string): kind is SendableImage {
  return SENDABLE_IMAGES.some((known) => known === kind);
}
