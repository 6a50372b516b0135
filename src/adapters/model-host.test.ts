// The host of in-page models, with a worker that is played: one model at a time, one answer after the other, an end
// after a while without work.

import { expect, it } from 'vitest';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { createModelHost, type HostedModel, type Said } from './model-host.ts';
import type { ModelStore } from './model-store.ts';
import type { FromModel, ToModel } from './model-talk.ts';

const model = (id: string): HostedModel => ({ id, files: {}, usesGpu: false });
const job = { messages: [], tools: [], window: 100, maxOutput: 10 };
const never = new AbortController().signal;
const IDLE_MS = 1_000;

interface Played {
  readonly heard: ToModel[];
  say(message: FromModel): void;
  break(): void;
  killed: boolean;
}

function stage({ loads = true, kept = true } = {}) {
  const clock = createVirtualClock();
  const threads: Played[] = [];
  const fetched: string[] = [];
  const store: ModelStore = {
    kind: 'plain',
    has: async ({ id }) => kept || fetched.includes(id),
    fetch: async ({ id }) => void fetched.push(id),
    open: async () => ({ files: new Map(), engine: new Blob() }),
    remove: async () => undefined,
  };
  const host = createModelHost({
    clock,
    store: async () => store,
    idleMs: IDLE_MS,
    start: () => {
      let say: (message: FromModel) => void = () => undefined;
      let fail: (message: string) => void = () => undefined;
      const played: Played = {
        heard: [],
        say: (message) => say(message),
        break: () => fail('out of memory'),
        killed: false,
      };
      threads.push(played);
      return {
        post: (message) => {
          played.heard.push(message);
          if (message.type === 'load')
            queueMicrotask(() =>
              say(loads ? { type: 'loaded', device: 'wasm' } : { type: 'load-failed', message: 'no' }),
            );
        },
        onMessage: (call) => {
          say = call;
        },
        onError: (call) => {
          fail = call;
        },
        kill: () => {
          played.killed = true;
        },
      };
    },
  });
  return { clock, threads, fetched, host };
}

const ended = (id: number): FromModel => ({
  type: 'ended',
  id,
  why: 'stop',
  inputTokens: 1,
  outputTokens: 1,
});

async function all(said: AsyncIterable<Said>): Promise<readonly Said[]> {
  const heard: Said[] = [];
  for await (const one of said) heard.push(one);
  return heard;
}

/** Lets everything run that waits for nothing but its turn. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

const kinds = (played: Played | undefined): readonly string[] => played?.heard.map(({ type }) => type) ?? [];

it('fetches what is missing, loads once and answers one question after the other', async () => {
  const { threads, fetched, host } = stage({ kept: false });
  const first = all(host.run(model('a'), job, never));
  const second = all(host.run(model('a'), job, never));
  await settle();
  expect(fetched).toEqual(['a']);
  expect(kinds(threads[0])).toEqual(['load', 'run']);
  threads[0]?.say({ type: 'text', id: 1, delta: 'hi' });
  threads[0]?.say(ended(1));
  await settle();
  expect(kinds(threads[0])).toEqual(['load', 'run', 'run']);
  threads[0]?.say({ type: 'text', id: 1, delta: 'late' });
  threads[0]?.say(ended(2));
  expect((await first).map(({ type }) => type)).toEqual(['text', 'ended']);
  expect(await second).toEqual([ended(2)]);
  expect(threads).toHaveLength(1);
});

it('holds one model at a time', async () => {
  const { threads, host } = stage();
  const first = all(host.run(model('a'), job, never));
  await settle();
  threads[0]?.say(ended(1));
  await first;
  const second = all(host.run(model('b'), job, never));
  await settle();
  expect(threads.map(({ killed }) => killed)).toEqual([true, false]);
  threads[1]?.say(ended(2));
  await second;
});

it('ends the worker after a while without work, and not during an answer', async () => {
  const { clock, threads, host } = stage();
  const answer = all(host.run(model('a'), job, never));
  await settle();
  await clock.advance(IDLE_MS * 3);
  expect(threads[0]?.killed).toBe(false);
  threads[0]?.say(ended(1));
  await answer;
  await clock.advance(IDLE_MS);
  expect(threads[0]?.killed).toBe(true);
});

it('stops at once when it is aborted, tells the worker, and goes on with the next', async () => {
  const { threads, host } = stage();
  const stop = new AbortController();
  const answer = all(host.run(model('a'), job, stop.signal));
  await settle();
  threads[0]?.say({ type: 'text', id: 1, delta: 'hi' });
  await settle();
  stop.abort();
  expect((await answer).map(({ type }) => type)).toEqual(['text']);
  expect(kinds(threads[0])).toContain('stop');
  const next = all(host.run(model('a'), job, never));
  await settle();
  threads[0]?.say(ended(1));
  threads[0]?.say(ended(2));
  expect(await next).toEqual([ended(2)]);
});

it('says why a model could not be loaded, and tries anew the next time', async () => {
  const { threads, host } = stage({ loads: false });
  await expect(all(host.run(model('a'), job, never))).rejects.toMatchObject({
    failure: { code: 'server-error', message: 'a could not be loaded: no' },
  });
  expect(threads[0]?.killed).toBe(true);
  await expect(all(host.run(model('a'), job, never))).rejects.toThrow();
  expect(threads).toHaveLength(2);
});

it('fails the answer in whose middle the worker died', async () => {
  const { threads, host } = stage();
  const answer = all(host.run(model('a'), job, never));
  await settle();
  threads[0]?.break();
  await expect(answer).rejects.toMatchObject({ failure: { code: 'server-error' } });
  expect(threads[0]?.killed).toBe(true);
});
