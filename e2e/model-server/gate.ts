// Small things to wait on: a gate that a test opens, and an event list that a test awaits instead of sleeping.

export type Gate = { readonly opened: Promise<void>; open(): void };

export const createGate = (): Gate => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

export type Arrivals<T> = {
  readonly all: readonly T[];
  push(item: T): void;
  /** The next item nobody has taken yet that `wanted` accepts; items it skips count as taken. */
  next(wanted?: (item: T) => boolean, timeoutMs?: number): Promise<T>;
  /** Resolves after `ms` without a new item; rejects at once when one comes. Absence can only be waited for. */
  quiet(ms: number): Promise<void>;
};

/** `name` stands in the message of a wait that timed out. */
export const createArrivals = <T>(name: string): Arrivals<T> => {
  const all: T[] = [];
  const listeners = new Set<() => void>();
  let taken = 0;

  const take = (wanted: (item: T) => boolean): { item: T } | undefined => {
    while (taken < all.length) {
      const item = all[taken];
      taken += 1;
      if (item !== undefined && wanted(item)) return { item };
    }
    return undefined;
  };

  return {
    all,
    push: (item) => {
      all.push(item);
      for (const listener of [...listeners]) listener();
    },
    next: (wanted = () => true, timeoutMs = 15_000) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          const found = take(wanted);
          if (found === undefined) return;
          stop();
          resolve(found.item);
        };
        const timer = setTimeout(() => {
          stop();
          reject(new Error(`no further ${name} within ${timeoutMs} ms (${all.length} so far)`));
        }, timeoutMs);
        const stop = (): void => {
          clearTimeout(timer);
          listeners.delete(settle);
        };
        listeners.add(settle);
        settle();
      }),
    quiet: (ms) =>
      new Promise((resolve, reject) => {
        const broken = (): void => {
          stop();
          reject(new Error(`a ${name} came although none was expected (${all.length} in all)`));
        };
        const timer = setTimeout(() => {
          stop();
          resolve();
        }, ms);
        const stop = (): void => {
          clearTimeout(timer);
          listeners.delete(broken);
        };
        listeners.add(broken);
      }),
  };
};
