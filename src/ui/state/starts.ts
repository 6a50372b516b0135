// Starts that did not come to an end, and reloads that the page took by itself: what must be known before anything
// else works, and so stands in localStorage. The recovery page shows the first.

const STARTS = 'bowline.starts';
const RELOADED = 'bowline.reloaded';
/** A reload that did not help is not taken again so soon, and for the same build not for longer. */
const AGAIN_MS = 60_000;
const SAME_BUILD_MS = 600_000;

export const BUILD = String(import.meta.env.VITE_BUILD ?? 'dev');

function read(key: string): Readonly<Record<string, unknown>> {
  try {
    return { ...Object(JSON.parse(localStorage.getItem(key) ?? '{}')) };
  } catch {
    return {};
  }
}

function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: then nobody counts.
  }
}

/** Counts as failed until `endStart`. How many before it, in a row, did not come to an end. */
export function beginStart(): number {
  const { failed } = read(STARTS);
  const before = typeof failed === 'number' ? failed : 0;
  write(STARTS, { failed: before + 1, build: BUILD });
  return before;
}

export function endStart(): void {
  write(STARTS, { failed: 0, build: BUILD });
}

/** Whether the page may reload itself over a chunk that it can't find; true at most once for one trouble. */
export function mayReload(now: number): boolean {
  const { at, build } = read(RELOADED);
  const since = typeof at === 'number' ? now - at : Number.POSITIVE_INFINITY;
  if (since < (build === BUILD ? SAME_BUILD_MS : AGAIN_MS)) return false;
  write(RELOADED, { at: now, build: BUILD });
  // Where it can't be remembered, it would be done again and again.
  return read(RELOADED)['at'] === now;
}
