import { expect, test } from 'vitest';
import type { Entry } from '../../engine/events.ts';
import { asId, type MessageId, type SessionId, USER } from '../../engine/ids.ts';
import { textQuery } from './search.ts';

const entry = (text: string): Entry => ({
  session: asId<SessionId>('s'),
  seq: 3,
  parent: 2,
  v: 1,
  at: 7,
  by: USER,
  event: { type: 'message', id: asId<MessageId>('m'), parts: [{ type: 'text', text }] },
});
const found = (question: string, text: string) => textQuery(question)?.hit(entry(text));
const shown = (question: string, text: string): readonly string[] => {
  const hit = found(question, text);
  return hit?.marks.map(([from, to]) => hit.snippet.slice(from, to)) ?? [];
};

test('all words must occur, in any order and case', () => {
  expect(found('tide SLACK', 'Slack water comes between the Tides.')).toMatchObject({
    seq: 3,
    message: 'm',
    at: 7,
  });
  expect(found('tide moon', 'Slack water comes between the tides.')).toBeUndefined();
  expect(shown('tide SLACK', 'Slack water comes between the Tides.')).toEqual(['Slack', 'Tide']);
});

test('what stands in quotes stands together', () => {
  expect(found('"between the"', 'between\n  the tides')).toBeDefined();
  expect(found('"the between"', 'between the tides')).toBeUndefined();
});

test('a question without words finds nothing', () => {
  expect([textQuery(''), textQuery('  '), textQuery('""')]).toEqual([undefined, undefined, undefined]);
});

test('the snippet is one line around the first word, and its marks fit', () => {
  const text = `${'before '.repeat(40)}anchor ${'after '.repeat(80)}`;
  const hit = found('anchor', text);
  expect(hit?.snippet.startsWith('…before')).toBe(true);
  expect(hit?.snippet.endsWith('…')).toBe(true);
  expect(hit?.snippet.length).toBeLessThan(170);
  expect(shown('anchor after', text).slice(0, 2)).toEqual(['anchor', 'after']);
});

test('letters of any script, composed or not, and pairs stay whole', () => {
  expect(shown('прилив', 'Завтра ПРИЛИВ в полдень')).toEqual(['ПРИЛИВ']);
  expect(shown('潮汐', '明天的潮汐表')).toEqual(['潮汐']);
  expect(shown('café', 'A cafe\u0301 by the harbour')).toEqual(['café']);
  expect(shown('kan', 'İstanbul İİİ ΣΑΣ kan')).toEqual(['kan']);
  expect(found('x', `x${'😀'.repeat(200)}`)?.snippet.isWellFormed()).toBe(true);
});

test('marks that touch are one', () => {
  expect(shown('tid tide ide', 'tide')).toEqual(['tide']);
});
