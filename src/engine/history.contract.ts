// Histories as bad as they come, for whatever builds requests from logs: plausible runs of two participants with every
// kind of rubbish that models, tools and crashes leave behind, then damaged: lost, doubled, moved, cut, branched off.

import fc from 'fast-check';
import { ENTRY_VERSION, type Entry, type StoredEvent } from './events.ts';
import { failure } from './failures.ts';
import type { ParticipantId, RunId, SessionId } from './ids.ts';
import { type AssistantPart, type ModelStamp, NO_USAGE, type UserPart } from './messages.ts';

/** Ids of damaged logs may be anything, also empty: no `asId` here. */
const id = <Id extends string>(text: string): Id => text as Id;

export const AGENTS = ['agent', 'other'].map((name) => id<ParticipantId>(name));
export const STAMPS: readonly ModelStamp[] = [
  { provider: 'a', model: 'one', endpoint: 'https://a.example' },
  { provider: 'a', model: 'two', endpoint: 'https://a.example' },
  { provider: 'b', model: 'one', endpoint: 'http://localhost:1' },
];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  // Code units as they fall: lone surrogates, controls, U+0000.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', ' ', '\n\t', '\ud800', 'a\udc00b', '</data>', '\ud83d\ude00', '\u2028', '{"a":1}'),
);

const argumentsText = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.dictionary(text, fc.oneof(text, fc.integer()), { maxKeys: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    '{',
    '{"path":"a"',
    '[1,2]',
    'null',
    '"text"',
    '12',
    '{"a":1}{"b":2}',
    String.raw`{"a":"\ud800"}`,
    String.raw`{"\udfff":{"\ud83d":["\ude00\ud83d"]}}`,
    String.raw`{"a":"\\ud800"}`,
    '{"a":"\ud800"}',
    '{"__proto__":{"a":"\\ud800"},"constructor":1}',
    '{"a":1,"a":2}',
    '{"a":1e999}',
    `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  ),
  text,
);

const toolName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('read_file', 'write_file') },
  fc.constantFrom('', 'read file', 'функция', 'functions.read', '\ud800', 'x'.repeat(100), 'a/b:c'),
);
/** A small pool: the same ids come again and again. */
const callId = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6') },
  fc.constantFrom(
    '',
    'call 1',
    'toolu|1',
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(300),
    '\ud800',
    'ид',
    'c_1',
    'c1_2',
  ),
);

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  text.map((said): AssistantPart => ({ type: 'text', text: said })),
  fc.tuple(text, fc.option(fc.constantFrom('sig', { sig: 'x' }), { nil: undefined })).map(
    ([said, data]): AssistantPart => ({
      type: 'reasoning',
      text: said,
      ...(data === undefined ? {} : { providerData: data }),
    }),
  ),
  {
    weight: 2,
    arbitrary: fc.tuple(callId, toolName, argumentsText).map(
      ([call, tool, args]): AssistantPart => ({
        type: 'tool-call',
        callId: id(call),
        tool,
        argumentsText: args,
      }),
    ),
  },
);
const userPart: fc.Arbitrary<UserPart> = fc.oneof(
  { weight: 5, arbitrary: text.map((said): UserPart => ({ type: 'text', text: said })) },
  fc.constant<UserPart>({ type: 'image', mediaType: 'image/png', blob: id('0'.repeat(64)) }),
);

const messageId = fc.constantFrom('m1', 'm2', 'm3', 'm4', 'm5');
const run = fc.constantFrom('r1', 'r2').map((name) => id<RunId>(name));
const resultOf = fc.record({
  text,
  ok: fc.boolean(),
  provenance: fc.constantFrom('own' as const, 'workspace' as const, 'foreign' as const),
  source: fc.option(text, { nil: undefined }),
});

const event: fc.Arbitrary<StoredEvent> = fc.oneof(
  fc
    .tuple(
      messageId,
      fc.array(userPart, { maxLength: 3 }),
      fc.constantFrom(undefined, 'steer' as const, 'after' as const),
    )
    .map(
      ([message, parts, queued]): StoredEvent => ({
        type: 'message',
        id: id(message),
        parts,
        ...(queued === undefined ? {} : { queued }),
      }),
    ),
  {
    weight: 3,
    arbitrary: fc
      .record({
        message: fc.uuid(),
        parts: fc.array(part, { maxLength: 5 }),
        stamp: fc.constantFrom(...STAMPS),
        stop: fc.constantFrom('stop' as const, 'tool-calls' as const, 'length' as const, 'other' as const),
        discarded: fc.integer({ min: 0, max: 9 }),
      })
      .map(
        ({ message, parts, stamp, stop, discarded }): StoredEvent => ({
          type: 'message-end',
          turn: id('t'),
          message: { id: id(message), parts, stamp, stop },
          usage: NO_USAGE,
          usd: 0,
          ms: 0,
          used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
          ...(discarded === 0 ? { discarded: failure('connection-lost', 'x') } : {}),
        }),
      ),
  },
  callId.map(
    (call): StoredEvent => ({
      type: 'tool-start',
      callId: id(call),
      tool: 'read_file',
      effect: 'write',
      input: {},
    }),
  ),
  {
    weight: 3,
    arbitrary: fc.tuple(callId, resultOf).map(
      ([call, { source, ...result }]): StoredEvent => ({
        type: 'tool-end',
        callId: id(call),
        ms: 0,
        result: {
          callId: id(call),
          tool: 'read_file',
          ...result,
          ...(source === undefined ? {} : { source }),
        },
      }),
    ),
  },
  fc.tuple(callId, fc.boolean()).map(
    ([call, ran]): StoredEvent => ({
      type: 'unknown-resolved',
      callId: id(call),
      by: 'person',
      ran,
    }),
  ),
  messageId.map((message): StoredEvent => ({ type: 'steer', message: id(message) })),
  messageId.map((message): StoredEvent => ({ type: 'unqueue', message: id(message) })),
  fc.tuple(run, messageId).map(
    ([of, message]): StoredEvent => ({
      type: 'run-start',
      run: of,
      agent: id('agent'),
      model: 'a/one',
      cause: { type: 'message', message: id(message) },
      budget: {},
      system: '',
      tools: [],
    }),
  ),
  run.map((of): StoredEvent => ({ type: 'run-resume', run: of, cause: 'continue' })),
  fc.constant<StoredEvent>({ type: 'nudge', kind: 'turn-limit' }),
  fc.tuple(messageId, messageId, text).map(
    ([made, upTo, said]): StoredEvent => ({
      type: 'compaction',
      id: id(`sum ${made}`),
      upTo: id(upTo),
      text: said,
      by: 'model',
      messages: 3,
      tokensBefore: 9,
      tokensAfter: 3,
      usage: NO_USAGE,
      usd: 0,
      ms: 1,
      used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
    }),
  ),
  messageId.map((made): StoredEvent => ({ type: 'compaction-undone', compaction: id(`sum ${made}`) })),
  text.map((title): StoredEvent => ({ type: 'title', title, by: 'auto' })),
);

/** A turn as it should be: an assistant that calls, and results of some of its calls. */
const turn: fc.Arbitrary<readonly StoredEvent[]> = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 5 }),
    fc.uuid(),
    fc.constantFrom(...STAMPS),
    fc.array(resultOf),
  )
  .map(([parts, message, stamp, results]) => [
    {
      type: 'message-end' as const,
      turn: id('t'),
      message: { id: id(message), parts, stamp, stop: 'tool-calls' as const },
      usage: NO_USAGE,
      usd: 0,
      ms: 0,
      used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
    },
    ...parts
      .filter((one) => one.type === 'tool-call')
      .flatMap(({ callId: call }, index): readonly StoredEvent[] => {
        const result = results[index];
        const start = {
          type: 'tool-start',
          callId: call,
          tool: 'read_file',
          effect: 'read',
          input: {},
        } as const;
        if (result === undefined) return [start];
        const { source, ...rest } = result;
        const told = {
          callId: call,
          tool: 'read_file',
          ...rest,
          ...(source === undefined ? {} : { source }),
        };
        return [start, { type: 'tool-end', callId: call, ms: 0, result: told }];
      }),
  ]);

const by = fc.oneof(
  { weight: 5, arbitrary: fc.constant(AGENTS[0]) },
  fc.constantFrom(AGENTS[1], id<ParticipantId>('user')),
);
type Told = Pick<Entry, 'by' | 'event'> & { readonly to?: readonly ParticipantId[] };
const told: fc.Arbitrary<readonly Told[]> = fc
  .tuple(
    by,
    fc.oneof(
      turn,
      event.map((one) => [one]),
    ),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([who = id('user'), events, only]) =>
    events.map((one) => ({
      by: one.type === 'message' && only > 2 ? id<ParticipantId>('user') : who,
      event: one,
      ...(one.type === 'message' && only === 9 && { to: [id<ParticipantId>('other')] }),
    })),
  );

type Damage =
  | { readonly type: 'lose' | 'double' | 'cut'; readonly at: number }
  | { readonly type: 'move'; readonly at: number; readonly to: number };
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ type: fc.constantFrom('lose' as const, 'double' as const, 'cut' as const), at: fc.nat(200) }),
  fc.record({ type: fc.constant('move' as const), at: fc.nat(200), to: fc.nat(200) }),
);

export function damaged<Item>(items: readonly Item[], blows: readonly Damage[]): readonly Item[] {
  return blows.reduce<readonly Item[]>((left, blow) => {
    const at = blow.at % Math.max(1, left.length);
    const hit = left[at];
    if (hit === undefined) return left;
    switch (blow.type) {
      case 'lose':
        return left.toSpliced(at, 1);
      case 'double':
        return left.toSpliced(at, 0, hit);
      case 'cut':
        return at < left.length / 2 ? left.slice(at) : left.slice(0, at);
      case 'move':
        return left.toSpliced(at, 1).toSpliced(blow.to % left.length, 0, hit);
    }
  }, items);
}

export const anyDamage = fc.array(damage, { maxLength: 4 });

/** Entries of one session in log order, as a tree: most hang on the one before, some elsewhere. */
export const anyTree: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(
    fc.array(told, { maxLength: 14 }),
    anyDamage,
    fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 3 }),
  )
  .map(([stretches, blows, forks]) => {
    const all = damaged(stretches.flat(), blows);
    return all.map((entry, index) => ({
      ...entry,
      session: id<SessionId>('s'),
      seq: index + 1,
      parent: forks.find(([at]) => at === index)?.[1] ?? index,
      v: ENTRY_VERSION,
      at: 1_750_000_000_000 + index,
      run: id<RunId>('r1'),
    }));
  })
  .map((entries) => entries.map((entry) => ({ ...entry, parent: Math.min(entry.parent, entry.seq - 1) })));
