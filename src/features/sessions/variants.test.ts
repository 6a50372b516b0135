import { expect, test } from 'vitest';
import type { Draft, Entry, StoredEvent } from '../../engine/events.ts';
import {
  asId,
  type MessageId,
  type ParticipantId,
  type RunId,
  type SessionId,
  USER,
} from '../../engine/ids.ts';
import { NO_USAGE } from '../../engine/messages.ts';
import { createMemoryLog } from '../../engine/testing/memory-log.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { branchPath } from './branch.ts';
import { forkEntries } from './fork.ts';
import { foldHead } from './head.ts';
import { leafOf, seqOf, variantPoints } from './variants.ts';

const s = asId<SessionId>('s');
const agent = asId<ParticipantId>('agent');
const said = (id: string): Draft => ({
  by: USER,
  event: { type: 'message', id: asId<MessageId>(id), parts: [{ type: 'text', text: `say ${id}` }] },
});
const started = (run: string, message: string): Draft => {
  const cause = { type: 'message', message: asId<MessageId>(message) } as const;
  const event: StoredEvent = {
    type: 'run-start',
    run: asId<RunId>(run),
    agent,
    model: `a/${run}`,
    cause,
    budget: {},
    system: '',
    tools: [],
  };
  return { by: agent, run: asId<RunId>(run), event };
};
const replied = (run: string): Draft => ({
  by: agent,
  run: asId<RunId>(run),
  event: {
    type: 'message-end',
    turn: asId('t'),
    message: {
      id: asId(`reply-${run}`),
      parts: [{ type: 'text', text: `reply of ${run}` }],
      stamp: { provider: 'a', model: 'b', endpoint: 'c' },
      stop: 'stop',
    },
    usage: NO_USAGE,
    usd: 0,
    ms: 1,
    used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
  },
});
const move = (to: number): Draft => ({ by: USER, event: { type: 'head', to } });
const setup: Draft = { by: USER, event: { type: 'setup', model: 'a/b' } };

/** 1 m1, 2 run r1, 3 reply · 4 head to 1 · 5 run r2, 6 reply, 7 m2 · 8 head to 0 · 9 setup, 10 m1b, 11 run r3 */
async function grown() {
  const clock = createVirtualClock(1000);
  const log = createMemoryLog({ fold: foldHead, clock });
  const add = (...drafts: Draft[]) => log.append(s, drafts, { durable: true });
  await add(said('m1'), started('r1', 'm1'), replied('r1'));
  await add(move(1), started('r2', 'm1'), replied('r2'), said('m2'));
  await add(move(0), setup, said('m1b'), started('r3', 'm1b'));
  return { log, clock, entries: log.entries(s), add };
}

test('a regenerated reply and an edited message are variants where they part', async () => {
  const { entries } = await grown();
  expect(variantPoints(entries, 7)).toEqual([
    {
      message: 'm1',
      variants: [
        { seq: 1, at: 1000, active: true, text: 'say m1' },
        { seq: 9, at: 1000, active: false, text: 'say m1b' },
      ],
    },
    {
      run: 'r2',
      variants: [
        { seq: 2, at: 1000, active: false, text: 'reply of r1', model: 'a/r1' },
        { seq: 5, at: 1000, active: true, text: 'reply of r2', model: 'a/r2' },
      ],
    },
  ]);
  expect(variantPoints(entries, 11)).toMatchObject([{ message: 'm1b' }]);
});

test('the end of a branch is its newest entry; a move of the head is part of none', async () => {
  const { entries } = await grown();
  expect([1, 2, 5, 9, 11].map((seq) => leafOf(entries, seq))).toEqual([7, 3, 7, 11, 11]);
});

test('switching to any variant and back gives the same branch', async () => {
  const { log, add, entries } = await grown();
  const before = branchPath(entries, 11);
  await add(move(leafOf(log.entries(s), 2)));
  expect((await log.head(s))?.tip).toBe(3);
  await add(move(leafOf(log.entries(s), 9)));
  const head = await log.head(s);
  expect(branchPath(log.entries(s), head?.tip ?? 0)).toEqual(before);
  expect(head?.branched).toBe(true);
});

test('a place is a message of anybody, the last entry of a run, or an entry', async () => {
  const { entries } = await grown();
  expect(seqOf(entries, { message: asId<MessageId>('m2') })).toBe(7);
  expect(seqOf(entries, { message: asId<MessageId>('reply-r1') })).toBe(3);
  expect(seqOf(entries, { run: asId<RunId>('r2') })).toBe(6);
  expect(seqOf(entries, { seq: 4 })).toBe(4);
  expect(seqOf(entries, { seq: 40 })).toBeUndefined();
});

test('a fork is the branch alone, numbered anew, and says where it came from', async () => {
  const { log, entries, add } = await grown();
  await add({ by: USER, event: { type: 'mark', pinned: true } });
  await add({ by: USER, event: { type: 'title', title: 'Tides', by: 'person' } });
  const source = await log.head(s);
  if (source === undefined) throw new TypeError('no head');
  const close = (copied: readonly Entry[]): readonly Draft[] => [said(`closed after ${copied.length}`)];
  const target = asId<SessionId>('fork');
  const fork = forkEntries({ source, entries, upTo: 6, session: target, now: 5000, close });
  await log.insert(target, fork);
  const head = await log.head(target);
  expect(head).toMatchObject({
    title: 'Tides',
    named: true,
    origin: { session: s, seq: 6 },
    setup: { model: 'a/b' },
  });
  expect(head).not.toHaveProperty('pinned');
  expect(fork.map(({ seq, parent, at, event }) => [seq, parent, at, event.type])).toEqual([
    [1, 0, 1000, 'origin'],
    [2, 1, 1000, 'title'],
    [3, 2, 1000, 'setup'],
    [4, 3, 1000, 'message'],
    [5, 4, 1000, 'run-start'],
    [6, 5, 1000, 'message-end'],
    [7, 6, 5000, 'message'],
  ]);
});
