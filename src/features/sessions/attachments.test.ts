import { expect, test } from 'vitest';
import { pastedFile } from './attachments.ts';

const long = (line: string): string => `${line}\n`.repeat(Math.ceil(9000 / (line.length + 1)));

test('a short paste stays in the message', () => {
  expect(pastedFile('a few words', 1)).toBeUndefined();
  expect(pastedFile('x'.repeat(8000), 1)).toBeUndefined();
});

test('many characters or many lines make a file, with the text as it was', () => {
  expect(pastedFile('x'.repeat(8001), 1)).toEqual({
    name: 'pasted-1.txt',
    mediaType: 'text/plain',
    text: 'x'.repeat(8001),
  });
  expect(pastedFile('\n'.repeat(201), 2)?.name).toBe('pasted-2.txt');
});

test.each([
  [JSON.stringify(Array.from({ length: 3000 }, (_, at) => at)), 'json'],
  [`${JSON.stringify(Array.from({ length: 3000 }, (_, at) => at))}]`, 'txt'],
  [`<!doctype html>\n${long('<p>hi</p>')}`, 'html'],
  [`# Notes\n\n${long('words')}`, 'md'],
  [long('1,2,3'), 'csv'],
  [long('one, two'), 'txt'],
])('the kind of file is seen from its beginning (%#)', (text, ending) => {
  expect(pastedFile(text, 1)?.name).toBe(`pasted-1.${ending}`);
});
