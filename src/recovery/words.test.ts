import { expect, test } from 'vitest';
import { BOOKS, say } from './words.ts';

const names = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

test('every language says the same with the same values, without exclamation marks', () => {
  for (const book of Object.values(BOOKS))
    for (const [word, text] of Object.entries(BOOKS.en)) {
      const said = Object.entries(book).find(([key]) => key === word)?.[1] ?? '';
      expect(names(said), word).toEqual(names(text));
      expect(said).not.toMatch(/[!！]/);
      expect(said.trim()).not.toBe('');
    }
});

test('values stand where their names are', () => {
  expect(say('en', 'room.of', { used: '1 MB', quota: '2 GB' })).toBe('1 MB of 2 GB');
});
