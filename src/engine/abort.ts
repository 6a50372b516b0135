// Waiting that ends when a signal aborts (E8), whatever the awaited thing does. What is abandoned is swallowed.
// Listeners on a platform's AbortSignal are dear; a run has one, and everything in it waits on its `Stop`.

export const ABORTED: unique symbol = Symbol('aborted');
export type Aborted = typeof ABORTED;

/** The cheap side of an AbortSignal. */
export interface Stop {
  readonly aborted: boolean;
  /** Calls back once on abort, at once if it has been; the result takes it back. */
  onAbort(call: () => void): () => void;
}

const NOTHING = (): void => undefined;

/** A Stop, and the one way to make it happen. */
function createStop(): { readonly stop: Stop; readonly fire: () => void } {
  const calls = new Set<() => void>();
  let aborted = false;
  return {
    stop: {
      get aborted() {
        return aborted;
      },
      onAbort: (call) => {
        if (aborted) {
          call();
          return NOTHING;
        }
        calls.add(call);
        return () => calls.delete(call);
      },
    },
    fire: () => {
      if (aborted) return;
      aborted = true;
      for (const call of calls) call();
      calls.clear();
    },
  };
}

/** Aborts with the first of `signals`, for as long as it lives. */
export function stopOf(...signals: readonly AbortSignal[]): Stop {
  const { stop, fire } = createStop();
  for (const signal of signals) {
    if (signal.aborted) fire();
    else signal.addEventListener('abort', fire, { once: true });
  }
  return stop;
}

/** A real signal for one piece of work, made only if the work asks for it; aborts with `stop` or by `abort`. */
export interface WorkSignal extends Stop {
  readonly signal: AbortSignal;
  abort(): void;
  /** The work is over: what still holds the signal hears no more. */
  release(): void;
}

export function workSignal(stop: Stop): WorkSignal {
  const own = createStop();
  let controller: AbortController | undefined;
  const release = stop.onAbort(own.fire);
  own.stop.onAbort(() => controller?.abort());
  return {
    get aborted() {
      return own.stop.aborted;
    },
    get signal() {
      controller ??= new AbortController();
      if (own.stop.aborted) controller.abort();
      return controller.signal;
    },
    onAbort: own.stop.onAbort,
    abort: own.fire,
    release,
  };
}

/** Resolves to `ABORTED` at once when `stop` aborts; the promise is then left alone, its rejection unreported. */
export function orAborted<T>(promise: Promise<T>, stop: Stop): Promise<T | Aborted> {
  return new Promise((resolve, reject) => {
    const forget = stop.onAbort(() => resolve(ABORTED));
    promise.then(
      (value) => {
        forget();
        resolve(value);
      },
      (reason: unknown) => {
        forget();
        reject(reason);
      },
    );
  });
}

/** Pulls from an iterable so that a hung `next()` never outlives `stop`. Not a generator: this is the hot path. */
export function untilAborted<T>(source: AsyncIterable<T>, stop: Stop): AsyncIterable<T> {
  const iterator = source[Symbol.asyncIterator]();
  let wake = NOTHING;
  const forget = stop.onAbort(() => wake());
  /** Not awaited: a generator's return() waits for its pending await. */
  const leave = (): IteratorResult<T> => {
    forget();
    void iterator.return?.().catch(NOTHING);
    return { done: true, value: undefined };
  };
  const next = (): Promise<IteratorResult<T>> => {
    if (stop.aborted) return Promise.resolve(leave());
    return new Promise((resolve, reject) => {
      wake = () => resolve(leave());
      iterator.next().then((step) => {
        if (step.done === true) forget();
        resolve(step);
      }, reject);
    });
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: () => Promise.resolve(leave()) }) };
}
