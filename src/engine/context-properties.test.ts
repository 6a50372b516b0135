import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fence } from '../features/guard/fence.ts';
import { branchPath } from '../features/sessions/sessions.ts';
import { createContextBuilder } from './context.ts';
import type { Entry } from './events.ts';
import { AGENTS, anyTree, STAMPS } from './history.contract.ts';
import type { ParticipantId } from './ids.ts';
import type { ModelStamp, RequestMessage } from './messages.ts';
import { wireProblems } from './testing/wire-invariants.ts';
import { createTranscript } from './transcript.ts';
import { createWireJudge } from './wire.contract.ts';

vi.setConfig({ testTimeout: 60_000 });

const [AGENT = 'agent' as ParticipantId, OTHER = 'other' as ParticipantId] = AGENTS;
const plain = (text: string, source: { readonly name: string }): string =>
  `<data ${source.name}>${text}</data>`;
const branches = fc
  .tuple(anyTree, fc.nat(100))
  .map(([entries, tip]) =>
    branchPath(entries, entries.length === 0 ? 0 : entries.length - (tip % entries.length)),
  );
const stamps = fc.constantFrom(...STAMPS);
const nudges = fc.constantFrom([], ['Be short.'], ['Be short.', 'Go on.']);

function requestOf(
  entries: readonly Entry[],
  participant: ParticipantId,
  stamp: ModelStamp,
  notes: readonly string[] = [],
): readonly RequestMessage[] {
  return createContextBuilder(plain).build(createTranscript(participant, entries).items, stamp, notes)
    .messages;
}

describe('any branch of any tree of entries, damaged in any way', () => {
  test('gives a request that any provider takes, for every participant and every model', () => {
    fc.assert(
      fc.property(branches, fc.constantFrom(...AGENTS), stamps, nudges, (entries, who, stamp, notes) => {
        expect(wireProblems(requestOf(entries, who, stamp, notes))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });

  test.each([
    ['openai-chat', 'one'],
    ['openai-responses', 'one'],
    ['anthropic', 'one'],
    ['google', 'one'],
    ['google', 'gemini-3-pro'],
    ['ollama', 'one'],
  ] as const)(
    'gives one that the judge of its vendor takes, through the real wire: %s, %s',
    async (wire, model) => {
      const judge = await createWireJudge(wire, model);
      await fc.assert(
        fc.asyncProperty(branches, fc.constantFrom(...AGENTS), nudges, async (entries, who, notes) => {
          const { items } = createTranscript(who, entries);
          const { messages } = createContextBuilder(fence).build(items, judge.stamp, notes);
          expect(await judge.refusals(messages)).toEqual([]);
        }),
        { numRuns: 150 },
      );
    },
  );

  test('built step by step gives the same bytes as built at once', () => {
    fc.assert(
      fc.property(branches, fc.array(stamps, { minLength: 1, maxLength: 4 }), (entries, models) => {
        const transcript = createTranscript(AGENT);
        const builder = createContextBuilder(plain);
        entries.forEach((entry, index) => {
          transcript.add(entry);
          const stamp = models[index % models.length] ?? STAMPS[0];
          if (stamp === undefined) return;
          const built = builder.build(transcript.items, stamp, []);
          const anew = createContextBuilder(plain).build(transcript.items, stamp, []);
          expect(JSON.stringify(built)).toBe(JSON.stringify(anew));
        });
      }),
      { numRuns: 250 },
    );
  });

  test('never replaces a finished result', () => {
    fc.assert(
      fc.property(branches, (entries) => {
        const transcript = createTranscript(AGENT);
        const finished = new Map<object, string>();
        for (const entry of entries) {
          transcript.add(entry);
          for (const item of transcript.items) {
            if (item.type !== 'assistant') continue;
            for (const call of item.calls) {
              const known = finished.get(call);
              if (known !== undefined) expect(JSON.stringify(call.result)).toBe(known);
              if (call.result !== undefined) finished.set(call, JSON.stringify(call.result));
            }
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('never offers a call to be run twice: what has run, or shares its id, is not open', () => {
    fc.assert(
      fc.property(branches, (entries) => {
        const transcript = createTranscript(AGENT, entries);
        const seen = new Set<string>();
        for (const { part, state } of transcript.openCalls()) {
          expect(state).not.toBe('finished');
          expect(transcript.call(part.callId)?.part).toBe(part);
          expect(seen.has(part.callId)).toBe(false);
          seen.add(part.callId);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('gives each participant its own history: of others it reads messages only', () => {
    const mine = (entry: Entry): boolean =>
      entry.by === AGENT ||
      entry.event.type === 'message' ||
      entry.event.type === 'unqueue' ||
      entry.event.type === 'unknown-resolved' ||
      entry.event.type === 'approval-response';
    fc.assert(
      fc.property(branches, stamps, (entries, stamp) => {
        const withOthers = requestOf(entries, AGENT, stamp);
        expect(JSON.stringify(requestOf(entries.filter(mine), AGENT, stamp))).toBe(
          JSON.stringify(withOthers),
        );
        const others = entries.filter(({ by, event }) => by === OTHER && event.type === 'message-end');
        const text = JSON.stringify(requestOf(entries, OTHER, stamp));
        if (others.length === 0) expect(text).not.toContain('"role":"assistant"');
      }),
      { numRuns: 1_000 },
    );
  });
});
