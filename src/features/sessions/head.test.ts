import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft, Outcome, StoredEvent } from '../../engine/events.ts';
import { asId, type RunId, type SessionId, USER } from '../../engine/ids.ts';
import { NO_USAGE } from '../../engine/messages.ts';
import { placeDrafts } from '../../engine/placing.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import { anyDraft } from './fixtures/drafts.ts';
import { foldHead } from './head.ts';

const session = asId<SessionId>('s');
const run = asId<RunId>('run-1');
const agent = asId<typeof USER>('agent');

const outcome: Outcome = {
  status: 'done',
  text: '',
  usage: NO_USAGE,
  turns: 1,
  toolCalls: 1,
  toolFailures: 0,
  retries: 0,
  compactions: 0,
  modelMs: 40,
  toolMs: 2,
  waitingMs: 0,
  usd: 1,
};
const said = (text: string): Draft => ({
  by: USER,
  event: { type: 'message', id: asId('m'), parts: [{ type: 'text', text }] },
});
const ran = (...events: StoredEvent[]): Draft[] => events.map((event) => ({ by: agent, run, event }));
const start: StoredEvent = {
  type: 'run-start',
  run,
  agent,
  model: 'a/b',
  cause: { type: 'message', message: asId('m') },
  budget: {},
  system: '',
  tools: [],
};
const end = (status: Outcome['status'], more: { discarded?: boolean } = {}): StoredEvent => ({
  type: 'run-end',
  run,
  outcome: { ...outcome, status },
  ...more,
});
const toolStart = (call: string): StoredEvent => ({
  type: 'tool-start',
  callId: asId(call),
  tool: 't',
  effect: 'read',
  input: {},
});
const toolEnd = (call: string): StoredEvent => ({
  type: 'tool-end',
  callId: asId(call),
  ms: 2,
  result: { callId: asId(call), tool: 't', ok: true, text: '', provenance: 'own' },
});
const asks = (call: string): StoredEvent => ({
  type: 'approval-request',
  approvalId: asId(`a-${call}`),
  callId: asId(call),
  tool: 't',
  effect: 'write',
  input: {},
  targets: [],
  hash: 'h',
  reason: 'mode-ask',
  scopes: ['once'],
});
const modelSaid: StoredEvent = {
  type: 'message-end',
  turn: asId('t'),
  message: {
    id: asId('x'),
    parts: [],
    stamp: { provider: 'a', model: 'b', endpoint: 'c' },
    stop: 'stop',
  },
  usage: { ...NO_USAGE, inputTokens: 10, cachedTokens: 8, outputTokens: 5, reasoningTokens: 3 },
  usd: 0.5,
  ms: 40,
  used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
};

function head(...drafts: readonly Draft[]): SessionHead {
  const placed = placeDrafts(session, drafts, { head: undefined, last: 0, now: 100, fold: foldHead });
  if (placed.head === undefined) throw new Error('nothing folded');
  return placed.head;
}

describe('title', () => {
  test('is the first line with words of the first message that has any, in 60 units', () => {
    expect(head(said(' \n\t')).title).toBe('');
    expect(head(said('\n  Sort   my notes \nplease'), said('and more')).title).toBe('Sort my notes');
    const long = head(said(`${'a'.repeat(58)}😀 tail`)).title;
    expect(long).toBe(`${'a'.repeat(58)}…`);
  });

  test("an automatic one never overwrites a person's", () => {
    const named: Draft = { by: USER, event: { type: 'title', title: 'Mine', by: 'person' } };
    const auto: Draft = { by: agent, event: { type: 'title', title: 'Auto', by: 'auto' } };
    expect(head(said('first'), auto)).toMatchObject({ title: 'Auto', named: false });
    expect(head(said('first'), named, auto)).toMatchObject({ title: 'Mine', named: true });
  });
});

describe('open runs', () => {
  test('a run is open from its start until an end that is final', () => {
    expect(head(...ran(start)).openRuns).toMatchObject([{ run, status: 'running', startedSeq: 1 }]);
    expect(head(...ran(start, end('done')))).toMatchObject({ openRuns: [], lastStatus: 'done' });
    expect(head(...ran(start, end('interrupted'))).openRuns).toMatchObject([{ status: 'interrupted' }]);
    expect(
      head(...ran(start, end('interrupted'), { type: 'run-resume', run, cause: 'continue' })).openRuns,
    ).toMatchObject([{ status: 'running' }]);
    expect(head(...ran(start, end('interrupted', { discarded: true }))).openRuns).toEqual([]);
  });

  test('a run that had ended over budget is open again after a raise', () => {
    const resumed: StoredEvent = { type: 'run-resume', run, cause: 'raised' };
    expect(head(...ran(start, end('over-budget'), resumed)).openRuns).toMatchObject([
      { run, status: 'running' },
    ]);
  });

  test('a started call stays until its end or an answer for it', () => {
    const resolved: StoredEvent = { type: 'unknown-resolved', callId: asId('c1'), by: 'person', ran: false };
    const started = ran(start, toolStart('c1'), toolStart('c2'), toolEnd('c2'));
    expect(head(...started).openRuns[0]?.started).toEqual(['c1']);
    expect(head(...started, ...ran(end('interrupted'))).openRuns[0]?.started).toEqual(['c1']);
    expect(head(...started, ...ran(end('interrupted'), resolved)).openRuns[0]?.started).toEqual([]);
  });
});

describe('approvals', () => {
  test('are open until answered, until the call has a result, or until the run ends', () => {
    const answer: StoredEvent = {
      type: 'approval-response',
      approvalId: asId('a-c1'),
      callId: asId('c1'),
      hash: 'h',
      answer: { type: 'allow', scope: 'once' },
    };
    const asked = ran(start, asks('c1'), asks('c2'));
    const open = (...drafts: readonly Draft[]) => head(...drafts).approvals.map(({ callId }) => callId);
    expect(open(...asked)).toEqual(['c1', 'c2']);
    expect(open(...asked, ...ran(answer))).toEqual(['c2']);
    expect(open(...asked, ...ran(toolEnd('c2')))).toEqual(['c1']);
    expect(open(...asked, ...ran(end('stopped')))).toEqual([]);
    expect(open(...asked, ...ran(end('interrupted')))).toEqual([]);
  });
});

describe('figures and place', () => {
  test('each step counts once, also when the run goes on after an end that repeats the figures', () => {
    const figures = head(
      ...ran(start, modelSaid, toolEnd('c1'), end('interrupted'), {
        type: 'run-resume',
        run,
        cause: 'continue',
      }),
      ...ran(modelSaid, end('done')),
    );
    expect(figures).toMatchObject({ tokens: 30, usd: 1, toolCalls: 1, workMs: 82 });
  });

  test('the last entry is the branch head, or the one that a head event names', () => {
    const back: Draft = { by: USER, event: { type: 'head', to: 1 } };
    expect(head(said('1'), said('2'))).toMatchObject({ count: 2, tip: 2 });
    expect(head(said('1'), said('2'), back)).toMatchObject({ count: 3, tip: 1 });
    expect(head(said('1'), said('2'), back, said('4'))).toMatchObject({ count: 4, tip: 4 });
  });

  test('each part of the setup keeps its last value', () => {
    const setUp = (event: StoredEvent): Draft => ({ by: USER, event });
    expect(
      head(
        setUp({ type: 'setup', model: 'a/b', mode: 'ask' }),
        setUp({ type: 'setup', model: 'c/d', workspace: 'w' }),
      ).setup,
    ).toEqual({ model: 'c/d', mode: 'ask', workspace: 'w' });
  });

  test('a head that went through JSON on the way folds to the same bytes', () => {
    fc.assert(
      fc.property(fc.array(anyDraft, { maxLength: 40 }), fc.nat(40), (drafts, cut) => {
        const { entries, head: straight } = placeDrafts(session, drafts, {
          head: undefined,
          last: 0,
          now: 5,
          fold: foldHead,
        });
        let stored: SessionHead | undefined;
        entries.forEach((entry, index) => {
          stored = foldHead(stored, entry);
          if (index === cut) stored = JSON.parse(JSON.stringify(stored)) as SessionHead;
        });
        expect(JSON.stringify(stored)).toBe(JSON.stringify(straight));
      }),
    );
  });
});
