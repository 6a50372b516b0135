// The one way out: what it adds to a request, what it refuses, what it counts.

import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { createHttp } from './http.ts';

const never = new AbortController().signal;

function harness(answer: (url: string) => Response | Error, isOnline = true) {
  const clock = createVirtualClock(1_000);
  const sent: { url: string; init: RequestInit }[] = [];
  let changes = 0;
  const http = createHttp({
    clock,
    isOnline: () => isOnline,
    changed: () => {
      changes += 1;
    },
    fetch: async (url, init) => {
      sent.push({ url, init });
      const given = answer(url);
      if (given instanceof Error) throw given;
      return given;
    },
  });
  return { clock, http, sent, changes: () => changes };
}

describe('createHttp', () => {
  it('sends no cookie, no referrer, keeps nothing, and follows no redirect with a secret', async () => {
    const { http, sent } = harness(() => new Response('ok'));
    await http.fetch({ url: 'https://a.example/x', signal: never, purpose: 'page' });
    for (const name of ['Authorization', 'x-api-key'])
      await http.fetch({
        url: 'https://a.example/x',
        headers: { [name]: 's' },
        signal: never,
        purpose: 'model',
      });
    expect(sent.map(({ init }) => init.redirect)).toEqual(['follow', 'error', 'error']);
    for (const { init } of sent)
      expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' });
  });

  it.each([
    'file:///etc/passwd',
    'data:text/plain,x',
    'https://user:pass@a.example/',
    'nowhere',
    'javascript:1',
  ])('does not call %s', async (url) => {
    const { http, sent } = harness(() => new Response('ok'));
    await expect(http.fetch({ url, signal: never, purpose: 'page' })).rejects.toMatchObject({
      failure: { code: 'bad-address' },
    });
    expect(sent).toEqual([]);
    expect(http.entries()).toEqual([]);
  });

  it.each([
    ['https://a.example/x', { host: 'a.example', offline: 1 }],
    ['http://192.168.0.4:11434/v1', { host: '192.168.0.4:11434', offline: 1 }],
    ['http://localhost:11434/v1', { host: 'localhost:11434' }],
    ['http://127.0.0.1:1234/v1', { host: '127.0.0.1:1234' }],
    ['http://[::1]:8080/v1', { host: '[::1]:8080' }],
  ])('offline, %s: what is on this machine needs no network', async (url, facts) => {
    const { http } = harness(() => new TypeError('Failed to fetch'), false);
    await expect(http.fetch({ url, signal: never, purpose: 'model' })).rejects.toMatchObject({
      failure: { code: 'unreachable', facts },
    });
  });

  it('counts per host and purpose, newest first, with the last status and what stayed unanswered', async () => {
    const { http, clock, changes } = harness((url) =>
      url.includes('b.example') ? new TypeError('Failed to fetch') : new Response('', { status: 202 }),
    );
    const get = (url: string, purpose: 'model' | 'models') => http.fetch({ url, signal: never, purpose });
    await get('https://a.example/1', 'models');
    await clock.advance(5);
    await get('https://a.example:8443/2', 'model');
    await get('https://a.example/3', 'models');
    await clock.advance(5);
    await expect(get('https://b.example/', 'model')).rejects.toMatchObject({
      failure: { code: 'unreachable', facts: { host: 'b.example' } },
    });
    expect(http.entries()).toEqual([
      { host: 'b.example', purpose: 'model', count: 1, firstAt: 1_010, lastAt: 1_010, failed: 1 },
      {
        host: 'a.example',
        purpose: 'models',
        count: 2,
        firstAt: 1_000,
        lastAt: 1_005,
        lastStatus: 202,
        failed: 0,
      },
      {
        host: 'a.example:8443',
        purpose: 'model',
        count: 1,
        firstAt: 1_005,
        lastAt: 1_005,
        lastStatus: 202,
        failed: 0,
      },
    ]);
    expect(changes()).toBe(8);
  });

  it('a request that we gave up is not counted as failed', async () => {
    const stop = new AbortController();
    const { http } = harness(() => {
      stop.abort();
      return new DOMException('aborted', 'AbortError');
    });
    await expect(
      http.fetch({ url: 'https://a.example/', signal: stop.signal, purpose: 'page' }),
    ).rejects.toMatchObject({ failure: { code: 'connection-lost' } });
    expect(http.entries()).toMatchObject([{ count: 1, failed: 0 }]);
  });
});
