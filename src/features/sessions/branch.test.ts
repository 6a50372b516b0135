import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Draft, Entry } from '../../engine/events.ts';
import { asId, type SessionId, USER } from '../../engine/ids.ts';
import type { EventLog } from '../../engine/ports.ts';
import { createMemoryLog } from '../../engine/testing/memory-log.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { branchPath, readBranch } from './branch.ts';
import { foldHead } from './head.ts';

const s = asId<SessionId>('s');
const note: Draft = { by: USER, event: { type: 'nudge', kind: 'repeated-call' } };
const back = (to: number): Draft => ({ by: USER, event: { type: 'head', to } });
const seqs = (entries: readonly Entry[]): number[] => entries.map(({ seq }) => seq);

/** Each number appends an entry; a move goes back to a share of the entries so far. */
const moves = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
  {
    maxLength: 60,
  },
);

async function grown(steps: readonly (number | null)[]) {
  const log = createMemoryLog({ fold: foldHead, clock: createVirtualClock() });
  for (const step of steps) {
    const count = log.entries(s).length;
    await log.append(s, [step === null ? note : back(Math.floor(step * count))], { durable: false });
  }
  return log;
}

/** The plain definition: parent by parent. */
function walk(entries: readonly Entry[], tip: number): number[] {
  const path: number[] = [];
  for (let at = entries[tip - 1]; at !== undefined; at = entries[at.parent - 1]) path.unshift(at.seq);
  return path;
}

test('the branch is the path of parents from the head, whole or in windows', async () => {
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 20 }), async (steps, limit) => {
      const log = await grown(steps);
      const tip = (await log.head(s))?.tip ?? 0;
      const path = walk(log.entries(s), tip);
      expect(seqs(branchPath(log.entries(s), tip))).toEqual(path);
      expect(seqs((await readBranch(log, s)).entries)).toEqual(path);

      let window = await readBranch(log, s, { limit });
      const seen = seqs(window.entries);
      while (!window.complete) {
        window = await readBranch(log, s, { before: seen[0] ?? 0, limit });
        expect(window.entries.length).toBeGreaterThan(0);
        seen.unshift(...seqs(window.entries));
      }
      expect(seen).toEqual(path);
    }),
  );
});

test('a window costs as much as it holds, however long the session is', async () => {
  const log = await grown(Array.from({ length: 3000 }, () => null));
  let read = 0;
  const counting: Pick<EventLog, 'read' | 'head'> = {
    head: (session) => log.head(session),
    async read(session, range) {
      const entries = await log.read(session, range);
      read += entries.length;
      return entries;
    },
  };
  const { entries, complete } = await readBranch(counting, s, { limit: 100 });
  expect([entries[0]?.seq, entries.at(-1)?.seq, complete]).toEqual([2901, 3000, false]);
  expect(read).toBe(100);
  await readBranch(counting, s, { before: 2901, limit: 50 });
  expect(read).toBe(151);
});

test('an abandoned branch is jumped over, not read through', async () => {
  const log = await grown([...Array.from({ length: 1000 }, () => null), 0.002, null]);
  const asked: number[] = [];
  const counting: Pick<EventLog, 'read' | 'head'> = {
    head: (session) => log.head(session),
    read(session, range) {
      asked.push(range?.limit ?? -1);
      return log.read(session, range);
    },
  };
  expect(seqs((await readBranch(counting, s, { limit: 10 })).entries)).toEqual([1, 2, 1002]);
  expect(asked).toHaveLength(2);
});

test('what hung on a lost record hangs on the one before it', async () => {
  const log = await grown([null, null, null, null, null]);
  const lossy = (lost: readonly number[]): Pick<EventLog, 'read' | 'head'> => ({
    head: (session) => log.head(session),
    read: async (session, range) => (await log.read(session, range)).filter(({ seq }) => !lost.includes(seq)),
  });
  expect(await readBranch(lossy([3]), s)).toMatchObject({ complete: true });
  expect(seqs((await readBranch(lossy([3]), s)).entries)).toEqual([1, 2, 4, 5]);
  expect(seqs((await readBranch(lossy([5]), s)).entries)).toEqual([1, 2, 3, 4]);
  expect(await readBranch(lossy([1, 2]), s)).toMatchObject({ complete: true });
  expect(seqs((await readBranch(lossy([4]), s, { before: 4, limit: 2 })).entries)).toEqual([2, 3]);
});

test('a session that is not there has an empty, complete branch', async () => {
  expect(await readBranch(await grown([]), s, { limit: 5 })).toEqual({ entries: [], complete: true });
});
