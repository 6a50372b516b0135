// The tool lines of the view: how an event changes a call, and how runs of finished reads fold into one line.

import type { StoredEvent } from '../../engine/events.ts';
import type { Json, JsonObject } from '../../engine/ids.ts';
import type { ToolResult } from '../../engine/messages.ts';
import type { CallState, CallView, PartView } from './view.ts';

const FOLDED = 'read_file';

/** Adjacent finished reads become one part; everything else stays as it is, with its identity. */
export function foldReads(parts: readonly PartView[]): readonly PartView[] {
  const folded: PartView[] = [];
  let reads: CallView[] = [];
  const flush = (): void => {
    const [first] = reads;
    if (first !== undefined && reads.length > 1)
      folded.push({ type: 'reads', key: `reads ${first.key}`, calls: reads });
    else folded.push(...reads);
    reads = [];
  };
  for (const part of parts) {
    if (part.type === 'call' && part.tool === FOLDED && part.state === 'done') reads.push(part);
    else {
      flush();
      folded.push(part);
    }
  }
  flush();
  return folded;
}

/** Arguments for display: whole where they parse, else the string fields that are complete so far. */
export function readArguments(text: string): JsonObject {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    const found: Record<string, Json> = {};
    for (const [, name, value] of text.matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
      if (name === undefined || value === undefined) continue;
      try {
        const read: Json = JSON.parse(value);
        found[name] = read;
      } catch {
        // An escape that isn't one: the field stays unread.
      }
    }
    return found;
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasEffect(call: Pick<CallView, 'effect'>): boolean {
  return call.effect === 'write' || call.effect === 'network' || call.effect === 'execute';
}

/** Where a crash leaves a call: one that had begun and may have had an effect is unknown. */
export function cutOff(call: CallView): CallState {
  switch (call.state) {
    case 'running':
      return hasEffect(call) && call.ran === undefined ? 'unknown' : 'interrupted';
    case 'writing':
    case 'queued':
    case 'waiting':
    case 'blocked':
    case 'asking':
      return 'interrupted';
    default:
      return call.state;
  }
}

function stateAfter(result: ToolResult): CallState {
  if (result.ok) return 'done';
  if (result.failure === 'denied' || result.failure === 'policy-denied') return 'denied';
  return result.failure === 'interrupted' ? 'interrupted' : 'failed';
}

/** The call after an event of its own; undefined where the event says nothing about it. */
export function callAfter(call: CallView, event: StoredEvent, at: number): CallView | undefined {
  switch (event.type) {
    case 'tool-start':
      return {
        ...call,
        tool: event.tool,
        effect: event.effect,
        input: event.input,
        state: 'running',
        startedAt: at,
      };
    case 'tool-end': {
      const { progress: _, blocked: __, ...rest } = call;
      return { ...rest, state: stateAfter(event.result), result: event.result, ms: event.ms };
    }
    case 'approval-request': {
      const { type: _, ...approval } = event;
      const { answer: __, ...rest } = call;
      return {
        ...rest,
        tool: event.tool,
        effect: event.effect,
        input: event.input,
        state: 'waiting',
        approval,
        askedAt: at,
      };
    }
    case 'approval-response':
      if (call.approval?.approvalId !== event.approvalId || call.approval.hash !== event.hash)
        return undefined;
      return { ...call, answer: event.answer, state: event.answer.type === 'deny' ? 'denied' : 'queued' };
    case 'call-blocked':
      return { ...call, state: 'blocked', blocked: event.failure, askedAt: at };
    case 'call-unblocked': {
      const { blocked: _, askedAt: __, ...rest } = call;
      return { ...rest, state: call.startedAt === undefined ? 'queued' : 'running' };
    }
    case 'question':
      return { ...call, state: 'asking', question: event.question, askedAt: at };
    case 'question-answer': {
      if (call.reply !== undefined) return undefined;
      const { askedAt: _, ...rest } = call;
      return { ...rest, state: 'running', reply: event.answer };
    }
    case 'unknown-resolved':
      return {
        ...call,
        ran: event.ran,
        resolvedBy: event.by,
        state: call.state === 'unknown' ? 'interrupted' : call.state,
      };
    case 'write': {
      const { path, added, removed, created } = event;
      return { ...call, change: { path, added, removed, created } };
    }
    default:
      return undefined;
  }
}
