// Who runs a session: the tab that holds its Web Lock. Taken inside the worker, so that it goes when the worker does,
// however that ends.

import { deferred } from '../engine/deferred.ts';
import { FailureError, failure } from '../engine/failures.ts';
import type { SessionId } from '../engine/ids.ts';
import type { SessionRole } from '../protocol/host.ts';

export interface SessionLocks {
  /**
   * 'follower': another tab has it; we queue, and `onOwner` is called once we get it after all. Asking again for a
   * session that we hold or queue for gives the role that we have by now.
   */
  acquire(session: SessionId, onOwner: () => void): Promise<SessionRole>;
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

  const claim = (session: SessionId, onOwner: () => void): Claim => {
    const name = prefix + session;
    const released = deferred();
    const leaving = new AbortController();
    const decided = deferred<SessionRole>();

    const queue = async (): Promise<void> => {
      try {
        await navigator.locks.request(name, { signal: leaving.signal }, () => {
          made.role = Promise.resolve('owner');
          onOwner();
          return released.promise;
        });
      } catch (thrown) {
        if (!leaving.signal.aborted) throw thrown;
      }
    };
    const take = async (): Promise<void> => {
      await returning.get(session);
      await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock === null) return decided.resolve('follower');
        decided.resolve('owner');
        return released.promise;
      });
      if ((await decided.promise) === 'follower') await queue();
    };

    const taken = take().catch((thrown: unknown) => {
      decided.reject(new FailureError(failure('not-owner', `no lock for the session: ${String(thrown)}`)));
    });
    const made: Claim = {
      role: decided.promise,
      leave() {
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
    acquire(session, onOwner) {
      const known = claims.get(session) ?? claim(session, onOwner);
      claims.set(session, known);
      return known.role;
    },
    release(session) {
      claims.get(session)?.leave();
      claims.delete(session);
    },
  };
}
