// Caps of open streams: per account and in all, in order, and never held by who is not streaming.

import { describe, expect, it } from 'vitest';
import { deferred } from '../../engine/deferred.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../engine/provider.ts';
import { createStreamLimit } from './stream-limit.ts';

const never = new AbortController().signal;
const request: ModelRequest = { role: 'main', model: 'm', system: '', messages: [], tools: [] };
const end: ModelEvent = { type: 'end', stop: 'stop' };

/** Streams that open when asked and end when told. */
function setup(caps = { perAccount: 2, overall: 3 }) {
  const opened: string[] = [];
  const ends = new Map<string, () => void>();
  const limit = createStreamLimit(caps);
  const start = (account: string, name: string, signal = never): Promise<void> => {
    const provider: Provider = {
      id: account,
      stamp: (model) => ({ provider: account, model, endpoint: account }),
      stream: async function* () {
        opened.push(name);
        const { promise, resolve } = deferred();
        ends.set(name, resolve);
        yield { type: 'open' };
        await promise;
        yield end;
      },
      complete: () => Promise.reject(new Error('goes past the limit')),
      validateAuth: () => Promise.resolve({ ok: true, models: [] }),
    };
    return (async () => {
      for await (const event of limit.wrap(provider, account).stream(request, signal))
        if (event === end) return;
    })();
  };
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await Promise.resolve();
  };
  const finish = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { limit, opened, start, settle, finish };
}

describe('the limit of streams', () => {
  it('holds per account and overall, and goes on in order', async () => {
    const { limit, opened, start, settle, finish } = setup();
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1'), start('b', 'b2')];
    await settle();
    expect(opened).toEqual(['a1', 'a2', 'b1']);
    expect([limit.open(), limit.open('a'), limit.open('b')]).toEqual([3, 2, 1]);
    // b2 came after a3, but a is still full.
    await finish('b1');
    expect(opened).toEqual(['a1', 'a2', 'b1', 'b2']);
    await finish('a1');
    expect(opened).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
    for (const name of ['a2', 'a3', 'b2']) await finish(name);
    await Promise.all(all);
    expect(limit.open()).toBe(0);
  });

  it('a stop while waiting ends the stream without a word and leaves the queue', async () => {
    const { limit, opened, start, settle, finish } = setup({ perAccount: 1, overall: 1 });
    const stop = new AbortController();
    const first = start('a', 'a1');
    const stopped = start('a', 'a2', stop.signal);
    const third = start('a', 'a3');
    await settle();
    stop.abort();
    await stopped;
    await finish('a1');
    expect(opened).toEqual(['a1', 'a3']);
    await finish('a3');
    await Promise.all([first, third]);
    expect(limit.open()).toBe(0);
  });

  it('who stops listening gives the place back', async () => {
    const { limit, opened, start, settle } = setup({ perAccount: 1, overall: 1 });
    const provider: Provider = {
      id: 'a',
      stamp: (model) => ({ provider: 'a', model, endpoint: 'a' }),
      stream: async function* () {
        yield { type: 'open' };
        yield end;
      },
      complete: () => Promise.reject(new Error('goes past the limit')),
      validateAuth: () => Promise.resolve({ ok: true, models: [] }),
    };
    for await (const event of limit.wrap(provider, 'a').stream(request, never)) {
      expect(event).toEqual({ type: 'open' });
      expect(limit.open('a')).toBe(1);
      break;
    }
    expect(limit.open('a')).toBe(0);
    expect(await limit.wrap(provider, 'a').complete(request, never)).toMatchObject({ stop: 'stop' });
    void start('a', 'next');
    await settle();
    expect(opened).toEqual(['next']);
  });
});
