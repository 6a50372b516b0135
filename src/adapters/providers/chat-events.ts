// The parts of an AI SDK stream as our events: own block ids, well-formed text, and nothing that looks complete before
// the stream has properly ended (E18). It neither reads the stream nor knows of time.

import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { FailureCode } from '../../engine/failures.ts';
import type { Json } from '../../engine/ids.ts';
import type { StopReason } from '../../engine/messages.ts';
import type { ModelEvent } from '../../engine/provider.ts';
import { createTextJoiner, type TextJoiner } from './text-joiner.ts';

type Kind = 'text' | 'reasoning' | 'tool-input';

interface Block {
  readonly id: string;
  readonly kind: Kind;
  readonly joiner: TextJoiner;
  callId: string;
  providerData?: Json;
}

export type Finished =
  | { readonly ok: true; readonly stop: StopReason; readonly rawStop: string }
  | { readonly ok: false; readonly code: FailureCode; readonly message: string };

export interface ChatEvents {
  /** Appends to `out` what a part says; parts that say nothing append nothing. */
  take(part: LanguageModelV4StreamPart, out: ModelEvent[]): void;
  /** Closes what is open. Only for a stream that ended properly: else the blocks stay open, and so does their meaning. */
  close(out: ModelEvent[]): void;
  finish(reason: LanguageModelV4FinishReason): Finished;
}

export function createChatEvents(): ChatEvents {
  const calls = new Map<string, Block>();
  let speaking: Block | undefined;
  let blocks = 0;
  let said = false;

  const open = (kind: Kind, callId = ''): Block => {
    blocks += 1;
    return { id: `b${blocks}`, kind, joiner: createTextJoiner(), callId };
  };
  const pass = (block: Block, delta: string, out: ModelEvent[]): void => {
    if (delta !== '') out.push({ type: `${block.kind}-delta`, id: block.id, delta });
  };
  const endSpeaking = (out: ModelEvent[]): void => {
    if (speaking === undefined) return;
    pass(speaking, speaking.joiner.end(), out);
    out.push({ type: speaking.kind === 'text' ? 'text-end' : 'reasoning-end', id: speaking.id });
    speaking = undefined;
  };
  const speak = (kind: 'text' | 'reasoning', delta: string, out: ModelEvent[]): void => {
    if (delta === '') return;
    if (speaking?.kind !== kind) {
      endSpeaking(out);
      speaking = open(kind);
      out.push({ type: `${kind}-start`, id: speaking.id });
    }
    said ||= kind === 'text' && /\S/.test(delta);
    pass(speaking, speaking.joiner.push(delta), out);
  };

  return {
    take: (part, out) => {
      switch (part.type) {
        case 'text-delta':
          return speak('text', part.delta, out);
        case 'reasoning-delta':
          return speak('reasoning', part.delta, out);
        case 'tool-input-start': {
          endSpeaking(out);
          const block = open('tool-input', part.id);
          calls.set(part.id, block);
          out.push({ type: 'tool-input-start', id: block.id, tool: part.toolName.toWellFormed() });
          return;
        }
        case 'tool-input-delta': {
          const block = calls.get(part.id);
          if (block !== undefined) pass(block, block.joiner.push(part.delta), out);
          return;
        }
        case 'tool-call': {
          const block = calls.get(part.toolCallId);
          if (block !== undefined && part.providerMetadata !== undefined)
            block.providerData = part.providerMetadata as Json;
          return;
        }
        default:
      }
    },
    close: (out) => {
      endSpeaking(out);
      for (const block of calls.values()) {
        pass(block, block.joiner.end(), out);
        const { id, callId, providerData } = block;
        out.push({
          type: 'tool-input-end',
          id,
          callId,
          ...(providerData === undefined ? {} : { providerData }),
        });
      }
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
};

function bad(code: FailureCode, message: string): Finished {
  return { ok: false, code, message };
}
