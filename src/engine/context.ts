// Builds every request (E3): whatever the history looks like, what is sent pairs each call with exactly one result
// right behind it, in declared order, in well-formed text. Kept per item, so that a turn costs what is new in it.

import { attachmentPath } from './attachments.ts';
import type { CallId } from './ids.ts';
import { asId } from './ids.ts';
import type {
  AssistantPart,
  ModelStamp,
  RequestMessage,
  RequestPart,
  RequestResult,
  TextPart,
  ToolCallPart,
  ToolResult,
} from './messages.ts';
import {
  ATTACHED,
  CALL_TEXT,
  FROM_PARTICIPANT,
  GO_ON,
  HARNESS_NOTE,
  HISTORY_START,
  SENT_ON,
} from './prompts.ts';
import { cutHead, wellFormed, wellFormedJson } from './text.ts';
import { estimateImageTokens, estimateMessageTokens } from './tokens.ts';
import type { AssistantItem, Call, HistoryItem, UserItem } from './transcript.ts';
import { isPerson } from './transcript.ts';

/** Labels text of others as data (G5). `seed` makes the fence's mark the same in every request. */
export type Fence = (
  text: string,
  source: { readonly name: string; readonly foreign: boolean; readonly seed: string },
) => string;

export interface Built {
  readonly messages: readonly RequestMessage[];
  readonly tokens: number;
  /** Of the items from this place on. */
  tokensFrom(at: number): number;
}

/** One item of history as messages; valid while the item's revision stands. */
interface Piece {
  readonly item: HistoryItem;
  readonly revision: number;
  readonly messages: readonly RequestMessage[];
  /** Of this piece and all before it. */
  readonly tokens: number;
}

export interface ContextBuilder {
  /** `nudges` stand at the end of this request only. Pure over its arguments: the same history gives the same bytes. */
  build(items: readonly HistoryItem[], stamp: ModelStamp, nudges: readonly string[]): Built;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * Keeps what it made of the history so far: while items are only added, a turn costs what is new. Anything else (a
 * branch, a result that came late, another model) is built anew from the first item that differs.
 */
export function createContextBuilder(fence: Fence): ContextBuilder {
  let stampKey = '';
  let source: readonly HistoryItem[] | undefined;
  let settled = 0;
  let pieces: Piece[] = [];
  /** The pieces' messages in a row, neighbours of one role merged. */
  let row: RequestMessage[] = [];
  let ids = new Map<CallId, number>();

  const keep = (items: readonly HistoryItem[], wanted: string): void => {
    const same = stampKey === wanted;
    // One transcript only adds, and what has all its results stays as it is: no need to look at it again.
    if (!same || items !== source) settled = 0;
    stampKey = wanted;
    source = items;
    let kept = same ? settled : 0;
    while (same && kept < pieces.length && isCurrent(pieces[kept], items[kept])) kept++;
    if (kept < pieces.length) {
      pieces = pieces.slice(0, kept);
      row = [];
      for (const piece of pieces) for (const message of piece.messages) append(row, message);
      ids = new Map([...ids].filter(([, at]) => at < kept));
    }
    while (settled < pieces.length && isSettled(pieces[settled]?.item)) settled++;
  };

  return {
    build: (items, stamp, nudges) => {
      keep(items, `${stamp.provider}\n${stamp.model}\n${stamp.endpoint}`);
      for (let at = pieces.length; at < items.length; at++) {
        const item = items[at];
        if (item === undefined) break;
        const made = messagesOf(item, stamp, fence);
        const piece = { item, revision: revisionOf(item), messages: uniqueIds(made, ids, at) };
        const before = pieces.at(-1)?.tokens ?? 0;
        pieces.push({ ...piece, tokens: before + tokensOf(piece.messages) });
        for (const message of piece.messages) append(row, message);
      }
      const messages = row.slice();
      const tokens = pieces.at(-1)?.tokens ?? 0;
      const first = messages[0];
      if (first === undefined || first.role !== 'user') messages.unshift(userText(HISTORY_START));
      for (const nudge of nudges) append(messages, userText(HARNESS_NOTE(nudge)));
      if (messages.at(-1)?.role === 'assistant') append(messages, userText(HARNESS_NOTE(GO_ON)));
      const built = pieces;
      return {
        messages,
        tokens,
        tokensFrom: (at) => tokens - (at === 0 ? 0 : (built[at - 1]?.tokens ?? tokens)),
      };
    },
  };
}

function isCurrent(piece: Piece | undefined, item: HistoryItem | undefined): boolean {
  return piece !== undefined && piece.item === item && piece.revision === revisionOf(item);
}

function isSettled(item: HistoryItem | undefined): boolean {
  return item?.type === 'assistant'
    ? item.calls.every(({ state }) => state === 'finished')
    : item !== undefined;
}

function revisionOf(item: HistoryItem | undefined): number {
  return item?.type === 'assistant' ? item.revision : 0;
}

function messagesOf(item: HistoryItem, stamp: ModelStamp, fence: Fence): RequestMessage[] {
  // A damaged log may hold a summary without words.
  if (item.type === 'summary')
    return [userText(item.text.trim() === '' ? HISTORY_START : wellFormed(item.text))];
  return item.type === 'user' ? userMessages(item, fence) : assistantMessages(item, stamp, fence);
}

function userText(text: string): RequestMessage {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

/** Neighbours of one role become one message: some wires demand that roles alternate. */
function append(messages: RequestMessage[], next: RequestMessage): void {
  const last = messages.at(-1);
  if (last?.role === 'user' && next.role === 'user') {
    messages[messages.length - 1] = { role: 'user', parts: [...last.parts, ...next.parts] };
  } else if (last?.role === 'assistant' && next.role === 'assistant') {
    const stamp = next.stamp ?? last.stamp;
    messages[messages.length - 1] = {
      role: 'assistant',
      parts: [...last.parts, ...next.parts],
      ...(stamp && { stamp }),
    };
  } else {
    messages.push(next);
  }
}

function userMessages(item: UserItem, fence: Fence): RequestMessage[] {
  const parts: RequestPart[] = [];
  for (const part of item.parts) {
    if (part.type === 'image') parts.push(part);
    else if (part.type === 'file')
      parts.push({
        type: 'text',
        text: ATTACHED(attachmentPath(part), wellFormed(part.mediaType), part.size),
      });
    else if (part.text.trim() !== '') parts.push({ type: 'text', text: wellFormed(part.text) });
  }
  if (parts.length === 0) return [];
  if (!isPerson(item)) {
    const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const fenced = fence(said, { name: item.from, foreign: false, seed: item.id });
    return [userText(`${FROM_PARTICIPANT(item.from)}\n${fenced}`)];
  }
  parts.push({ type: 'text', text: SENT_ON(new Date(item.at).toISOString().slice(0, 10)) });
  return [{ role: 'user', parts }];
}

function assistantMessages(item: AssistantItem, stamp: ModelStamp, fence: Fence): RequestMessage[] {
  const made = item.message.stamp;
  const same =
    made.provider === stamp.provider && made.model === stamp.model && made.endpoint === stamp.endpoint;
  const parts: AssistantPart[] = [];
  for (const part of item.message.parts) {
    if (part.type === 'text') {
      if (part.text.trim() !== '') parts.push(ownText(part, same));
    } else if (part.type === 'reasoning') {
      // Another model's thinking is not sent on: a foreign signature is a 400 (P5).
      if (same) parts.push({ ...part, text: wellFormed(part.text) });
    } else {
      parts.push(sendable(part, same));
    }
  }
  const speaks = parts.some((part) => part.type !== 'reasoning');
  if (!speaks) return [];
  const message: RequestMessage = { role: 'assistant', parts, ...(same && { stamp: made }) };
  if (item.calls.length === 0) return [message];
  return [message, { role: 'tool', results: item.calls.map((call) => resultOf(call, fence)) }];
}

/** Opaque data stays with the model that made it (P5). */
function ownText({ text, providerData }: TextPart, same: boolean): TextPart {
  return {
    type: 'text',
    text: wellFormed(text),
    ...(same && providerData !== undefined && { providerData }),
  };
}

/** Arguments that aren't a JSON object are refused by vendors; the result behind the call says what was wrong. */
function sendable(part: ToolCallPart, same: boolean): ToolCallPart {
  return {
    type: 'tool-call',
    callId: part.callId,
    tool: NAME.test(part.tool)
      ? part.tool
      : cutHead(part.tool.replace(/[^a-zA-Z0-9_-]/g, '_'), 64) || 'unnamed',
    argumentsText: objectText(wellFormed(part.argumentsText)) ?? '{}',
    ...(same && part.providerData !== undefined && { providerData: part.providerData }),
  };
}

/** The text as it was said, where that is a JSON object. */
function objectText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? wellFormedJson(text)
      : undefined;
  } catch {
    return undefined;
  }
}

function resultOf(call: Call, fence: Fence): RequestResult {
  const { callId } = call.part;
  const tool = sendable(call.part, false).tool;
  const { result } = call;
  if (result === undefined) {
    const text =
      call.ran === true
        ? CALL_TEXT.confirmedRan
        : call.state === 'started' && call.ran === undefined
          ? CALL_TEXT.unknown
          : CALL_TEXT.interrupted;
    return { callId, tool, ok: false, text };
  }
  const { images } = result;
  return {
    callId,
    tool,
    ok: result.ok,
    text: resultText(result, fence),
    ...(images !== undefined && images.length > 0 && { images }),
  };
}

function resultText(result: ToolResult, fence: Fence): string {
  const text = fencedText(result, fence);
  return result.note === undefined ? text : `${text}\n\n${wellFormed(result.note)}`;
}

function fencedText(result: ToolResult, fence: Fence): string {
  const text = wellFormed(result.text);
  if (text === '') return '(empty)';
  if (result.provenance === 'own') return text;
  return fence(text, {
    name: wellFormed(result.source ?? result.tool),
    foreign: result.provenance === 'foreign',
    seed: result.callId,
  });
}

/** Damaged logs may hold one call id twice; the wires refuse that. */
function uniqueIds(
  messages: readonly RequestMessage[],
  ids: Map<CallId, number>,
  at: number,
): readonly RequestMessage[] {
  let renamed: Map<number, CallId> | undefined;
  const [message, answer] = messages;
  if (message?.role !== 'assistant' || answer?.role !== 'tool') return messages;
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  calls.forEach((call, index) => {
    let id = NAME.test(call.callId)
      ? call.callId
      : asId<CallId>(cutHead(`c_${call.callId.replace(/[^a-zA-Z0-9_-]/g, '_')}`, 48));
    for (let n = 2; ids.has(id); n++)
      id = asId<CallId>(`${cutHead(call.callId.replace(/[^a-zA-Z0-9_-]/g, '_'), 48)}_${n}`);
    ids.set(id, at);
    if (id !== call.callId) (renamed ??= new Map()).set(index, id);
  });
  if (renamed === undefined) return messages;
  const names = renamed;
  let index = -1;
  const parts = message.parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    index++;
    const id = names.get(index);
    return id === undefined ? part : { ...part, callId: id };
  });
  const results = answer.results.map((result, place) => ({
    ...result,
    callId: names.get(place) ?? result.callId,
  }));
  return [
    { ...message, parts },
    { role: 'tool', results },
  ];
}

function tokensOf(messages: readonly RequestMessage[]): number {
  let sum = 0;
  for (const message of messages) {
    if (message.role === 'tool')
      for (const { text, images = [] } of message.results)
        sum +=
          estimateMessageTokens([text]) + images.reduce((all, image) => all + estimateImageTokens(image), 0);
    else {
      sum += estimateMessageTokens(
        message.parts.map((part) =>
          part.type === 'text' || part.type === 'reasoning'
            ? part.text
            : part.type === 'tool-call'
              ? part.tool + part.argumentsText
              : '',
        ),
      );
      for (const part of message.parts) if (part.type === 'image') sum += estimateImageTokens(part);
    }
  }
  return sum;
}
