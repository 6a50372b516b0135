// How Rehearsal speaks: a decided reply as a stream of small pieces at the speed of a real model, all waits through
// the clock. What it says is decided elsewhere.

import type { JsonObject } from '../../engine/ids.ts';
import type { Usage } from '../../engine/messages.ts';
import type { Clock } from '../../engine/ports.ts';
import type { ModelEvent, ModelRequest } from '../../engine/provider.ts';
import { estimateMessageTokens, estimateTokens } from '../../engine/tokens.ts';

export interface Reply {
  readonly think?: string;
  readonly say?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: JsonObject }[];
}

/** Milliseconds at pace 1. */
const BEFORE_FIRST_MS = 180;
const PIECE_MS = 18;

export interface Voice {
  readonly clock: Clock;
  /** 1 = as people see it; 0 = no waits at all. */
  readonly pace: number;
}

/** After an abort it just ends. `calls` counts those before, so that ids differ within a conversation. */
export async function* speak(
  reply: Reply,
  request: ModelRequest,
  calls: number,
  voice: Voice,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  const wait = async (ms: number): Promise<boolean> => {
    if (voice.pace > 0) await voice.clock.sleep(ms * voice.pace, signal);
    return !signal.aborted;
  };
  let blocks = 0;
  let spoken = '';
  if (!(await wait(BEFORE_FIRST_MS))) return;
  yield { type: 'open' };
  for (const kind of ['reasoning', 'text'] as const) {
    const text = kind === 'reasoning' ? reply.think : reply.say;
    if (text === undefined || text === '') continue;
    blocks += 1;
    const id = `b${blocks}`;
    spoken += text;
    yield { type: `${kind}-start`, id };
    for (const delta of pieces(text)) {
      if (!(await wait(PIECE_MS))) return;
      yield { type: `${kind}-delta`, id, delta };
    }
    yield { type: `${kind}-end`, id };
  }
  for (const [index, { tool, input }] of (reply.calls ?? []).entries()) {
    blocks += 1;
    const id = `b${blocks}`;
    const text = JSON.stringify(input);
    spoken += text;
    yield { type: 'tool-input-start', id, tool };
    for (const delta of pieces(text, 24)) {
      if (!(await wait(PIECE_MS / 2))) return;
      yield { type: 'tool-input-delta', id, delta };
    }
    yield { type: 'tool-input-end', id, callId: `rehearsal_${calls + index + 1}` };
  }
  const stop = (reply.calls ?? []).length > 0 ? 'tool-calls' : 'stop';
  yield { type: 'end', stop, rawStop: stop, usage: usageOf(request, spoken, reply.think ?? '') };
}

/** Words with the space behind them, two or three at a time; what has no spaces in runs of a few characters. */
export function pieces(text: string, longest = 12): readonly string[] {
  const list: string[] = [];
  let piece = '';
  for (const word of text.match(/\s*\S{1,12}\s*/gu) ?? [text]) {
    for (const character of word) {
      if (piece.length >= longest) {
        list.push(piece);
        piece = '';
      }
      piece += character;
    }
    if (piece.length >= longest / 2) {
      list.push(piece);
      piece = '';
    }
  }
  if (piece !== '') list.push(piece);
  return list;
}

function usageOf(request: ModelRequest, spoken: string, thought: string): Usage {
  const texts = request.messages.flatMap((message) =>
    message.role === 'tool'
      ? message.results.map(({ text }) => text)
      : message.parts.map((part) =>
          part.type === 'tool-call' ? part.tool + part.argumentsText : part.type === 'image' ? '' : part.text,
        ),
  );
  const tools = request.tools.map((tool) => JSON.stringify(tool));
  return {
    inputTokens: estimateMessageTokens([request.system, ...texts, ...tools]),
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: estimateTokens(spoken),
    reasoningTokens: estimateTokens(thought),
    estimated: true,
  };
}
