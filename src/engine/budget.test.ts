import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger, DEFAULT_BUDGET } from './budget.ts';

test('the defaults of a run', () => {
  expect(DEFAULT_BUDGET).toEqual({ tokens: 2_000_000, toolCalls: 300, wallMs: 3_600_000, usd: 5 });
});

test('what is reserved counts at once; what is settled counts instead', () => {
  const ledger = createLedger({ tokens: 100 });
  const hold = ledger.reserve({ tokens: 60 });
  expect(ledger.pressure()).toBe(0.6);
  expect(ledger.reserve({ tokens: 60 })).toBeUndefined();
  hold?.settle({ tokens: 10 });
  expect(ledger.pressure()).toBe(0.1);
  expect(ledger.reserve({ tokens: 60 })).toBeDefined();
});

test('settling twice counts once', () => {
  const ledger = createLedger({ tokens: 100 });
  const hold = ledger.reserve({ tokens: 60 });
  hold?.settle({ tokens: 10 });
  hold?.settle({ tokens: 10 });
  expect(ledger.used().tokens).toBe(10);
});

test('children share what their parent has: together they never reserve more', () => {
  const parent = createLedger({ toolCalls: 10 });
  const children = [createLedger({ toolCalls: 8 }, [parent]), createLedger({ toolCalls: 8 }, [parent])];
  let taken = 0;
  for (let round = 0; round < 10; round++)
    for (const child of children) if (child.reserve({ toolCalls: 1 }) !== undefined) taken++;
  expect(taken).toBe(10);
  expect(parent.exceeded()).toBe('toolCalls');
});

test('a refused reservation takes nothing anywhere', () => {
  const parent = createLedger({ tokens: 50 });
  const child = createLedger({ tokens: 100 }, [parent]);
  expect(child.reserve({ tokens: 60 })).toBeUndefined();
  expect(child.reserve({ tokens: 50 })).toBeDefined();
  expect([child.used().tokens, parent.used().tokens]).toEqual([0, 0]);
});

test('the last unit may be used, the one after it is never started', () => {
  const ledger = createLedger({ toolCalls: 1 });
  expect(ledger.exceeded({ toolCalls: 1 })).toBeUndefined();
  ledger.reserve({ toolCalls: 1 })?.settle({ toolCalls: 1 });
  expect(ledger.exceeded()).toBe('toolCalls');
});

test('raising one limit leaves the others', () => {
  const ledger = createLedger({ tokens: 10, usd: 1 }, [], { tokens: 10, toolCalls: 0, wallMs: 0, usd: 0 });
  expect(ledger.exceeded()).toBe('tokens');
  ledger.raise({ tokens: 20 });
  expect([ledger.exceeded(), ledger.budget]).toEqual([undefined, { tokens: 20, usd: 1 }]);
});

test('whatever is reserved and settled, in whatever order: used and reserved never lie', () => {
  const step = fc.record({ take: fc.nat(40), spend: fc.nat(60), settle: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 1, max: 500 }), (steps, limit) => {
      const parent = createLedger({ tokens: limit });
      const ledger = createLedger({}, [parent]);
      let used = 0;
      let held = 0;
      for (const { take, spend, settle } of steps) {
        const hold = ledger.reserve({ tokens: take });
        const fits = used + held < limit && used + held + take <= limit;
        expect(hold !== undefined).toBe(fits);
        if (hold === undefined) continue;
        if (settle) {
          hold.settle({ tokens: spend });
          used += spend;
        } else held += take;
      }
      expect(parent.used().tokens).toBe(used);
      expect(parent.pressure()).toBeCloseTo((used + held) / limit);
    }),
  );
});
