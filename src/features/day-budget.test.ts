import { expect, test } from 'vitest';
import { DAY_FACTOR } from '../engine/budget.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { createDayBudget, createMemoryDayStore, readDayRecord } from './day-budget.ts';

const budget = { tokens: 100, usd: 1 };
const spend = (
  ledger: { reserve(of: object): { settle(of: object): void } | undefined },
  tokens: number,
): boolean => {
  const hold = ledger.reserve({ tokens });
  hold?.settle({ tokens });
  return hold !== undefined;
};

test('a day has ten times a run’s limits, over all runs', async () => {
  const day = createDayBudget(createMemoryDayStore(), createVirtualClock());
  const ledger = await day.ledger(budget);
  for (let run = 0; run < DAY_FACTOR; run++) expect(spend(await day.ledger(budget), 100)).toBe(true);
  expect(ledger.exceeded()).toBe('tokens');
  expect(spend(ledger, 1)).toBe(false);
});

test('what another tab used counts when the next run starts, and nothing is counted twice', async () => {
  const [store, clock] = [createMemoryDayStore(), createVirtualClock()];
  const [here, there] = [createDayBudget(store, clock), createDayBudget(store, clock)];
  spend(await here.ledger(budget), 60);
  spend(await there.ledger(budget), 30);
  await Promise.all([here.save(), there.save()]);
  await here.save();
  expect((await here.ledger(budget)).used().tokens).toBe(90);
  expect((await there.ledger(budget)).used().tokens).toBe(90);
  expect((await store.load())?.used.tokens).toBe(90);
});

test('a new day starts at nothing, and what began yesterday is not charged to it', async () => {
  const [store, clock] = [createMemoryDayStore(), createVirtualClock()];
  const day = createDayBudget(store, clock);
  const yesterday = await day.ledger(budget);
  spend(yesterday, 50);
  await day.save();
  await clock.advance(24 * 3_600_000);
  spend(yesterday, 7);
  const today = await day.ledger(budget);
  expect(today.used().tokens).toBe(0);
  spend(today, 3);
  await day.save();
  expect((await store.load())?.used.tokens).toBe(3);
});

test('a damaged record reads as none, a damaged figure as nothing', () => {
  expect([readDayRecord(null), readDayRecord('x'), readDayRecord({ day: 1, used: {} })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(readDayRecord({ day: '2026-11-30', used: { tokens: 'many', usd: 2 } })?.used).toEqual({
    tokens: 0,
    toolCalls: 0,
    wallMs: 0,
    usd: 2,
  });
});
