// Runs work on many items, a few at a time, results in the order of the items. Stops taking new ones at the first
// rejection or abort.

import { stopIfAborted } from './attempt.ts';

export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      stopIfAborted(signal);
      results[index] = await work(item);
    }
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, async () => {
    try {
      await lane();
    } catch (thrown) {
      failed = true;
      throw thrown;
    }
  });
  await Promise.all(lanes);
  return results;
}
