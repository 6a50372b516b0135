// Judges an image that travels inside a request: its declared type, its base64, its size and its sides. What each
// vendor takes is a rule of data. It decodes no more than the head of the image.

import type { Report } from './problem.ts';

export type ImageRule = {
  /** Media types that the vendor takes. */
  types: readonly string[];
  /** Characters of base64. */
  most: number;
  /** Pixels of the longer side. */
  side: number;
};

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

const headOf = (data: string): Uint8Array => {
  const text = atob(data.slice(0, 64).padEnd(Math.ceil(Math.min(data.length, 64) / 4) * 4, '='));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
};

/** The type that the bytes themselves tell. */
const typeOf = (data: string): string | undefined => {
  if (data.startsWith('iVBORw0KGgo')) return 'image/png';
  if (data.startsWith('/9j/')) return 'image/jpeg';
  if (data.startsWith('R0lGOD')) return 'image/gif';
  return data.startsWith('UklGR') ? 'image/webp' : undefined;
};

/** Width and height where they stand at the head of the file. */
const sidesOf = (type: string, data: string): readonly number[] => {
  const head = headOf(data);
  const view = new DataView(head.buffer);
  if (type === 'image/png' && head.length >= 24) return [view.getUint32(16), view.getUint32(20)];
  if (type === 'image/gif' && head.length >= 10) return [view.getUint16(6, true), view.getUint16(8, true)];
  return [];
};

/** `type` may be undefined where the vendor reads it from the bytes. */
export const judgeImage = (
  image: { type?: unknown; data: unknown },
  rule: ImageRule,
  at: string,
  report: Report,
): void => {
  const { type, data } = image;
  if (type !== undefined && (typeof type !== 'string' || !rule.types.includes(type))) {
    report.error('image-type', at, `${JSON.stringify(type)} is none of ${rule.types.join(', ')}`);
    return;
  }
  if (typeof data !== 'string' || !base64.test(data) || data.length % 4 !== 0) {
    report.error('image-data', at, 'the data is no base64');
    return;
  }
  const told = typeOf(data);
  if (told === undefined || !rule.types.includes(told))
    report.error('image-data', at, 'the bytes are no image of a known kind');
  else if (type !== undefined && told !== type)
    report.error('image-type', at, `declared as ${type}, but the bytes are ${told}`);
  if (data.length > rule.most) report.error('image-size', at, `more than ${rule.most} characters of base64`);
  if (told !== undefined && sidesOf(told, data).some((side) => side > rule.side))
    report.error('image-size', at, `a side of more than ${rule.side} pixels`);
};

/** `data:TYPE;base64,DATA` taken apart; undefined when it is anything else. */
export const openDataUrl = (url: string): { type: string; data: string } | undefined => {
  const [, type, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  return type === undefined || data === undefined ? undefined : { type, data };
};
