// At most so many at a time, in the order they came.

export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimit(size: number): Limit {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active < size) active++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place is handed over: whoever comes now has to queue behind those who wait.
      const next = waiting.shift();
      if (next === undefined) active--;
      else next();
    }
  };
}
