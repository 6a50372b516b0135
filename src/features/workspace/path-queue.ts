// Serialises the writes to one path across participants (T3): one at a time per path, in the order they came.

export interface PathQueue {
  /** Runs `work` when everything queued before it for `path` has settled. */
  run<T>(path: string, work: () => Promise<T>): Promise<T>;
}

export function createPathQueue(): PathQueue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: async (path, work) => {
      const before = tails.get(path) ?? Promise.resolve();
      const mine = before.then(work, work);
      tails.set(path, mine);
      try {
        return await mine;
      } finally {
        if (tails.get(path) === mine) tails.delete(path);
      }
    },
  };
}
