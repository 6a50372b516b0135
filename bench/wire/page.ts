// The page of the wire benchmark: takes a worker's deltas by our wire, or by one awaited Comlink call each.

import { proxy, wrap } from 'comlink';
import type { LiveEvent } from '../../src/engine/events.ts';
import { asId, type SessionId } from '../../src/engine/ids.ts';
import { connectHost } from '../../src/protocol/wire.ts';
import type { CallSource } from './source.ts';

export type Way = 'wire' | 'call';

export interface Seen {
  readonly characters: number;
  readonly updates: number;
  readonly ms: number;
  readonly stallMs: number;
}

const worker = new Worker(new URL('./source.ts', import.meta.url), { type: 'module' });
const callWorker = new Worker(new URL('./source.ts', import.meta.url), { type: 'module', name: 'call' });

async function stream(way: Way, count: number): Promise<Seen> {
  let characters = 0;
  let updates = 0;
  let stallMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    stallMs = Math.max(stallMs, now - last - 5);
    last = now;
  }, 5);
  const from = performance.now();
  if (way === 'wire') {
    const host = connectHost(worker);
    for await (const update of await host.watchSession(asId<SessionId>('bench'), count)) {
      if (update.type !== 'live' || update.event.type !== 'part-delta') continue;
      updates++;
      characters += update.event.delta.length;
    }
  } else {
    await wrap<CallSource>(callWorker).run(
      count,
      proxy(async (event: LiveEvent) => {
        if (event.type !== 'part-delta') return;
        updates++;
        characters += event.delta.length;
      }),
    );
  }
  clearInterval(timer);
  return { characters, updates, ms: performance.now() - from, stallMs };
}

Object.assign(globalThis, { stream });
