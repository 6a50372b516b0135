// Locks and channel as two tabs, and a worker that dies, see them in Chromium.

import { describe, expect, test } from 'vitest';
import { asId, type SessionId } from '../engine/ids.ts';
import { createChannel } from './channel.ts';
import { createSessionLocks } from './session-lock.ts';

const newSession = (): SessionId => asId(crypto.randomUUID());
const nothing = (): void => {};

describe('session locks', () => {
  test('the first is the owner; the next follows, and owns once the first lets go', async () => {
    const session = newSession();
    const [one, two, three] = [createSessionLocks(), createSessionLocks(), createSessionLocks()];
    const promoted = Promise.withResolvers<void>();
    expect(await one.acquire(session, nothing)).toBe('owner');
    expect(await two.acquire(session, promoted.resolve)).toBe('follower');
    expect(await two.acquire(session, nothing)).toBe('follower');
    one.release(session);
    await promoted.promise;
    expect(await two.acquire(session, nothing)).toBe('owner');
    expect(await three.acquire(session, nothing)).toBe('follower');
  });

  test('who leaves the queue is not called; who reopens at once owns again', async () => {
    const session = newSession();
    const [one, two, three] = [createSessionLocks(), createSessionLocks(), createSessionLocks()];
    expect(await one.acquire(session, nothing)).toBe('owner');
    one.release(session);
    expect(await one.acquire(session, nothing)).toBe('owner');
    const wrong: string[] = [];
    const promoted = Promise.withResolvers<void>();
    expect(await two.acquire(session, () => wrong.push('two'))).toBe('follower');
    expect(await three.acquire(session, promoted.resolve)).toBe('follower');
    two.release(session);
    one.release(session);
    await promoted.promise;
    expect(wrong).toEqual([]);
  });

  test('sessions do not hinder each other', async () => {
    const [one, two] = [createSessionLocks(), createSessionLocks()];
    expect(await one.acquire(newSession(), nothing)).toBe('owner');
    expect(await two.acquire(newSession(), nothing)).toBe('owner');
  });

  test('a worker that is killed loses its lock to the one that waits', async () => {
    const session = newSession();
    const code = `navigator.locks.request(${JSON.stringify(`bowline:session:${session}`)}, () => {
      postMessage('held');
      return new Promise(() => {});
    })`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    const promoted = Promise.withResolvers<void>();
    expect(await createSessionLocks().acquire(session, promoted.resolve)).toBe('follower');
    worker.terminate();
    await promoted.promise;
  });
});

describe('a session that is taken', () => {
  test("is its new owner's at once; the old one hears of it and may queue again", async () => {
    const session = newSession();
    const [one, two, three] = [createSessionLocks(), createSessionLocks(), createSessionLocks()];
    const lost = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    const wrong: string[] = [];
    expect(await one.acquire(session, nothing, lost.resolve)).toBe('owner');
    expect(await two.acquire(session, nothing)).toBe('follower');
    expect(await three.acquire(session, () => wrong.push('three'))).toBe('follower');
    await two.steal(session, nothing);
    await lost.promise;
    expect(await two.acquire(session, nothing)).toBe('owner');
    expect(await one.acquire(session, again.resolve)).toBe('follower');
    expect(wrong).toEqual([]);
    three.release(session);
    two.release(session);
    await again.promise;
  });

  test('is taken from a worker that hangs', async () => {
    const session = newSession();
    const code = `navigator.locks.request(${JSON.stringify(`bowline:session:${session}`)}, () => {
      postMessage('held');
      setTimeout(() => { for (;;); }, 0);
      return new Promise(() => {});
    })`;
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    const mine = createSessionLocks();
    expect(await mine.acquire(session, nothing)).toBe('follower');
    const before = performance.now();
    await mine.steal(session, nothing);
    expect(performance.now() - before).toBeLessThan(1000);
    expect(await mine.acquire(session, nothing)).toBe('owner');
    worker.terminate();
  });
});

describe('the channel', () => {
  test('reaches every other tab in order, not the one that posts, and drops what is no message', async () => {
    const name = crypto.randomUUID();
    const open = () => createChannel<{ readonly type: string; readonly seq: number }>(name);
    const [one, two, three] = [open(), open(), open()];
    const seen: string[] = [];
    const last = Promise.withResolvers<void>();
    one.listen(({ seq }) => seen.push(`one ${seq}`));
    two.listen(({ seq }) => seen.push(`two ${seq}`));
    three.listen(({ seq }) => {
      if (seq === 3) last.resolve();
    });
    new BroadcastChannel(name).postMessage('what');
    for (const seq of [1, 2, 3]) one.post({ type: 'stored', seq });
    await last.promise;
    expect(seen).toEqual(['two 1', 'two 2', 'two 3']);
    for (const channel of [one, two, three]) channel.close();
  });
});
