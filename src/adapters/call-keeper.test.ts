// What the request inspector keeps: the bytes as they passed, no secret, so many and no more.

import { expect, it } from 'vitest';
import type { HttpRequest } from '../engine/ports.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import type { KeptCall } from '../protocol/host.ts';
import { createCallKeeper } from './call-keeper.ts';
import { createMask } from './call-mask.ts';
import { tooMany } from './call-store.ts';

const never = new AbortController().signal;
const KEY = 'sk-very-secret-4f2c';
const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  url: 'https://a.example/v1/chat?key=sk-very-secret-4f2c&alt=sse',
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
  body: `{"key":"${KEY}","text":"привет"}`,
  signal: never,
  purpose: 'model',
  about: { session: 's', call: 't' },
  ...more,
});

function setup(given = request()) {
  const kept: KeptCall[] = [];
  const keep = async (_: unknown, call: KeptCall): Promise<void> => void kept.push(call);
  const keeper = createCallKeeper({ clock: createVirtualClock(5), store: { keep, read: async () => [] } });
  return { kept, witness: keeper(given) };
}

it('keeps request and answer as they passed, each byte where it was, and no secret anywhere', async () => {
  const { kept, witness } = setup();
  const bytes = new TextEncoder().encode(`data: {"echo":"${KEY}","п":1}\n\n`);
  const cut = [bytes.slice(0, 30), bytes.slice(30, 31), bytes.slice(31)];
  const body = new ReadableStream({
    pull(controller) {
      const next = cut.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
  const answer = witness?.answered(new Response(body, { headers: { 'x-request-id': 'r1' } }));
  expect(kept).toEqual([]);
  expect(new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
  expect(kept).toHaveLength(1);
  expect(kept[0]).toMatchObject({
    at: 5,
    method: 'POST',
    url: 'https://a.example/v1/chat?key=$KEY&alt=sse',
    headers: [
      ['content-type', 'application/json'],
      ['authorization', 'Bearer $KEY'],
    ],
    body: '{"key":"$KEY","text":"привет"}',
    status: 200,
    answerHeaders: [['x-request-id', 'r1']],
    answer: 'data: {"echo":"$KEY","п":1}\n\n',
    end: 'whole',
  });
  expect(JSON.stringify(kept)).not.toContain(KEY);
});

it('says how an answer ended: broken, closed, too large, none', async () => {
  const broken = setup();
  const failing = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network')),
  });
  await broken.witness
    ?.answered(new Response(failing))
    .text()
    .catch(() => undefined);
  const closed = setup();
  const reader = closed.witness?.answered(new Response('all of it')).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const large = setup();
  const text = 'x'.repeat(2 ** 20 + 1);
  expect(await large.witness?.answered(new Response(text)).text()).toBe(text);
  const none = setup();
  none.witness?.failed();
  expect([broken, closed, large, none].map(({ kept }) => kept[0]?.end)).toEqual([
    'cut',
    'closed',
    'shortened',
    'none',
  ]);
  expect(closed.kept[0]?.answer).toBe('all of it');
});

it('what is no model call of a session is not heard', () => {
  const { about: _, ...other } = request();
  expect(setup(other).witness).toBeUndefined();
});

it('a short key is masked where keys stand, not in every word that holds it', () => {
  const mask = createMask({ url: 'https://a.example/', headers: { 'x-api-key': 'none' } });
  expect(mask.headers([['x-api-key', 'none']])).toEqual([['x-api-key', '$KEY']]);
  expect(mask.text('nonetheless')).toBe('nonetheless');
});

it('the oldest go first: so many a session, so many bytes; the newest always stays', () => {
  const limits = { callsOfSession: 2, bytesOfSession: 100, bytes: 150 };
  const at = (session: string, when: number, bytes = 10) => [session, when, bytes] as const;
  expect(tooMany([at('s', 1), at('s', 2), at('s', 3), at('o', 0)], 's', limits)).toEqual([at('s', 1)]);
  expect(tooMany([at('s', 1, 60), at('s', 2, 60)], 's', limits)).toEqual([at('s', 1, 60)]);
  expect(tooMany([at('s', 3, 500)], 's', limits)).toEqual([]);
  expect(tooMany([at('o', 1, 90), at('s', 3, 90)], 's', limits)).toEqual([at('o', 1, 90)]);
});
