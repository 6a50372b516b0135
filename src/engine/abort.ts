// Waiting that ends when a signal aborts (E8), whatever the awaited thing does. What is abandoned is swallowed.

export const ABORTED: unique symbol = Symbol('aborted');
export type Aborted = typeof ABORTED;

/** Resolves to `ABORTED` at once when `signal` aborts; the promise is then left alone, its rejection unreported. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | Aborted> {
  if (signal.aborted) {
    promise.catch(() => undefined);
    return Promise.resolve(ABORTED);
  }
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(ABORTED);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Pulls from an iterable so that a hung `next()` never outlives `signal`. One listener for the whole stream. */
export async function* untilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  const iterator = source[Symbol.asyncIterator]();
  let wake: (() => void) | undefined;
  const onAbort = (): void => wake?.();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const step = await new Promise<IteratorResult<T> | undefined>((resolve, reject) => {
        wake = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (step === undefined || step.done === true) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a generator's return() waits for its pending await.
    void iterator.return?.().catch(() => undefined);
  }
}
