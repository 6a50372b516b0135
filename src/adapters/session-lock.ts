// Who runs a session: the tab that holds its Web Lock. Taken inside the worker, so that it goes when the worker does,
// however that ends.

import { deferred } from '../engine/deferred.ts';
import { FailureError, failure } from '../engine/failures.ts';
import type { SessionId } from '../engine/ids.ts';
import type { SessionRole } from '../protocol/host.ts';

export interface SessionLocks {
  /**
   * 'follower': another tab has it; we queue, and `onOwner` is called once we get it after all. Asking again for a
   * session that we hold or queue for gives the role that we have by now. `onLost`: another tab took it from us; we
   * neither hold it nor queue for it any more.
   */
  acquire(session: SessionId, onOwner: () => void, onLost?: () => void): Promise<SessionRole>;
  /** Takes it from whoever holds it, past those who queue. We hold it when this resolves. */
  steal(session: SessionId, onLost: () => void): Promise<void>;
  /** Gives it up, or leaves the queue. */
  release(session: SessionId): void;
}

interface Claim {
  role: Promise<SessionRole>;
  readonly leave: () => void;
}

export function createSessionLocks(prefix = 'bowline:session:'): SessionLocks {
  const claims = new Map<SessionId, Claim>();
  /** Locks on their way back, so that who reopens a session at once doesn't follow itself. */
  const returning = new Map<SessionId, Promise<unknown>>();

  const claim = (session: SessionId, onLost: () => void, onOwner: (() => void) | 'steal'): Claim => {
    const name = prefix + session;
    const released = deferred();
    const leaving = new AbortController();
    const decided = deferred<SessionRole>();
    let holds = false;
    let left = false;

    /** Rejects also where a lock that we hold is stolen. */
    const hold = (options: LockOptions, onLock: (lock: Lock | null) => boolean): Promise<void> =>
      navigator.locks.request(name, options, (lock) => {
        holds = onLock(lock);
        return holds ? released.promise : undefined;
      });
    const take = async (call: () => void): Promise<void> => {
      await returning.get(session);
      await hold({ ifAvailable: true }, (lock) => {
        decided.resolve(lock === null ? 'follower' : 'owner');
        return lock !== null;
      });
      if ((await decided.promise) === 'owner') return;
      await hold({ signal: leaving.signal }, () => {
        made.role = Promise.resolve('owner');
        call();
        return true;
      });
    };
    const steal = (): Promise<void> =>
      hold({ steal: true }, () => {
        decided.resolve('owner');
        return true;
      });

    const taken = (onOwner === 'steal' ? steal() : take(onOwner)).catch((thrown: unknown) => {
      if (left) return;
      if (holds) {
        claims.delete(session);
        onLost();
        return;
      }
      decided.reject(new FailureError(failure('not-owner', `no lock for the session: ${String(thrown)}`)));
    });
    const made: Claim = {
      role: decided.promise,
      leave() {
        left = true;
        released.resolve();
        leaving.abort();
        returning.set(session, taken);
        void taken.then(() => {
          if (returning.get(session) === taken) returning.delete(session);
        });
      },
    };
    return made;
  };

  return {
    acquire(session, onOwner, onLost = () => {}) {
      const known = claims.get(session) ?? claim(session, onLost, onOwner);
      claims.set(session, known);
      return known.role;
    },
    async steal(session, onLost) {
      claims.get(session)?.leave();
      const stolen = claim(session, onLost, 'steal');
      claims.set(session, stolen);
      await stolen.role;
    },
    release(session) {
      claims.get(session)?.leave();
      claims.delete(session);
    },
  };
}
