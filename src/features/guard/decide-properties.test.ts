// What must hold of the gate for any call, any rules and any mode.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PermissionMode } from '../../engine/events.ts';
import type { GateCall, GateState, Rule } from '../../engine/gate.ts';
import { asId, type ParticipantId } from '../../engine/ids.ts';
import type { Target } from '../../engine/tool.ts';
import { gate, ruleOf } from './decide.ts';
import { isCredentialPath, isOutside } from './paths.ts';

const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];

describe('for any call, rules and mode', () => {
  const values = [
    '',
    'a.txt',
    'b/c.ts',
    '.env',
    'x/.ssh/id_rsa',
    'key.pem',
    '../up',
    '/abs',
    'example.org',
    'cat .env',
    'ls',
    'A.TXT',
    'a​b',
  ];
  const target = fc.record({
    kind: fc.constantFrom('path', 'host', 'command', 'connector'),
    value: fc.constantFrom(...values),
    access: fc.constantFrom('read', 'write'),
  }) satisfies fc.Arbitrary<Target>;
  const anyCall = fc.record({
    tool: fc.constantFrom('tool', 'other'),
    effect: fc.constantFrom('none', 'read', 'write', 'network', 'execute'),
    reversible: fc.boolean(),
    targets: fc.array(target, { maxLength: 3 }),
    participant: fc.constant(asId<ParticipantId>('agent')),
  }) satisfies fc.Arbitrary<GateCall>;
  const rule = fc
    .record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      effect: fc.constantFrom('allow', 'deny'),
      tool: fc.constantFrom('tool', 'other'),
      target: fc.option(fc.constantFrom(...values), { nil: undefined }),
      scope: fc.constantFrom('run', 'always'),
    })
    .map(({ target: value, ...rest }): Rule => (value === undefined ? rest : { ...rest, target: value }));
  const anyState = fc.record({
    mode: fc.constantFrom(...MODES),
    rules: fc.array(rule, { maxLength: 4 }),
    tainted: fc.boolean(),
  }) satisfies fc.Arbitrary<GateState>;
  const RANK = { allow: 0, ask: 1, deny: 2 };
  const runs = { numRuns: 1_000 };

  it('a prohibition on the tool always wins', () => {
    fc.assert(
      fc.property(anyCall, anyState, (what, in_) => {
        const decision = gate(what, {
          ...in_,
          rules: [...in_.rules, { id: 'no', effect: 'deny', scope: 'run', tool: what.tool }],
        });
        expect(decision.type).toBe('deny');
      }),
      runs,
    );
  });

  it('another prohibition never opens anything', () => {
    fc.assert(
      fc.property(anyCall, anyState, rule, (what, in_, more) => {
        const before = gate(what, in_);
        const after = gate(what, { ...in_, rules: [...in_.rules, { ...more, effect: 'deny' }] });
        expect(RANK[after.type]).toBeGreaterThanOrEqual(RANK[before.type]);
      }),
      runs,
    );
  });

  it('taint never opens anything', () => {
    fc.assert(
      fc.property(anyCall, anyState, (what, in_) => {
        const clean = gate(what, { ...in_, tainted: false });
        expect(RANK[gate(what, { ...in_, tainted: true }).type]).toBeGreaterThanOrEqual(RANK[clean.type]);
      }),
      runs,
    );
  });

  it('no mode and no consent lets a credential or the outside go unasked', () => {
    fc.assert(
      fc.property(anyCall, anyState, (what, in_) => {
        const paths = what.targets.filter(({ kind }) => kind === 'path').map(({ value }) => value);
        const decision = gate(what, in_);
        if (paths.some(isCredentialPath)) expect(decision.type).not.toBe('allow');
        if (paths.some(isOutside)) expect(decision.type).toBe('deny');
      }),
      runs,
    );
  });

  it('a read-only session allows only reads', () => {
    fc.assert(
      fc.property(anyCall, anyState, (what, in_) => {
        if (gate(what, { ...in_, mode: 'read-only' }).type === 'deny') return;
        expect(['none', 'read']).toContain(what.effect);
        expect(what.targets.filter(({ access }) => access === 'write')).toEqual([]);
      }),
      runs,
    );
  });

  it('what cannot be undone goes unasked only by a consent of the run, or in full', () => {
    fc.assert(
      fc.property(anyCall, anyState, (what, in_) => {
        if (what.reversible || what.effect === 'none' || what.effect === 'read' || in_.mode === 'full')
          return;
        expect(
          gate(what, { ...in_, rules: in_.rules.filter(({ scope }) => scope === 'always') }).type,
        ).not.toBe('allow');
      }),
      runs,
    );
  });

  it('a rule on offer covers this call and nothing that it does not show', () => {
    fc.assert(
      fc.property(anyCall, anyCall, anyState, (what, next, in_) => {
        const decision = gate(what, in_);
        if (decision.type !== 'ask') return;
        expect(decision.rule !== undefined).toBe(decision.scopes.includes('always'));
        if (decision.rule === undefined) return;
        expect(decision.rule).toEqual(ruleOf(what));
        const saved: Rule = { id: 'saved', effect: 'allow', scope: 'always', ...decision.rule };
        const rules = [...in_.rules, saved];
        expect(gate(what, { ...in_, rules }).type).toBe('allow');
        // Whatever the new rule lets through is the tool and the target that the card showed.
        if (gate(next, in_).type === 'ask' && gate(next, { ...in_, rules }).type === 'allow') {
          expect(next.tool).toBe(saved.tool);
          expect(next.targets.some(({ value }) => value === saved.target)).toBe(true);
          expect(
            next.targets.every(
              (one) => gate({ ...next, targets: [one] }, { ...in_, rules }).type === 'allow',
            ),
          ).toBe(true);
        }
      }),
      runs,
    );
  });

  it('deciding changes nothing and gives the same answer twice', () => {
    fc.assert(
      fc.property(anyCall, anyState, (what, in_) => {
        const copy = structuredClone({ what, in_ });
        expect(gate(what, in_)).toEqual(gate(what, in_));
        expect({ what, in_ }).toEqual(copy);
      }),
    );
  });
});
