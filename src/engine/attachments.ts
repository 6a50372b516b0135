// Where the files stand that a person attached (G3): a path of their own beside the workspace's, made of the part alone,
// so that a request, a tool and the page say the same.

import type { FilePart } from './messages.ts';

/** First part of the path of every attachment. */
export const ATTACHMENTS = 'attachments';

const MAX_NAME = 120;

/** Two files of one name are kept apart by the beginning of their hash. */
export function attachmentPath({ blob, name }: Pick<FilePart, 'blob' | 'name'>): string {
  return `${ATTACHMENTS}/${blob.slice(0, 8)}/${fileName(name)}`;
}

/** A name that every path rule takes: no separators, no control characters, no half characters, not only dots. */
function fileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\\/:\p{Cc}]/gu, '_')
    .trim();
  const short =
    plain.length <= MAX_NAME ? plain : `${plain.slice(0, MAX_NAME - 20)}${plain.slice(-20)}`.toWellFormed();
  return /^[. ]*$/.test(short) ? 'file' : short;
}
