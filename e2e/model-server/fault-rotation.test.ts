// Three accounts of two vendors, each a server of its own (P7): who is asked, in which order and how often, and that the
// person's message is on record once. What the record must say stands in docs/faults.md in words.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredEvent } from '../../src/engine/events.ts';
import { REST_MS } from '../../src/features/providers/rotation.ts';
import { FAULT_KEY } from './fault-bodies.ts';
import { FAULTS, GOOD, type FaultName, type MakeStep } from './fault-kinds.ts';
import { recordOf } from './fault-record.ts';
import { accountAt, createFaultRun, type FaultRun } from './fault-run.ts';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import type { FaultWire } from './fault-story.ts';

// On a machine with other things to do.
vi.setConfig({ testTimeout: 60_000 });

const NAMES = ['first', 'second', 'third'] as const;
type Name = (typeof NAMES)[number];

/** Two of one vendor with the same model, and one of another that the person named as fallback. */
const WIRES: Readonly<Record<Name, FaultWire>> = {
  first: 'anthropic',
  second: 'anthropic',
  third: 'openai-responses',
};
const IDS: Readonly<Record<Name, string>> = { first: 'anthropic', second: 'anthropic-2', third: 'openai' };

type Plan = Partial<
  Readonly<Record<Name, { readonly steps?: readonly FaultName[]; readonly always?: FaultName }>>
>;

interface Three {
  readonly product: FaultRun;
  /** Who was asked, oldest first. */
  readonly asked: readonly Name[];
  readonly servers: Readonly<Record<Name, FaultServer>>;
}

async function three(plan: Plan): Promise<Three> {
  const asked: Name[] = [];
  const started = await Promise.all(
    NAMES.map(async (name) => {
      const { steps = [], always } = plan[name] ?? {};
      const noted =
        (make: MakeStep): MakeStep =>
        (wire) => {
          asked.push(name);
          return make(wire);
        };
      const server = await startFaultServer({
        steps: steps.map((fault) => noted(FAULTS[fault])),
        after: noted(always === undefined ? GOOD : FAULTS[always]),
        paused: (pause) => product.paused(pause),
      });
      onTestFinished(() => server.close());
      return [name, server] as const;
    }),
  );
  const servers = Object.fromEntries(started) as Record<Name, FaultServer>;
  const product = await createFaultRun({
    accounts: NAMES.map((name, at) => ({
      account: accountAt(WIRES[name], servers[name].baseUrl(WIRES[name]), { id: IDS[name], addedAt: at }),
      key: `${FAULT_KEY}-${name}`,
    })),
    model: `${IDS.first}/m`,
    fallbacks: [`${IDS.third}/m`],
  });
  onTestFinished(() => product.close());
  return { product, asked, servers };
}

const messages = (events: readonly StoredEvent[]) => events.filter(({ type }) => type === 'message');
const switches = (events: readonly StoredEvent[]) =>
  events.flatMap((event) =>
    event.type === 'account-switch' ? [[event.from, event.to, event.failure?.code] as const] : [],
  );
const answers = (events: readonly StoredEvent[]) =>
  events.flatMap((event) =>
    event.type === 'message-end' && event.discarded === undefined ? [event.message] : [],
  );

describe('before any content', () => {
  it('another account is asked at once, with the same words; the message is stored once', async () => {
    const { product, asked, servers } = await three({
      first: { steps: ['no credit'] },
      second: { steps: ['rate limit, no word on when'] },
    });
    const events = await product.say('Do it.');
    expect(asked).toEqual(['first', 'second', 'third']);
    expect(product.waits).toEqual([]);
    expect(switches(events)).toEqual([
      ['anthropic/m', 'anthropic-2/m', 'quota-exhausted'],
      ['anthropic-2/m', 'openai/m', 'rate-limit'],
    ]);
    expect(messages(events)).toHaveLength(1);
    expect(answers(events)).toMatchObject([{ stamp: { provider: 'openai', model: 'm' } }]);
    expect(recordOf(events).ends).toBe('done');
    for (const name of NAMES) {
      const [hit, ...more] = servers[name].hits;
      expect(more).toEqual([]);
      expect(hit?.key, 'each with its own key').toBe(`${FAULT_KEY}-${name}`);
      expect(hit?.body.split('Do it.'), 'the message once in each request').toHaveLength(2);
    }
  });

  it('what was thought aloud is withdrawn, and is in no later request', async () => {
    const { product, asked, servers } = await three({
      first: { steps: ['expired OAuth'] },
      second: { steps: ['rate limit after thoughts'] },
    });
    const events = await product.say('Do it.');
    expect(asked).toEqual(['first', 'second', 'third']);
    const ends = events.flatMap((event) => (event.type === 'message-end' ? [event] : []));
    expect(ends).toMatchObject([
      { discarded: { code: 'rate-limit' }, message: { parts: [{ type: 'reasoning', text: 'Hm. ' }] } },
      { message: { stamp: { provider: 'openai' } } },
    ]);
    expect(servers.third.hits[0]?.body).not.toContain('Hm. ');
    expect(messages(events)).toHaveLength(1);
  });
});

describe('after first content', () => {
  it.each([
    'reset after first content',
    'overload after first content',
    'rate limit after first content',
    'silence after first content',
  ] as const)('%s: the same account once more, nobody else', async (fault) => {
    const { product, asked } = await three({ first: { steps: [fault] } });
    const events = await product.say('Do it.');
    expect(asked).toEqual(['first', 'first']);
    expect(switches(events)).toEqual([]);
    expect(recordOf(events).record).toMatch(/^turn, discarded [\w-]+, retry [\w-]+ 1 s, turn, message$/);
  });

  it('and where it fails again, the run ends', async () => {
    const { product, asked } = await three({ first: { always: 'rate limit after first content' } });
    expect(recordOf(await product.say('Do it.')).ends).toBe('rate-limit');
    expect(asked).toEqual(['first', 'first']);
  });
});

describe('what another account can’t mend', () => {
  it.each(['bad request', 'content policy', 'model missing', 'oversized image', 'HTML for JSON'] as const)(
    '%s is said at once',
    async (fault) => {
      const { product, asked } = await three({ first: { steps: [fault] } });
      const events = await product.say('Do it.');
      expect(recordOf(events).ends).not.toBe('done');
      expect(asked).toEqual(['first']);
    },
  );

  it.each([
    'an error 500',
    '503 or 529, overloaded',
    'reset before an answer',
    'silence before an answer',
  ] as const)('%s is tried again in place', async (fault) => {
    const { product, asked } = await three({ first: { steps: [fault] } });
    expect(recordOf(await product.say('Do it.')).ends).toBe('done');
    expect(asked).toEqual(['first', 'first']);
    expect(product.waits).toEqual([1_000]);
  });
});

describe('when all have failed', () => {
  it('a wrong key everywhere ends the run after the last', async () => {
    const always = { always: 'wrong key' } as const;
    const { product, asked } = await three({ first: always, second: always, third: always });
    const events = await product.say('Do it.');
    expect(recordOf(events).ends).toBe('auth');
    expect(asked).toEqual(['first', 'second', 'third']);
    expect(product.waits).toEqual([]);
  });

  it('a rate limit everywhere is waited for, and the round begins with the first again', async () => {
    const once = { steps: ['rate limit, no word on when'] } as const;
    const { product, asked } = await three({ first: once, second: once, third: once });
    const events = await product.say('Do it.');
    expect(recordOf(events).ends).toBe('done');
    expect(asked).toEqual(['first', 'second', 'third', 'first']);
    expect(product.waits).toEqual([1_000]);
    expect(messages(events)).toHaveLength(1);
  });

  it('and when it never gets well, each round asks each once: three waits, then it is said', async () => {
    const always = { always: 'rate limit, no word on when' } as const;
    const { product, asked } = await three({ first: always, second: always, third: always });
    expect(recordOf(await product.say('Do it.')).ends).toBe('rate-limit');
    expect(asked).toEqual([...NAMES, ...NAMES, ...NAMES, ...NAMES]);
    expect(product.waits).toEqual([1_000, 2_000, 4_000]);
  });
});

describe('rest', () => {
  it('the next run begins with an account that doesn’t rest; ten minutes later with the first again', async () => {
    const { product, asked } = await three({ first: { steps: ['no credit'] } });
    await product.say('One.');
    expect(asked).toEqual(['first', 'second']);
    const events = await product.say('Two.');
    expect(asked).toEqual(['first', 'second', 'second']);
    expect(switches(events)).toEqual([['anthropic/m', 'anthropic-2/m', undefined]]);
    await product.clock.advance(REST_MS);
    expect(switches(await product.say('Three.'))).toEqual([]);
    expect(asked).toEqual(['first', 'second', 'second', 'first']);
  });

  it('one account alone isn’t stopped by its own: neither in its run nor in the next', async () => {
    const server = await startFaultServer({
      steps: [
        FAULTS['rate limit, no word on when'],
        FAULTS['rate limit, no word on when'],
        GOOD,
        FAULTS['wrong key'],
      ],
      paused: (pause) => product.paused(pause),
    });
    onTestFinished(() => server.close());
    const account = accountAt('anthropic', server.baseUrl('anthropic'));
    const product = await createFaultRun({ accounts: [{ account, key: FAULT_KEY }], model: 'anthropic/m' });
    onTestFinished(() => product.close());
    expect(recordOf(await product.say('One.'))).toEqual({
      ends: 'done',
      record: 'turn, retry rate-limit 1 s, turn, retry rate-limit 2 s, turn, message',
    });
    expect(recordOf(await product.say('Two.')).ends).toBe('auth');
    expect(recordOf(await product.say('Three.'))).toEqual({ ends: 'done', record: 'turn, message' });
    expect(server.hits).toHaveLength(5);
  });
});
