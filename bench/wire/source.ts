// The worker of the wire benchmark. Both ways start from the same generator of deltas, which lets the event loop turn
// every 64 of them, as a network does.

import { expose } from 'comlink';
import { createSystemClock } from '../../src/adapters/clock.ts';
import type { LiveEvent } from '../../src/engine/events.ts';
import { asId, type RunId } from '../../src/engine/ids.ts';
import type { HostApi, SessionUpdate } from '../../src/protocol/host.ts';
import { createUpdateQueue, SESSION_MERGING } from '../../src/protocol/update-queue.ts';
import { exposeHost } from '../../src/protocol/wire.ts';

const run = asId<RunId>('bench');
const channel = new MessageChannel();
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(0);
  });

async function* deltas(count: number): AsyncGenerator<LiveEvent> {
  for (let i = 0; i < count; i++) {
    if (i % 64 === 0) await turn();
    yield { type: 'part-delta', part: 'text', id: 'a', delta: `t${String(i % 1000).padStart(3, '0')} ` };
  }
}

const source = {
  run: async (count: number, take: (event: LiveEvent) => Promise<void>): Promise<void> => {
    for await (const event of deltas(count)) await take(event);
  },
};
export type CallSource = typeof source;

if (self.name === 'call') {
  expose(source);
} else {
  exposeHost({
    watchSession: async (_session: unknown, count: number) => {
      const queue = createUpdateQueue<SessionUpdate>(createSystemClock(), SESSION_MERGING);
      void (async () => {
        for await (const event of deltas(count)) queue.push({ type: 'live', run, event });
        queue.end();
      })();
      return queue;
    },
  } as unknown as HostApi);
}
