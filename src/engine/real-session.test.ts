// A real session of another agent, with the damage that aborted turns left in it, as our entries: cut at every
// message, then damaged further. Other agents import such sessions and then send a request that no provider takes.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fence } from '../features/guard/fence.ts';
import { createContextBuilder } from './context.ts';
import { ENTRY_VERSION, type Entry, type StoredEvent } from './events.ts';
import { anyDamage, damaged, STAMPS } from './history.contract.ts';
import { asId, type ParticipantId, USER } from './ids.ts';
import { type AssistantPart, NO_USAGE } from './messages.ts';
import { wireProblems } from './testing/wire-invariants.ts';
import { createTranscript } from './transcript.ts';
import { createWireJudge } from './wire.contract.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Block {
  readonly type: 'text' | 'thinking' | 'toolCall';
  readonly text?: string;
  readonly thinking?: string;
  readonly thinkingSignature?: string;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: unknown;
}
interface PiMessage {
  readonly role: 'user' | 'assistant' | 'toolResult';
  readonly content: readonly Block[];
  readonly provider?: string;
  readonly model?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
}

const AGENT = asId<ParticipantId>('agent');
const pi: readonly PiMessage[] = readFileSync(`${import.meta.dirname}/fixtures/pi-session.jsonl`, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): PiMessage => JSON.parse(line));

const textOf = (blocks: readonly Block[]): string => blocks.map(({ text = '' }) => text).join('');

function partOf(block: Block): AssistantPart {
  if (block.type === 'toolCall') {
    return {
      type: 'tool-call',
      callId: asId(block.id ?? 'none'),
      tool: block.name ?? '',
      argumentsText: JSON.stringify(block.arguments ?? {}),
    };
  }
  if (block.type === 'text') return { type: 'text', text: block.text ?? '' };
  const signature = block.thinkingSignature;
  return {
    type: 'reasoning',
    text: block.thinking ?? '',
    ...(signature === undefined ? {} : { providerData: { signature } }),
  };
}

function eventOf(message: PiMessage, index: number): StoredEvent {
  if (message.role === 'user')
    return {
      type: 'message',
      id: asId(`m${index}`),
      parts: [{ type: 'text', text: textOf(message.content) }],
    };
  if (message.role === 'toolResult') {
    const callId = asId<Extract<StoredEvent, { type: 'tool-end' }>['callId']>(message.toolCallId ?? 'none');
    const tool = message.toolName ?? '';
    const ok = message.isError !== true;
    return {
      type: 'tool-end',
      callId,
      ms: 0,
      result: { callId, tool, ok, text: textOf(message.content), provenance: 'workspace' },
    };
  }
  return {
    type: 'message-end',
    turn: asId('t'),
    message: {
      id: asId(`a${index}`),
      parts: message.content.map(partOf),
      stamp: { provider: message.provider ?? '', model: message.model ?? '', endpoint: '' },
      stop: 'other',
    },
    usage: NO_USAGE,
    usd: 0,
    ms: 0,
    used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
  };
}

const entries: readonly Entry[] = pi.map((message, index) => ({
  session: asId('s'),
  seq: index + 1,
  parent: index,
  v: ENTRY_VERSION,
  at: 1_750_000_000_000 + index,
  by: message.role === 'user' ? USER : AGENT,
  event: eventOf(message, index),
}));

describe('a real session', () => {
  test('is what we take it for: hundreds of messages, calls without results, a result without its call', () => {
    const called = pi.flatMap(({ content }) =>
      content.flatMap(({ type, id }) => (type === 'toolCall' ? [id] : [])),
    );
    const answered = new Set(pi.map(({ toolCallId }) => toolCallId));
    expect(pi.length).toBeGreaterThan(350);
    expect(called.length).toBeGreaterThan(150);
    expect(called.filter((id) => !answered.has(id)).length).toBe(18);
    // Where our piece was cut out, a result lost its call.
    expect(
      pi.filter(({ toolCallId }) => toolCallId !== undefined && !called.includes(toolCallId)),
    ).toHaveLength(1);
  });

  test('cut at every message gives a request that any provider takes', () => {
    const transcript = createTranscript(AGENT);
    const builder = createContextBuilder(fence);
    const [stamp = { provider: 'anthropic', model: 'claude-sonnet-4-5', endpoint: '' }] = STAMPS;
    for (const entry of entries) {
      transcript.add(entry);
      expect(wireProblems(builder.build(transcript.items, stamp, []).messages)).toEqual([]);
    }
  });

  test('loses no result whose call it holds, whatever its neighbours lost', () => {
    const { items } = createTranscript(AGENT, entries);
    const { messages } = createContextBuilder((text) => text).build(items, STAMPS[0] ?? neverStamp, []);
    const sent = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
    const told = new Map(
      pi.flatMap(({ toolCallId, content }) => (toolCallId ? [[toolCallId, textOf(content)]] : [])),
    );
    for (const { callId, text } of sent) {
      const held = told.get(callId);
      expect(text).toBe(held === undefined ? text : held === '' ? '(empty)' : held);
    }
    expect(sent.filter(({ callId }) => told.has(callId))).toHaveLength(told.size - 1);
  });

  test('through the real wire: the judge refuses nothing, at forty cuts and whole', async () => {
    const judge = await createWireJudge();
    for (let cut = 1; cut <= entries.length; cut += Math.ceil(entries.length / 40)) {
      const { items } = createTranscript(AGENT, entries.slice(0, cut));
      const { messages } = createContextBuilder(fence).build(items, judge.stamp, []);
      expect(await judge.refusals(messages), `cut at ${cut}`).toEqual([]);
    }
  });

  test('damaged further at random, it is still taken', () => {
    const piece = fc.tuple(
      fc.nat(entries.length),
      fc.integer({ min: 1, max: 60 }),
      anyDamage,
      fc.constantFrom(...STAMPS),
    );
    fc.assert(
      fc.property(piece, ([from, length, blows, stamp]) => {
        const left = damaged(entries.slice(from, from + length), blows);
        const { items } = createTranscript(AGENT, left);
        expect(wireProblems(createContextBuilder(fence).build(items, stamp, []).messages)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

const neverStamp = { provider: '', model: '', endpoint: '' };
