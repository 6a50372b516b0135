// The form of the tables that hold the judges to account, and the images that their rows send. One fault a row.

import type { ProblemCode } from './problem.ts';
import type { JudgeOptions } from './wire.ts';

export type Json = Record<string, unknown>;
export type RowOptions = JudgeOptions & { model?: string };
export type GoodRow = readonly [name: string, body: unknown, options?: RowOptions];
export type BadRow = readonly [name: string, body: unknown, code: ProblemCode, options?: RowOptions];

export const schema: Json = {
  type: 'object',
  properties: { path: { type: 'string', description: 'Path from the root.' } },
  required: ['path'],
};

export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
export const jpeg = '/9j/4AAQSkZJRgABAQEAYABgAAD/';

/** The head of a PNG with these sides; no judge reads further. */
export const pngOf = (width: number, height: number): string => {
  const sides = [width, height].flatMap((side) => [24, 16, 8, 0].map((shift) => (side >> shift) & 255));
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  return btoa(String.fromCharCode(...head, ...sides, 8, 6, 0));
};
