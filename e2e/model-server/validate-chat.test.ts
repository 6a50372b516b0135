// Holds the judge itself to a table: every known-bad request is refused with its code, every good one is accepted.

import { describe, expect, test } from 'vitest';
import { knownBadRequests } from './known-bad-requests.ts';
import { calls, call, goodRequests, request, result, says, system, user } from './sample-requests.ts';
import { refusals, validateChatRequest } from './validate-chat.ts';

describe('known-bad requests are refused', () => {
  test.each(knownBadRequests)('%s', (_name, body, code) => {
    expect(refusals(body).map((problem) => problem.code)).toContain(code);
  });
});

describe('good requests are accepted', () => {
  test.each(goodRequests)('%s', (_name, body) => {
    expect(refusals(body)).toEqual([]);
  });

  test.each(goodRequests)('%s, as raw text', (_name, body) => {
    expect(refusals(JSON.stringify(body))).toEqual([]);
  });
});

test('the tables are as large as they claim', () => {
  expect(knownBadRequests.length).toBeGreaterThanOrEqual(100);
  expect(goodRequests.length).toBeGreaterThanOrEqual(20);
  expect(new Set(knownBadRequests.map(([name]) => name)).size).toBe(knownBadRequests.length);
});

test('what only some servers refuse is a warning, not a refusal', () => {
  const rows: [string, unknown][] = [
    ['two assistants in a row', request([user(), says('a'), says('b'), user()])],
    ['two users in a row', request([user(), user()])],
    ['a user after a result', request([user(), calls(call('c1')), result('c1'), user('Wait')])],
    ['two system messages', request([system(), system(), user()])],
    ['a developer message', request([{ role: 'developer', content: 'x' }, user()])],
    ['a call of an undeclared tool', request([user(), calls(call('c1', 'gone')), result('c1')])],
    ['an empty result', request([user(), calls(call('c1')), result('c1', '')])],
    ['U+0000', request([user('a\u0000b')])],
  ];
  for (const [name, body] of rows) {
    expect(refusals(body), name).toEqual([]);
    expect(validateChatRequest(body).length, name).toBeGreaterThan(0);
  }
});

test('the size limit counts bytes of UTF-8, not characters', () => {
  const body = request([user('я'.repeat(1000))]);
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
  expect(refusals(body, { maxBytes: bytes })).toEqual([]);
  expect(refusals(body, { maxBytes: bytes - 1 }).map((problem) => problem.code)).toEqual(['too-large']);
});

test('a problem names its place as vendors do', () => {
  const body = request([user(), calls(call('c1'), call('')), result('c1')]);
  expect(refusals(body)).toContainEqual(
    expect.objectContaining({ code: 'call-id', at: 'messages[1].tool_calls[1].id', severity: 'error' }),
  );
});
