// The groups of the rail.

import { describe, expect, it } from 'vitest';
import { asId } from '../../engine/ids.ts';
import { HEAD_VERSION, type SessionHead } from '../../engine/session-head.ts';
import { cutGroups, groupSessions } from './session-groups.ts';

const NOW = new Date(2026, 10, 18, 12).getTime();
const DAY = 86_400_000;

const head = (id: string, daysAgo: number, more: Partial<SessionHead> = {}): SessionHead => ({
  session: asId(id),
  version: HEAD_VERSION,
  title: id,
  named: false,
  createdAt: 0,
  updatedAt: NOW - daysAgo * DAY,
  setup: {},
  count: 1,
  tip: 1,
  lastAt: 0,
  openRuns: [],
  approvals: [],
  tokens: 0,
  toolCalls: 0,
  usd: 0,
  workMs: 0,
  ...more,
});

const shape = (groups: ReturnType<typeof groupSessions>): readonly (readonly string[])[] =>
  groups.map(({ kind, heads }) => [kind, ...heads.map(({ title }) => title)]);

describe('groups of sessions', () => {
  it('are pinned, today, yesterday, the last week, then months', () => {
    const heads = [
      head('a', 0),
      head('b', 1),
      head('c', 3),
      head('d', 6),
      head('e', 10),
      head('f', 40),
      head('p', 90, { pinned: true }),
    ];
    expect(shape(groupSessions(heads, NOW))).toEqual([
      ['pinned', 'p'],
      ['today', 'a'],
      ['yesterday', 'b'],
      ['week', 'c', 'd'],
      ['month', 'e'],
      ['month', 'f'],
    ]);
  });

  it('leave out what is archived, also where it is pinned', () => {
    const heads = [head('a', 0, { archived: true }), head('b', 0, { archived: true, pinned: true })];
    expect(groupSessions(heads, NOW)).toEqual([]);
  });

  it('take a session of tomorrow as one of today', () => {
    expect(shape(groupSessions([head('a', -2)], NOW))).toEqual([['today', 'a']]);
  });

  it('keep months of two years apart', () => {
    expect(groupSessions([head('a', 20), head('b', 20 + 365)], NOW)).toHaveLength(2);
  });
});

describe('a cut list', () => {
  const groups = groupSessions([head('a', 0), head('b', 0), head('c', 1), head('d', 1)], NOW);

  it('shows so many rows and says how many are left', () => {
    const cut = cutGroups(groups, 3, undefined);
    expect(shape(cut.groups)).toEqual([
      ['today', 'a', 'b'],
      ['yesterday', 'c'],
    ]);
    expect(cut.left).toBe(1);
  });

  it('reaches to the session that is open', () => {
    expect(cutGroups(groups, 1, 'd').left).toBe(0);
    expect(shape(cutGroups(groups, 1, 'b').groups)).toEqual([['today', 'a', 'b']]);
  });
});
