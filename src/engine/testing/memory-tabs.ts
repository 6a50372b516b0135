// Several tabs in one test: their locks and their channel.

import type { SessionId } from '../ids.ts';

interface Locks {
  acquire(session: SessionId, onOwner: () => void, onLost?: () => void): Promise<'owner' | 'follower'>;
  steal(session: SessionId, onLost: () => void): Promise<void>;
  release(session: SessionId): void;
}

interface Tab<Message> {
  readonly locks: Locks;
  readonly channel: { post(message: Message): void; listen(call: (message: Message) => void): void };
  /** As when the tab is closed or crashes: its locks pass on, it hears nothing more. */
  crash(): void;
  /** As when the browser freezes it, or it hangs: it keeps its locks and hears nothing until it thaws. */
  freeze(): void;
  /** It hears all that was said meanwhile, in order. */
  thaw(): void;
}

export interface MemoryTabs<Message> {
  open(): Tab<Message>;
}

interface Claim {
  readonly tab: object;
  onOwner(): void;
  onLost(): void;
}

/** Messages arrive in the order they were posted, after the code that posted them. */
export function createMemoryTabs<Message>(): MemoryTabs<Message> {
  const queues = new Map<SessionId, Claim[]>();
  const listeners = new Map<object, ((message: Message) => void)[]>();
  /** What a frozen tab has not heard yet. */
  const frozen = new Map<object, (() => void)[]>();

  const soon = (tab: object, call: () => void): void => {
    void Promise.resolve().then(() => {
      if (!listeners.has(tab)) return;
      const later = frozen.get(tab);
      if (later === undefined) call();
      else later.push(call);
    });
  };
  const leave = (tab: object, session: SessionId): void => {
    const queue = queues.get(session) ?? [];
    const owned = queue[0]?.tab === tab;
    const rest = queue.filter((claim) => claim.tab !== tab);
    queues.set(session, rest);
    const next = rest[0];
    if (owned && next !== undefined) soon(next.tab, () => next.onOwner());
  };

  return {
    open() {
      const tab = {};
      listeners.set(tab, []);
      return {
        locks: {
          async acquire(session, onOwner, onLost = () => {}) {
            const queue = queues.get(session) ?? [];
            if (queue.every((claim) => claim.tab !== tab)) queue.push({ tab, onOwner, onLost });
            queues.set(session, queue);
            return queue[0]?.tab === tab ? 'owner' : 'follower';
          },
          async steal(session, onLost) {
            const [owner, ...others] = queues.get(session) ?? [];
            queues.set(session, [
              { tab, onOwner: () => {}, onLost },
              ...others.filter((claim) => claim.tab !== tab),
            ]);
            if (owner !== undefined && owner.tab !== tab) soon(owner.tab, () => owner.onLost());
          },
          release: (session) => leave(tab, session),
        },
        channel: {
          post(message) {
            const copy = structuredClone(message);
            for (const [other, calls] of listeners) {
              if (other === tab) continue;
              soon(other, () => {
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
        freeze: () => void frozen.set(tab, []),
        thaw() {
          const missed = frozen.get(tab) ?? [];
          frozen.delete(tab);
          for (const call of missed) call();
        },
      };
    },
  };
}
