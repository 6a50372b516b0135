// The gate as tables: mode × effect × target, then taint, consents and prohibitions.
import { describe, expect, it } from 'vitest';
import type { PermissionMode } from '../../engine/events.ts';
import { type Decision, type GateCall, type GateState, gateCall, type Rule } from '../../engine/gate.ts';
import { USER } from '../../engine/ids.ts';
import type { Effect, Target } from '../../engine/tool.ts';
import { gate } from './decide.ts';

const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];

const path = (value: string, access: 'read' | 'write' = 'write'): Target => ({ kind: 'path', value, access });
const host = (value: string): Target => ({ kind: 'host', value, access: 'write' });
const command = (value: string): Target => ({ kind: 'command', value, access: 'write' });

const call = (effect: Effect, targets: readonly Target[], more: Partial<GateCall> = {}): GateCall => ({
  ...gateCall({ name: 'tool', effect }, targets, USER),
  ...more,
});
const state = (mode: PermissionMode, more: Partial<GateState> = {}): GateState => ({
  mode,
  rules: [],
  tainted: false,
  ...more,
});
const allowRule = (scope: 'run' | 'always', target?: string): Rule => ({
  id: 'r1',
  effect: 'allow',
  tool: 'tool',
  scope,
  ...(target !== undefined && { target }),
});
const denyRule = (target?: string): Rule => ({ ...allowRule('always', target), id: 'no', effect: 'deny' });

/** `allow`, `deny rule[!]` (! = fatal), or `ask reason scopes`, with the rule on offer behind it. */
function say(decision: Decision): string {
  if (decision.type === 'allow') return 'allow';
  if (decision.type === 'deny') return `deny ${decision.rule}${decision.fatal ? '!' : ''}`;
  const rule = decision.rule === undefined ? '' : ` ${decision.rule.tool}(${decision.rule.target ?? '*'})`;
  return `ask ${decision.reason} ${decision.scopes.join('/')}${rule}`;
}

const inEveryMode = (what: GateCall, more: Partial<GateState> = {}): readonly string[] =>
  MODES.map((mode) => say(gate(what, state(mode, more))));

const READ_ONLY = 'deny mode-read-only';
const CREDENTIAL = 'ask credential once';

describe('mode × effect × target', () => {
  it.each<[string, GateCall, readonly [string, string, string, string]]>([
    ['nothing at all', call('none', []), ['allow', 'allow', 'allow', 'allow']],
    ['a read', call('read', [path('a.txt', 'read')]), ['allow', 'allow', 'allow', 'allow']],
    ['a read of the root', call('read', [path('', 'read')]), ['allow', 'allow', 'allow', 'allow']],
    [
      'a read of a credential',
      call('read', [path('.env', 'read')]),
      [CREDENTIAL, CREDENTIAL, CREDENTIAL, CREDENTIAL],
    ],
    [
      'a credential that has no effect',
      call('none', [path('id_rsa', 'read')]),
      [CREDENTIAL, CREDENTIAL, CREDENTIAL, CREDENTIAL],
    ],
    [
      'a read above the root',
      call('read', [path('../a.txt', 'read')]),
      ['deny path-sandbox', 'deny path-sandbox', 'deny path-sandbox', 'deny path-sandbox'],
    ],
    [
      'a write',
      call('write', [path('a.txt')]),
      [READ_ONLY, 'ask mode-ask once/run/always tool(a.txt)', 'allow', 'allow'],
    ],
    [
      'a write to a credential',
      call('write', [path('.env')]),
      [READ_ONLY, CREDENTIAL, CREDENTIAL, CREDENTIAL],
    ],
    [
      'a write above the root',
      call('write', [path('/etc/passwd')]),
      [READ_ONLY, 'deny path-sandbox', 'deny path-sandbox', 'deny path-sandbox'],
    ],
    [
      'a write to two files',
      call('write', [path('a.txt'), path('b.txt')]),
      [READ_ONLY, 'ask mode-ask once', 'allow', 'allow'],
    ],
    [
      'a write that also touches a credential',
      call('write', [path('a.txt'), path('key.pem', 'read')]),
      [READ_ONLY, CREDENTIAL, CREDENTIAL, CREDENTIAL],
    ],
    [
      'a write that cannot be undone',
      call('write', [path('big.bin')], { reversible: false }),
      [READ_ONLY, 'ask irreversible once/run', 'ask irreversible once/run', 'allow'],
    ],
    [
      'a write to who knows what',
      call('write', []),
      [READ_ONLY, 'ask in-doubt once', 'ask in-doubt once', 'ask in-doubt once'],
    ],
    [
      'a request that only looks',
      call('network', [host('example.org')], { reversible: true }),
      [
        READ_ONLY,
        'ask mode-ask once/run/always tool(example.org)',
        'ask outside once/run/always tool(example.org)',
        'allow',
      ],
    ],
    [
      'a request that changes something',
      call('network', [host('example.org')]),
      [READ_ONLY, 'ask irreversible once/run', 'ask irreversible once/run', 'allow'],
    ],
    [
      'a command in the page',
      call('execute', [command('ls -l')], { reversible: true }),
      [
        READ_ONLY,
        'ask mode-ask once/run/always tool(ls -l)',
        'ask outside once/run/always tool(ls -l)',
        'allow',
      ],
    ],
    [
      'a command on the machine',
      call('execute', [command('ls -l')]),
      [READ_ONLY, 'ask irreversible once/run', 'ask irreversible once/run', 'allow'],
    ],
    [
      'a command that names a credential',
      call('execute', [command('cat "x/.env"')]),
      [READ_ONLY, CREDENTIAL, CREDENTIAL, CREDENTIAL],
    ],
    [
      'a read that says it writes',
      call('read', [path('a.txt', 'write')]),
      [READ_ONLY, 'ask in-doubt once', 'ask in-doubt once', 'ask in-doubt once'],
    ],
    [
      'a read on a host',
      call('read', [{ kind: 'host', value: 'example.org', access: 'read' }]),
      [READ_ONLY, 'ask in-doubt once', 'ask in-doubt once', 'ask in-doubt once'],
    ],
  ])('%s', (_, what, expected) => {
    expect(inEveryMode(what)).toEqual(expected);
  });

  it('an effect that nobody knows is asked about', () => {
    const unknown = { ...call('write', [path('a.txt')]), effect: 'teleport' } as unknown as GateCall;
    expect(inEveryMode(unknown).slice(1)).toEqual(Array(3).fill('ask in-doubt once'));
    expect(inEveryMode(unknown)[0]).toBe(READ_ONLY);
  });

  it('a mode that nobody knows asks', () => {
    expect(say(gate(call('write', [path('a.txt')]), state('yolo' as PermissionMode)))).toContain(
      'ask mode-ask',
    );
  });
});

describe('a run that has read foreign text', () => {
  const tainted = { tainted: true };

  it('asks before network and what cannot be undone, in every mode but full, and remembers nothing for ever', () => {
    const request = call('network', [host('example.org')], { reversible: true });
    expect(inEveryMode(request, tainted)).toEqual([
      READ_ONLY,
      'ask tainted once/run',
      'ask tainted once/run',
      'allow',
    ]);
    expect(inEveryMode(call('execute', [command('ls')]), tainted).slice(1)).toEqual([
      'ask tainted once/run',
      'ask tainted once/run',
      'allow',
    ]);
    expect(inEveryMode(call('write', [path('a.txt')]), tainted)).toEqual([
      READ_ONLY,
      'ask mode-ask once/run',
      'allow',
      'allow',
    ]);
  });

  it('is not let out by a standing consent, only by one of this run', () => {
    const request = call('network', [host('example.org')], { reversible: true });
    expect(
      say(gate(request, state('ask', { ...tainted, rules: [allowRule('always', 'example.org')] }))),
    ).toBe('ask tainted once/run');
    expect(say(gate(request, state('ask', { ...tainted, rules: [allowRule('run', 'example.org')] })))).toBe(
      'allow',
    );
  });
});

describe('consents', () => {
  const write = call('write', [path('a.txt')]);

  it.each<[string, GateCall, Rule, string]>([
    ['cover their target', write, allowRule('always', 'a.txt'), 'allow'],
    [
      'cover no other spelling',
      call('write', [path('A.txt')]),
      allowRule('always', 'a.txt'),
      'ask mode-ask once/run/always tool(A.txt)',
    ],
    [
      'cover no other tool',
      { ...write, tool: 'other' },
      allowRule('run', 'a.txt'),
      'ask mode-ask once/run/always other(a.txt)',
    ],
    ['for a whole tool cover the workspace', write, allowRule('run'), 'allow'],
    [
      'for a whole tool cover no host',
      call('network', [host('a.b')], { reversible: true }),
      allowRule('always'),
      'ask mode-ask once/run/always tool(a.b)',
    ],
    ['never cover a credential', call('write', [path('.env')]), allowRule('always', '.env'), CREDENTIAL],
    [
      'for a whole tool never cover a credential',
      call('write', [path('.env')]),
      allowRule('run'),
      CREDENTIAL,
    ],
    ['never cover an unknown target', call('write', []), allowRule('always'), 'ask in-doubt once'],
    [
      'cover a call only with all its targets',
      call('write', [path('a.txt'), path('b.txt')]),
      allowRule('run', 'a.txt'),
      'ask mode-ask once',
    ],
    [
      'that stand never cover what cannot be undone',
      { ...write, reversible: false },
      allowRule('always', 'a.txt'),
      'ask irreversible once/run',
    ],
    [
      'of the run cover what cannot be undone',
      { ...write, reversible: false },
      allowRule('run', 'a.txt'),
      'allow',
    ],
  ])('%s', (_, what, rule, expected) => {
    expect(say(gate(what, state('ask', { rules: [rule] })))).toBe(expected);
  });

  it('open nothing in a read-only session', () => {
    expect(say(gate(write, state('read-only', { rules: [allowRule('run')] })))).toBe(READ_ONLY);
  });

  it.each([
    ['with an invisible character', 'a​.txt'],
    ['too long to be read', `${'a/'.repeat(600)}x`],
  ])('for a target %s are not remembered', (_, value) => {
    expect(say(gate(call('write', [path(value)]), state('ask')))).toBe('ask mode-ask once');
  });
});

describe('prohibitions', () => {
  it.each<[string, GateCall, Rule, string]>([
    ['for a tool forbid all it does', call('read', [path('a.txt', 'read')]), denyRule(), 'deny no'],
    ['for a tool forbid it without a target', call('none', []), denyRule(), 'deny no'],
    [
      'for a file forbid every spelling of it',
      call('write', [path('.\\A.TXT ')]),
      denyRule('a.txt'),
      'deny no',
    ],
    [
      'for a host forbid every spelling of it',
      call('network', [host('EXAMPLE.org')]),
      denyRule('example.org'),
      'deny no',
    ],
    [
      'for a file forbid a call that touches it among others',
      call('write', [path('b'), path('a')]),
      denyRule('a'),
      'deny no',
    ],
    ['leave other files alone', call('read', [path('b', 'read')]), denyRule('a'), 'allow'],
    ['leave other tools alone', { ...call('read', [path('a', 'read')]), tool: 'other' }, denyRule(), 'allow'],
    ['on a credential end the run', call('read', [path('.env', 'read')]), denyRule(), 'deny no!'],
  ])('%s', (_, what, rule, expected) => {
    expect(inEveryMode(what, { rules: [allowRule('run'), rule] })).toEqual(Array(4).fill(expected));
  });

  it('are told from modes and edges, which may be hit twice', () => {
    const counted = (what: GateCall, in_: GateState): boolean | undefined => {
      const decision = gate(what, in_);
      return decision.type === 'deny' ? decision.builtIn === true : undefined;
    };
    expect(counted(call('write', [path('a')]), state('ask', { rules: [denyRule()] }))).toBe(false);
    expect(counted(call('write', [path('a')]), state('read-only'))).toBe(true);
    expect(counted(call('write', [path('../a')]), state('full'))).toBe(true);
  });
});
