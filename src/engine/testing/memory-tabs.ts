// Several tabs in one test: their locks and their channel.

import type { SessionId } from '../ids.ts';

interface Locks {
  acquire(session: SessionId, onOwner: () => void): Promise<'owner' | 'follower'>;
  release(session: SessionId): void;
}

interface Tab<Message> {
  readonly locks: Locks;
  readonly channel: { post(message: Message): void; listen(call: (message: Message) => void): void };
  /** As when the tab is closed or crashes: its locks pass on, it hears nothing more. */
  crash(): void;
}

export interface MemoryTabs<Message> {
  open(): Tab<Message>;
}

/** Messages arrive in the order they were posted, after the code that posted them. */
export function createMemoryTabs<Message>(): MemoryTabs<Message> {
  const queues = new Map<SessionId, { readonly tab: object; readonly onOwner: () => void }[]>();
  const listeners = new Map<object, ((message: Message) => void)[]>();

  const leave = (tab: object, session: SessionId): void => {
    const queue = queues.get(session) ?? [];
    const owned = queue[0]?.tab === tab;
    const rest = queue.filter((claim) => claim.tab !== tab);
    queues.set(session, rest);
    if (owned) void Promise.resolve().then(() => rest[0]?.onOwner());
  };

  return {
    open() {
      const tab = {};
      listeners.set(tab, []);
      return {
        locks: {
          async acquire(session, onOwner) {
            const queue = queues.get(session) ?? [];
            if (queue.every((claim) => claim.tab !== tab)) queue.push({ tab, onOwner });
            queues.set(session, queue);
            return queue[0]?.tab === tab ? 'owner' : 'follower';
          },
          release: (session) => leave(tab, session),
        },
        channel: {
          post(message) {
            const copy = structuredClone(message);
            for (const [other, calls] of listeners) {
              if (other === tab) continue;
              void Promise.resolve().then(() => {
                for (const call of listeners.get(other) === calls ? calls : []) call(copy);
              });
            }
          },
          listen: (call) => listeners.get(tab)?.push(call),
        },
        crash() {
          listeners.delete(tab);
          for (const session of queues.keys()) leave(tab, session);
        },
      };
    },
  };
}
