import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLedger } from './budget.ts';
import { canonicalJson } from './canonical.ts';
import { failure } from './failures.ts';
import { createLimit } from './limit.ts';
import { createRelay } from './relay.ts';
import { retryWait } from './retry.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';
import { cutHead, cutTail, wellFormed, wellFormedJson } from './text.ts';
import { estimateTokens } from './tokens.ts';
import { startWorkClock } from './work-clock.ts';

const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

describe('text', () => {
  test('a cut is never longer than asked, never splits a pair, and is a piece of what it was', () => {
    fc.assert(
      fc.property(anyText.map(wellFormed), fc.nat(50), (text, length) => {
        for (const [piece, whole] of [
          [cutHead(text, length), text.startsWith(cutHead(text, length))],
          [cutTail(text, length), text.endsWith(cutTail(text, length))],
        ] as const) {
          expect(piece.length).toBeLessThanOrEqual(length);
          expect(piece.length).toBeGreaterThanOrEqual(Math.min(text.length, length) - 1);
          expect(piece.isWellFormed()).toBe(true);
          expect(whole).toBe(true);
        }
      }),
    );
  });

  test('well-formed JSON keeps its bytes; any other is repaired in values and names, escaped or not', () => {
    const well = '{"a":"\\u00e9","b":[1.0]}';
    expect(wellFormedJson(well)).toBe(well);
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText), (value) => {
        const parsed: unknown = JSON.parse(wellFormedJson(JSON.stringify(value)));
        const strings = Object.entries(parsed as Record<string, string>).flat();
        expect(strings.every((text) => text.isWellFormed())).toBe(true);
      }),
    );
  });
});

test('canonical JSON is the same for every order of keys, and parses to the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const shuffled = Object.fromEntries(Object.entries(value).toReversed());
      const text = canonicalJson(value as never);
      expect(canonicalJson(shuffled as never)).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('a limit lets so many run, in the order they came, whoever comes while one ends', async () => {
  const limit = createLimit(2);
  let now = 0;
  let most = 0;
  const order: number[] = [];
  const work = (n: number) => async (): Promise<void> => {
    order.push(n);
    most = Math.max(most, ++now);
    for (let turn = 0; turn < n % 3; turn++) await Promise.resolve();
    now--;
  };
  const all = Array.from({ length: 12 }, (_, n) => limit(work(n)));
  // One comes in at every step of the others.
  const late = Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      for (let turn = 0; turn < n; turn++) await Promise.resolve();
      await limit(work(12 + n));
    }),
  );
  await Promise.all([...all, late]);
  expect(most).toBe(2);
  expect(order.slice(0, 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('a limit goes on after work that failed', async () => {
  const limit = createLimit(1);
  const failed = limit(() => Promise.reject(new Error('no')));
  const next = limit(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

describe('a relay', () => {
  test('hands over what is emitted in order, and lets each sender go on only after it was taken', async () => {
    const relay = createRelay<string>();
    const log: string[] = [];
    const work = (async () => {
      await Promise.all(
        ['a', 'b'].map(async (name) => {
          await relay.emit(name);
          log.push(`${name} goes on`);
        }),
      );
      await relay.emit('last');
      return 'result';
    })();
    const drain = relay.drain(work);
    for (let step = await drain.next(); ; step = await drain.next()) {
      log.push(step.done === true ? `returns ${step.value}` : `takes ${step.value}`);
      if (step.done === true) break;
    }
    expect(log).toEqual(['takes a', 'a goes on', 'takes b', 'b goes on', 'takes last', 'returns result']);
  });

  test('throws what its work throws, after all that was said', async () => {
    const relay = createRelay<string>();
    const work = (async () => {
      await relay.emit('said');
      throw new Error('broke');
    })();
    const drain = relay.drain(work);
    expect(await drain.next()).toEqual({ done: false, value: 'said' });
    await expect(drain.next()).rejects.toThrow('broke');
  });
});

test('a retry waits at most 30 seconds of its own, whatever the jitter, and as long as it was asked to', () => {
  const wait = (retry: number, random: number, retryAfterMs?: number) =>
    retryWait(
      failure('rate-limit', '', retryAfterMs === undefined ? {} : { retryAfterMs }),
      { retry, afterContent: 0 },
      () => random,
    );
  for (let retry = 1; retry <= 3; retry++)
    for (const random of [0, 0.5, 0.999]) {
      const own = wait(retry, random) ?? 0;
      expect(own).toBeGreaterThanOrEqual(1_000 * 2 ** (retry - 1));
      expect(own).toBeLessThanOrEqual(1_200 * 2 ** (retry - 1));
      expect(wait(retry, random, 29_000)).toBe(29_000);
    }
});

describe('the estimate of tokens', () => {
  test('grows with the text, and is that of its parts', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const [whole, parts] = [estimateTokens(a + b), estimateTokens(a) + estimateTokens(b)];
        expect(whole).toBeGreaterThanOrEqual(estimateTokens(a));
        expect(Math.abs(whole - parts)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('the work clock', () => {
  const started = (wallMs: number) => {
    const clock = createVirtualClock();
    const ledger = createLedger({ wallMs });
    return { clock, ledger, work: startWorkClock(clock, ledger) };
  };

  test('aborts when the time of the ledger is up', async () => {
    const { clock, work, ledger } = started(100);
    await clock.advance(99);
    expect(work.signal.aborted).toBe(false);
    await clock.advance(1);
    expect([work.signal.aborted, ledger.used().wallMs]).toEqual([true, 100]);
  });

  test('doesn’t count while anything waits for a person, however many waits lie over each other', async () => {
    const { clock, work, ledger } = started(1_000);
    const wait = (ms: number) => work.waiting(clock.sleep(ms, new AbortController().signal));
    const waits = [wait(50), wait(80)];
    await clock.advance(80);
    await Promise.all(waits);
    await clock.advance(20);
    work.stop();
    expect([ledger.used().wallMs, work.waitedMs()]).toEqual([20, 80]);
  });

  test('leaves no timer behind', async () => {
    const { clock, work } = started(1_000);
    work.stop();
    expect(clock.waiting()).toBe(0);
  });

  test('is over at once where the time was up before', () => {
    const clock = createVirtualClock();
    const spent = createLedger({ wallMs: 10 }, [], { tokens: 0, toolCalls: 0, wallMs: 10, usd: 0 });
    expect(startWorkClock(clock, spent).signal.aborted).toBe(true);
  });
});
