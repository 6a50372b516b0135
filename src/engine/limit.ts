// At most so many at a time, in the order they came.

export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimit(size: number): Limit {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    active++;
    try {
      return await work();
    } finally {
      active--;
      waiting.shift()?.();
    }
  };
}
