// The parts of an AI SDK stream as our events: own block ids, well-formed text, opaque data kept per block, and nothing
// that looks complete before the stream has properly ended (E18). It neither reads the stream nor knows of time.

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FailureCode } from '../../engine/failures.ts';
import type { Json, JsonObject } from '../../engine/ids.ts';
import type { StopReason } from '../../engine/messages.ts';
import type { ModelEvent } from '../../engine/provider.ts';
import { createTextJoiner, type TextJoiner } from './text-joiner.ts';

type Kind = 'text' | 'reasoning' | 'tool-input';

interface Block {
  readonly id: string;
  readonly kind: Kind;
  readonly joiner: TextJoiner;
  readonly callId: string;
  hasInput: boolean;
  data: JsonObject | undefined;
}

export type Finished =
  | { readonly ok: true; readonly stop: StopReason; readonly rawStop: string }
  | { readonly ok: false; readonly code: FailureCode; readonly message: string };

export interface PartEvents {
  /** Appends to `out` what a part says; parts that say nothing append nothing. */
  take(part: LanguageModelV4StreamPart, out: ModelEvent[]): void;
  /** Adds thinking that has no words, only opaque data. */
  think(data: JsonObject, out: ModelEvent[]): void;
  /** Closes what is open. Only for a stream that ended properly: else the blocks stay open, and so does their meaning. */
  close(out: ModelEvent[]): void;
  finish(reason: LanguageModelV4FinishReason): Finished;
}

type Metadata = Readonly<Record<string, unknown>> | undefined;

export function createPartEvents(): PartEvents {
  const calls = new Map<string, Block>();
  /** Open text and thinking, by the package's id; several thoughts may be open at a time. */
  const open = new Map<string, Block>();
  /** What came with a block that has not said anything yet. */
  const waiting = new Map<string, JsonObject>();
  /** Calls that the server makes itself: they are no business of ours. */
  const foreign = new Set<string>();
  let blocks = 0;
  let said = false;

  const begin = (kind: Kind, callId = ''): Block => {
    blocks += 1;
    return { id: `b${blocks}`, kind, joiner: createTextJoiner(), callId, hasInput: false, data: undefined };
  };
  const pass = (block: Block, delta: string, out: ModelEvent[]): void => {
    if (delta !== '') out.push({ type: `${block.kind}-delta`, id: block.id, delta });
  };
  const end = (block: Block, out: ModelEvent[]): void => {
    pass(block, block.joiner.end(), out);
    const { id, callId, data } = block;
    const own = data === undefined ? {} : { providerData: data };
    if (block.kind === 'tool-input') out.push({ type: 'tool-input-end', id, callId, ...own });
    else out.push({ type: `${block.kind}-end`, id, ...own });
  };
  const keyOf = (kind: Kind, id: string): string => `${kind} ${id}`;
  const endSpoken = (key: string, out: ModelEvent[]): void => {
    const block = open.get(key);
    waiting.delete(key);
    if (block === undefined) return;
    open.delete(key);
    end(block, out);
  };
  /** Text has an order: what follows something else is a text of its own. */
  const endTexts = (out: ModelEvent[]): void => {
    for (const [key, { kind }] of [...open]) if (kind === 'text') endSpoken(key, out);
  };
  const start = (kind: 'text' | 'reasoning', key: string, out: ModelEvent[]): Block => {
    endTexts(out);
    const block = begin(kind);
    open.set(key, block);
    out.push({ type: `${kind}-start`, id: block.id });
    const data = waiting.get(key);
    if (data !== undefined) block.data = data;
    waiting.delete(key);
    return block;
  };
  const note = (kind: 'text' | 'reasoning', key: string, metadata: Metadata, out: ModelEvent[]): void => {
    const fresh = dataIn(metadata);
    if (fresh === undefined) return;
    const block = open.get(key);
    if (block !== undefined) block.data = merged(block.data, fresh);
    else waiting.set(key, merged(waiting.get(key), fresh));
    // Thinking that is hidden comes as data alone.
    if (block === undefined && kind === 'reasoning' && isSealed(fresh)) start(kind, key, out);
  };
  const speak = (kind: 'text' | 'reasoning', key: string, delta: string, out: ModelEvent[]): void => {
    if (delta === '') return;
    const block = open.get(key) ?? start(kind, key, out);
    said ||= kind === 'text' && /\S/.test(delta);
    pass(block, block.joiner.push(delta), out);
  };
  const call = (id: string, tool: string, out: ModelEvent[]): Block => {
    endTexts(out);
    const block = begin('tool-input', id);
    calls.set(id, block);
    out.push({ type: 'tool-input-start', id: block.id, tool: tool.toWellFormed() });
    return block;
  };

  return {
    take: (part, out) => {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start': {
          const kind = part.type === 'text-start' ? 'text' : 'reasoning';
          endSpoken(keyOf(kind, part.id), out);
          return note(kind, keyOf(kind, part.id), part.providerMetadata, out);
        }
        case 'text-delta':
        case 'reasoning-delta': {
          const kind = part.type === 'text-delta' ? 'text' : 'reasoning';
          speak(kind, keyOf(kind, part.id), part.delta, out);
          return note(kind, keyOf(kind, part.id), part.providerMetadata, out);
        }
        case 'text-end':
        case 'reasoning-end': {
          const kind = part.type === 'text-end' ? 'text' : 'reasoning';
          note(kind, keyOf(kind, part.id), part.providerMetadata, out);
          return endSpoken(keyOf(kind, part.id), out);
        }
        case 'tool-input-start':
          if (part.providerExecuted === true) foreign.add(part.id);
          else call(part.id, part.toolName, out);
          return;
        case 'tool-input-delta': {
          const block = calls.get(part.id);
          if (block === undefined) return;
          block.hasInput ||= part.delta !== '';
          return pass(block, block.joiner.push(part.delta), out);
        }
        case 'tool-call': {
          if (part.providerExecuted === true || foreign.has(part.toolCallId)) return;
          const block = calls.get(part.toolCallId) ?? call(part.toolCallId, part.toolName, out);
          if (!block.hasInput) pass(block, block.joiner.push(part.input), out);
          block.hasInput = true;
          const data = dataIn(part.providerMetadata);
          if (data !== undefined) block.data = merged(block.data, data);
          return;
        }
        default:
      }
    },
    think: (data, out) => {
      endTexts(out);
      const block = begin('reasoning');
      out.push({ type: 'reasoning-start', id: block.id });
      block.data = data;
      end(block, out);
    },
    close: (out) => {
      for (const key of [...open.keys()]) endSpoken(key, out);
      for (const block of calls.values()) end(block, out);
      calls.clear();
    },
    finish: ({ unified, raw }) => {
      if (raw === undefined) return bad('bad-stream', 'the stream ended without saying why');
      const word = raw.toLowerCase();
      const broken = BROKEN[word];
      if (broken !== undefined) return bad(broken, `the server gave up: ${raw}`);
      const stop = unified === 'content-filter' ? 'refusal' : (STOPS[word] ?? 'other');
      const cut = stop === 'length' || stop === 'refusal';
      // Some servers say `stop` where they called tools.
      if (calls.size > 0) return { ok: true, stop: cut ? stop : 'tool-calls', rawStop: raw };
      if (stop === 'tool-calls') return bad('bad-stream', 'a call was announced, but none came');
      if (!said && !cut) return bad('empty-reply', 'the reply was empty');
      return { ok: true, stop, rawStop: raw };
    },
  };
}

function dataIn(metadata: Metadata): JsonObject | undefined {
  if (metadata === undefined) return undefined;
  const rows = Object.entries(metadata).flatMap(([name, fields]) => {
    if (typeof fields !== 'object' || fields === null) return [];
    const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
    return kept.length === 0 ? [] : [[name, Object.fromEntries(kept) as JsonObject]];
  });
  return rows.length === 0 ? undefined : (Object.fromEntries(rows) as JsonObject);
}

function merged(old: JsonObject | undefined, fresh: JsonObject): JsonObject {
  const all: Record<string, Json> = { ...old };
  for (const [name, fields] of Object.entries(fresh)) {
    const before = all[name];
    all[name] = isObject(before) && isObject(fields) ? { ...before, ...fields } : fields;
  }
  return all;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What only its maker can read, and wants back. */
const SEALED: ReadonlySet<string> = new Set([
  'signature',
  'redactedData',
  'reasoningEncryptedContent',
  'thoughtSignature',
]);

function isSealed(data: JsonObject): boolean {
  return Object.values(data).some(
    (fields) => isObject(fields) && Object.keys(fields).some((name) => SEALED.has(name)),
  );
}

const STOPS: Readonly<Record<string, StopReason>> = {
  stop: 'stop',
  eos: 'stop',
  eos_token: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  completed: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  tool_calls: 'tool-calls',
  tool_use: 'tool-calls',
  function_call: 'tool-calls',
  content_filter: 'refusal',
  content_filtered: 'refusal',
  refusal: 'refusal',
  safety: 'refusal',
  sensitive: 'refusal',
};

/** Finish reasons that are failures in disguise. */
const BROKEN: Readonly<Record<string, FailureCode>> = {
  error: 'server-error',
  network_error: 'server-error',
  insufficient_system_resource: 'overloaded',
  abort: 'bad-stream',
  cancelled: 'bad-stream',
  malformed_function_call: 'bad-stream',
  malformed_response: 'bad-stream',
  unexpected_tool_call: 'bad-stream',
  too_many_tool_calls: 'bad-stream',
};

function bad(code: FailureCode, message: string): Finished {
  return { ok: false, code, message };
}
