// Caps of open streams (P14): so many per account, so many in all, first come first served among those that fit. A place
// is held only while a stream is open: who waits for a child, a person or a tool holds none.

import type { ModelEvent, Provider } from '../../engine/provider.ts';
import { drain } from './drain.ts';

export const STREAMS = { perAccount: 4, overall: 10 } as const;

export interface StreamLimit {
  /** The same provider, whose streams wait for a place. A stop while waiting ends the stream without a word. */
  wrap(provider: Provider, account: string): Provider;
  /** Open now; for the page and for tests. */
  open(account?: string): number;
}

interface Waiting {
  readonly account: string;
  readonly go: () => void;
}

export function createStreamLimit(
  caps: typeof STREAMS | Record<keyof typeof STREAMS, number> = STREAMS,
): StreamLimit {
  const active = new Map<string, number>();
  let overall = 0;
  const queue: Waiting[] = [];

  const count = (account: string): number => active.get(account) ?? 0;
  const fits = (account: string): boolean => overall < caps.overall && count(account) < caps.perAccount;
  const take = (account: string): void => {
    overall += 1;
    active.set(account, count(account) + 1);
  };
  const give = (account: string): void => {
    overall -= 1;
    active.set(account, count(account) - 1);
    // Whoever waits for a full account doesn't keep the others waiting.
    for (
      let at = queue.findIndex((one) => fits(one.account));
      at >= 0;
      at = queue.findIndex((one) => fits(one.account))
    ) {
      const [next] = queue.splice(at, 1);
      if (next === undefined) return;
      take(next.account);
      next.go();
    }
  };
  /** False where the signal aborted first. */
  const place = (account: string, signal: AbortSignal): Promise<boolean> | boolean => {
    if (signal.aborted) return false;
    if (fits(account)) {
      take(account);
      return true;
    }
    return new Promise((resolve) => {
      const waiting: Waiting = {
        account,
        go: () => {
          signal.removeEventListener('abort', stopped);
          resolve(true);
        },
      };
      const stopped = (): void => {
        queue.splice(queue.indexOf(waiting), 1);
        resolve(false);
      };
      signal.addEventListener('abort', stopped, { once: true });
      queue.push(waiting);
    });
  };

  /** Hands on what the stream gives, without a turn of its own for each event. */
  const limited = (
    account: string,
    open: () => AsyncIterable<ModelEvent>,
    signal: AbortSignal,
  ): AsyncIterableIterator<ModelEvent> => {
    let inner: AsyncIterator<ModelEvent> | undefined;
    let ended = false;
    const end = (): void => {
      if (!ended && inner !== undefined) give(account);
      ended = true;
    };
    const step = (from: AsyncIterator<ModelEvent>): Promise<IteratorResult<ModelEvent>> =>
      from.next().then(
        (result) => {
          if (result.done === true) end();
          return result;
        },
        (thrown: unknown) => {
          end();
          throw thrown;
        },
      );
    const begin = (): Promise<IteratorResult<ModelEvent>> => {
      inner = open()[Symbol.asyncIterator]();
      return step(inner);
    };
    const iterator: AsyncIterableIterator<ModelEvent> = {
      [Symbol.asyncIterator]: () => iterator,
      next: () => {
        if (ended) return Promise.resolve(DONE);
        if (inner !== undefined) return step(inner);
        const placed = place(account, signal);
        if (placed === true) return begin();
        return Promise.resolve(placed).then((given) => {
          if (given) return begin();
          ended = true;
          return DONE;
        });
      },
      return: async () => {
        const open = inner;
        if (!ended) await open?.return?.();
        end();
        return DONE;
      },
    };
    return iterator;
  };

  return {
    wrap: (provider, account) => {
      const stream: Provider['stream'] = (request, signal) =>
        limited(account, () => provider.stream(request, signal), signal);
      return { ...provider, stream, complete: (request, signal) => drain(stream(request, signal)) };
    },
    open: (account) => (account === undefined ? overall : count(account)),
  };
}

const DONE = { done: true, value: undefined } as const;
