// Consent over time: taint, grants of a run, standing rules, answers that come too late or ask too much.
import { describe, expect, it } from 'vitest';
import type {
  ApprovalAnswer,
  ApprovalRequest,
  ApprovalScope,
  Entry,
  OutcomeStatus,
  StoredEvent,
} from '../../engine/events.ts';
import { gateCall } from '../../engine/gate.ts';
import { type ApprovalId, asId, type CallId, type RunId, type SessionId, USER } from '../../engine/ids.ts';
import { NO_USAGE, type Provenance } from '../../engine/messages.ts';
import { createSequentialIds } from '../../engine/testing/sequential-ids.ts';
import type { Effect } from '../../engine/tool.ts';
import { foldGuard, type GuardFold, NO_GUARD } from './fold.ts';
import { createGuard, createMemoryRuleStore, type Guard, readRules } from './guard.ts';

const SESSION = asId<SessionId>('s');
const RUN = asId<RunId>('run-1');
const OTHER = asId<RunId>('run-2');

interface Asked {
  readonly target?: string;
  readonly effect?: Effect;
  readonly scopes?: readonly ApprovalScope[];
  readonly reason?: ApprovalRequest['reason'];
}
const request = (
  id: string,
  { target = 'a.txt', effect = 'write', scopes = ['once', 'run', 'always'], reason = 'mode-ask' }: Asked = {},
): ApprovalRequest => ({
  approvalId: asId<ApprovalId>(id),
  callId: asId<CallId>(`call-${id}`),
  tool: 'tool',
  effect,
  input: {},
  targets: [{ kind: effect === 'write' ? 'path' : 'host', value: target, access: 'write' }],
  hash: `hash-${id}`,
  reason,
  scopes,
  ...(scopes.includes('always') && { rule: { tool: 'tool', target } }),
});
const allow = (scope: ApprovalScope): ApprovalAnswer => ({ type: 'allow', scope });

const asked = (about: ApprovalRequest): StoredEvent => ({ type: 'approval-request', ...about });
const answered = ({ approvalId, callId, hash }: ApprovalRequest, answer: ApprovalAnswer): StoredEvent => ({
  type: 'approval-response',
  approvalId,
  callId,
  hash,
  answer,
});
const result = (provenance: Provenance): StoredEvent => ({
  type: 'tool-end',
  callId: asId<CallId>('c'),
  ms: 1,
  result: { callId: asId<CallId>('c'), tool: 'tool', ok: true, text: 'x', provenance },
});
const ended = (run: RunId, status: OutcomeStatus, discarded?: true): StoredEvent => ({
  type: 'run-end',
  run,
  ...(discarded && { discarded }),
  outcome: {
    status,
    text: '',
    usage: NO_USAGE,
    turns: 0,
    toolCalls: 0,
    toolFailures: 0,
    retries: 0,
    compactions: 0,
    modelMs: 0,
    toolMs: 0,
    waitingMs: 0,
    usd: 0,
  },
});
const fold = (events: readonly StoredEvent[], run: RunId = RUN, from: GuardFold = NO_GUARD): GuardFold =>
  events.reduce<GuardFold>((so_far, event, at) => {
    const entry: Entry = {
      session: SESSION,
      seq: at + 1,
      parent: at,
      v: 1,
      at: 1000 + at,
      by: USER,
      run,
      event,
    };
    return foldGuard(so_far, entry);
  }, from);

const guard = (store = createMemoryRuleStore()): Guard =>
  createGuard({ rules: store, clock: { now: () => 5_000 }, ids: createSequentialIds('rule') });

describe('taint', () => {
  it('comes from foreign text only, and stays', () => {
    expect(fold([result('own'), result('workspace')]).tainted).toBe(false);
    expect(fold([result('foreign'), result('workspace'), ended(RUN, 'done')]).tainted).toBe(true);
  });
});

describe('a grant for this run', () => {
  const given = (about: ApprovalRequest): readonly StoredEvent[] => [
    asked(about),
    answered(about, allow('run')),
  ];

  it('is recorded with what, scope, gesture and when, and covers that run only', () => {
    const folded = fold(given(request('1')));
    expect(folded.grants).toEqual([
      {
        id: '1',
        effect: 'allow',
        tool: 'tool',
        scope: 'run',
        gesture: 'approval',
        at: 1001,
        session: SESSION,
        run: RUN,
        endsByTaint: false,
      },
    ]);
    const write = gateCall(
      { name: 'tool', effect: 'write' },
      [{ kind: 'path', value: 'a.txt', access: 'write' }],
      USER,
    );
    const g = guard();
    expect(g.gate(write, g.state('ask', folded, RUN)).type).toBe('allow');
    expect(g.gate(write, g.state('ask', folded, OTHER)).type).toBe('ask');
  });

  it('covers the tool’s other paths where the write can be undone, but no other tool and no credential', () => {
    const g = guard();
    const state = g.state('ask', fold(given(request('1'))), RUN);
    const decide = (name: string, value: string): string =>
      g.gate(gateCall({ name, effect: 'write' }, [{ kind: 'path', value, access: 'write' }], USER), state)
        .type;
    expect([decide('tool', 'b.txt'), decide('other', 'a.txt'), decide('tool', '.env')]).toEqual([
      'allow',
      'ask',
      'ask',
    ]);
  });

  it('covers exactly what was shown where it is no write that can be undone', () => {
    expect(fold(given(request('1', { effect: 'network' }))).grants[0]?.target).toBe('a.txt');
  });

  it('is given by no other answer', () => {
    const one = request('1');
    for (const answer of [allow('once'), allow('always'), { type: 'deny', by: 'person' } as const])
      expect(fold([asked(one), answered(one, answer)]).grants).toEqual([]);
  });

  it('needs a scope that was offered, one target, and a request', () => {
    const once = request('1', { scopes: ['once'] });
    const two = { ...request('2'), targets: [...request('2').targets, ...request('2').targets] };
    expect(fold([...given(once), ...given(two), answered(request('3'), allow('run'))]).grants).toEqual([]);
  });

  it('is not given twice by one approval', () => {
    const one = request('1');
    expect(fold([...given(one), answered(one, allow('run'))]).grants).toHaveLength(1);
  });

  it('ends when it is taken back, and with its run', () => {
    const one = fold(given(request('1')));
    expect(fold([{ type: 'grant-revoked', grant: '1' }], RUN, one).grants).toEqual([]);
    expect(fold([ended(RUN, 'done')], RUN, one).grants).toEqual([]);
    expect(fold([ended(OTHER, 'done')], OTHER, one).grants).toHaveLength(1);
  });

  it('outlives an interruption or a spent budget, as the run does, unless the run is discarded', () => {
    const one = fold(given(request('1')));
    expect(fold([ended(RUN, 'interrupted')], RUN, one).grants).toHaveLength(1);
    expect(fold([ended(RUN, 'over-budget')], RUN, one).grants).toHaveLength(1);
    expect(fold([ended(RUN, 'stopped')], RUN, one).grants).toEqual([]);
    expect(fold([ended(RUN, 'interrupted', true)], RUN, one).grants).toEqual([]);
  });

  it('for network or what cannot be undone ends when foreign text comes in; one given after it holds', () => {
    const net = request('1', { effect: 'network', target: 'example.org' });
    const lasting = request('2', { reason: 'irreversible' });
    const file = request('3');
    const before = fold([...given(net), ...given(lasting), ...given(file), result('foreign')]);
    expect(before.grants.map(({ id }) => id)).toEqual(['3']);
    const again = request('4', { effect: 'network', target: 'example.org', reason: 'tainted' });
    expect(fold([...given(again), result('foreign')], RUN, before).grants.map(({ id }) => id)).toEqual([
      '3',
      '4',
    ]);
  });
});

describe('a standing rule', () => {
  it('is exactly what the card showed, kept with scope, gesture and when, and is there after a restart', async () => {
    const store = createMemoryRuleStore();
    const g = guard(store);
    const saved = await g.remember(SESSION, request('1'), allow('always'));
    const expected = {
      id: saved?.id,
      effect: 'allow',
      tool: 'tool',
      target: 'a.txt',
      scope: 'always',
      gesture: 'approval',
      at: 5_000,
      session: SESSION,
    };
    expect(saved).toEqual(expected);
    const later = guard(store);
    expect(later.consents([])).toEqual([]);
    await later.load();
    expect(later.consents([])).toEqual([expected]);
    expect(later.state('ask', NO_GUARD, RUN).rules).toEqual([expected]);
  });

  it.each<[string, ApprovalRequest, ApprovalAnswer]>([
    ['"once"', request('1'), allow('once')],
    ['"run"', request('1'), allow('run')],
    ['a denial', request('1'), { type: 'deny', by: 'person' }],
    ['"always" that was not offered', request('1', { scopes: ['once', 'run'] }), allow('always')],
  ])('is not saved by %s', async (_, about, answer) => {
    const store = createMemoryRuleStore();
    expect(await guard(store).remember(SESSION, about, answer)).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });

  it('ends when it is taken back, here and in the store, whoever saved it', async () => {
    const store = createMemoryRuleStore();
    const saved = await guard(store).remember(SESSION, request('1'), allow('always'));
    const g = guard(store);
    expect(await g.revoke(saved?.id ?? '')).toBe(true);
    expect(await store.list()).toEqual([]);
    expect(await g.revoke(saved?.id ?? '')).toBe(false);
  });
});

describe('an answer', () => {
  const open = request('1', { scopes: ['once'] });

  it('counts once, and only for the content that was shown', () => {
    expect(guard().refuse(open, 'hash-1', allow('once'))).toBeUndefined();
    expect(guard().refuse(open, 'hash-2', allow('once'))?.code).toBe('stale');
    expect(guard().refuse(undefined, 'hash-1', allow('once'))?.code).toBe('stale');
    expect(guard().refuse(open, 'hash-2', { type: 'deny', by: 'person' })?.code).toBe('stale');
  });

  it('takes no scope that was not offered', () => {
    expect(guard().refuse(open, 'hash-1', allow('run'))?.code).toBe('denied');
    expect(guard().refuse(open, 'hash-1', allow('always'))?.code).toBe('denied');
  });
});

describe('stored rules are read back', () => {
  const allowed = {
    id: 'a',
    effect: 'allow',
    tool: 'tool',
    target: 'x',
    scope: 'always',
    gesture: 'approval',
    at: 1,
  };

  it('as they were written', () => {
    const denied = { ...allowed, id: 'b', effect: 'deny', gesture: 'settings', session: 's' };
    expect(readRules([allowed, denied])).toEqual([allowed, denied]);
  });

  it.each<[string, unknown]>([
    ['not a list', { 0: allowed }],
    ['no record', [null, 1, 'x']],
    ['no tool', [{ ...allowed, tool: undefined }]],
    ['another effect', [{ ...allowed, effect: 'ask' }]],
    ['a consent whose target is damaged', [{ ...allowed, target: 7 }]],
    ['a consent of another scope', [{ ...allowed, scope: 'run' }]],
  ])('never from %s', (_, stored) => {
    expect(readRules(stored)).toEqual([]);
  });

  it('and a damaged prohibition still forbids', () => {
    expect(readRules([{ ...allowed, effect: 'deny', target: 7, scope: null, at: null }])).toEqual([
      { id: 'a', effect: 'deny', tool: 'tool', scope: 'always', gesture: 'approval', at: 0 },
    ]);
  });
});
