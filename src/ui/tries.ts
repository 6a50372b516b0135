// The three real things to try: which they are, in which words, and about how long they take on Rehearsal.

import type { MessageKey } from './i18n/catalog.ts';

export interface Try {
  readonly id: string;
  readonly glyph: 'diff' | 'join' | 'mark';
  readonly title: MessageKey & `try.${string}.title`;
  readonly detail: MessageKey & `try.${string}.detail`;
  readonly prompt: MessageKey & `try.${string}.prompt`;
  readonly ms: number;
}

const one = <Id extends 'fix' | 'report' | 'rename'>(id: Id, glyph: Try['glyph'], ms: number): Try => ({
  id,
  glyph,
  title: `try.${id}.title`,
  detail: `try.${id}.detail`,
  prompt: `try.${id}.prompt`,
  ms,
});

export const TRIES: readonly Try[] = [
  one('fix', 'diff', 10_000),
  one('report', 'join', 8_000),
  one('rename', 'mark', 8_000),
];
