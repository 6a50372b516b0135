import { expect, test } from 'vitest';
import { asId, type SessionId } from '../../engine/ids.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import { nudgeOf } from './nudges.ts';

const DAY = 86_400_000;
const head = (more: Partial<SessionHead>): SessionHead => ({
  session: asId<SessionId>('s'),
  version: 1,
  title: '',
  named: false,
  createdAt: 10 * DAY,
  updatedAt: 10 * DAY,
  setup: { model: 'ollama/qwen3' },
  count: 1,
  tip: 1,
  lastAt: 0,
  openRuns: [],
  approvals: [],
  tokens: 0,
  toolCalls: 0,
  usd: 0,
  workMs: 0,
  lastStatus: 'done',
  ...more,
});
const facts = {
  sessions: [head({})],
  persisted: false,
  backup: {},
  reminder: 30,
  dismissed: {},
  now: 11 * DAY,
};

test('the demo is nothing to lose: nothing is said', () => {
  const demo = [head({ setup: { model: 'rehearsal/rehearsal' } }), head({ lastStatus: undefined as never })];
  expect(nudgeOf({ ...facts, sessions: demo.slice(0, 1), now: 900 * DAY })).toBeUndefined();
});

test('keeping the storage is offered once', () => {
  expect(nudgeOf(facts)).toEqual({ type: 'persist' });
  expect(nudgeOf({ ...facts, dismissed: { persist: 1 } })).toBeUndefined();
  expect(nudgeOf({ ...facts, persisted: true })).toBeUndefined();
});

test('a backup is asked for when the last one, of whatever kind, is old, and again after as long', () => {
  const kept = { ...facts, persisted: true };
  expect(nudgeOf({ ...kept, now: 41 * DAY })).toEqual({ type: 'backup' });
  const old = { ...kept, backup: { lastAt: 20 * DAY, downloadedAt: 30 * DAY } };
  expect(nudgeOf({ ...old, now: 59 * DAY })).toBeUndefined();
  expect(nudgeOf({ ...old, now: 61.5 * DAY })).toEqual({ type: 'backup', days: 31 });
  expect(nudgeOf({ ...old, now: 62 * DAY, dismissed: { backup: 61 * DAY } })).toBeUndefined();
  expect(nudgeOf({ ...old, now: 92 * DAY, dismissed: { backup: 61 * DAY } })).toMatchObject({
    type: 'backup',
  });
  expect(nudgeOf({ ...old, now: 900 * DAY, reminder: 0 })).toBeUndefined();
});
