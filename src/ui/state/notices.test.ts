import { expect, test } from 'vitest';
import { asId, type SessionId } from '../../engine/ids.ts';
import type { OpenApproval, OpenRun, SessionHead } from '../../engine/session-head.ts';
import { createNoticeWatch } from './notices.ts';

const run = (status: OpenRun['status'] = 'running'): OpenRun => ({
  run: asId('r'),
  agent: asId('agent'),
  model: 'm',
  startedSeq: 1,
  startedAt: 1,
  lastAt: 1,
  status,
  started: [],
});
const ask = (id: string): OpenApproval => ({
  approvalId: asId(id),
  callId: asId('c'),
  tool: 'write_file',
  effect: 'write',
  input: {},
  targets: [],
  hash: 'h',
  reason: 'mode-ask',
  scopes: ['once'],
});
const head = (more: Partial<SessionHead> = {}): SessionHead => ({
  session: asId<SessionId>('s'),
  version: 2,
  title: 'Tides',
  named: false,
  createdAt: 1,
  updatedAt: 1,
  setup: {},
  count: 1,
  tip: 1,
  lastAt: 1,
  openRuns: [],
  approvals: [],
  tokens: 0,
  toolCalls: 0,
  usd: 0,
  workMs: 0,
  ...more,
});

/** The kinds of notices of each step. */
function kinds(...steps: readonly (readonly SessionHead[])[]): readonly (readonly string[])[] {
  const watch = createNoticeWatch();
  return steps.map((heads) => watch(heads).map(({ kind }) => kind));
}

test('a run that ends is told of once, by how it ended', () => {
  const running = [head({ openRuns: [run()] })];
  expect(kinds(running, [head({ lastStatus: 'done' })], [head({ lastStatus: 'done' })])).toEqual([
    [],
    ['done'],
    [],
  ]);
  expect(kinds(running, [head({ lastStatus: 'failed' })])[1]).toEqual(['failed']);
  expect(kinds(running, [head({ lastStatus: 'interrupted', openRuns: [run('interrupted')] })])[1]).toEqual([
    'interrupted',
  ]);
});

test('a run that the person stopped is no news', () => {
  expect(kinds([head({ openRuns: [run()] })], [head({ lastStatus: 'stopped' })])).toEqual([[], []]);
});

test('what is asked is told of once, and so is what is asked next', () => {
  const asking = (...ids: readonly string[]) => [head({ openRuns: [run()], approvals: ids.map(ask) })];
  expect(kinds(asking(), asking('a'), asking('a'), asking('a', 'b'), asking())).toEqual([
    [],
    ['asks'],
    [],
    ['asks'],
    [],
  ]);
});

test('what was there when the page was opened is no news', () => {
  expect(kinds([head({ approvals: [ask('a')], openRuns: [run()] })])).toEqual([[]]);
});

test('a question is news once, as an approval is', () => {
  const watch = createNoticeWatch();
  watch([head({ openRuns: [run()] })]);
  const questions: SessionHead['questions'] = [
    { callId: asId('q'), question: { question: 'Which?' }, run: asId('r'), at: 1 },
  ];
  const asks = head({ openRuns: [run()], questions });
  expect(watch([asks])).toMatchObject([{ kind: 'asks' }]);
  expect(watch([{ ...asks, count: 2 }])).toEqual([]);
});
