// Sessions of the pi agent: JSON lines, messages with tool calls and their results. Pure and total.

import type { Chat, ChatNode, ChatPart } from './chat.ts';
import { type Fields, fieldsOf, listOf, type Tally, textIn, timeOf } from './reading.ts';

export const isPi = (first: unknown): boolean => {
  const line = fieldsOf(first);
  return textIn(line, 'type') === 'session' && textIn(line, 'id') !== '';
};

/** One file is one session. `records` are its parsed lines; undefined stands for a line that is no JSON. */
export function readPi(records: readonly unknown[], tally: Tally): Chat | undefined {
  const start = fieldsOf(records[0]);
  const nodes: ChatNode[] = [];
  const places = new Map<string, string | undefined>();
  let before: string | undefined;
  for (const [index, record] of records.slice(1).entries()) {
    if (record === undefined) {
      tally.skip('line', 'damaged');
      continue;
    }
    const line = fieldsOf(record);
    const id = textIn(line, 'id') || `line-${index + 2}`;
    const named = textIn(line, 'parentId');
    const parent = named !== '' && places.has(named) ? places.get(named) : before;
    const node =
      textIn(line, 'type') === 'message'
        ? nodeOf(id, fieldsOf(line['message']), line['timestamp'], tally)
        : undefined;
    if (node !== undefined) nodes.push(parent === undefined ? node : { ...node, parent });
    before = node === undefined ? parent : id;
    places.set(id, before);
  }
  if (nodes.length === 0) {
    tally.skip('session', 'empty');
    return undefined;
  }
  const at = timeOf(start['timestamp']);
  return { id: textIn(start, 'id'), title: '', nodes, ...(at === undefined ? {} : { at }) };
}

function nodeOf(id: string, message: Fields, stamp: unknown, tally: Tally): ChatNode | undefined {
  const role = textIn(message, 'role');
  const content = message['content'];
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
  const parts = blocks.flatMap((block) => partOf(fieldsOf(block), tally));
  const time = timeOf(message['timestamp']) ?? timeOf(stamp);
  const at = time === undefined ? {} : { at: time };
  if (role === 'toolResult') {
    const call = {
      id: textIn(message, 'toolCallId'),
      tool: textIn(message, 'toolName'),
      ok: message['isError'] !== true,
    };
    return { id, role: 'result', parts, call, ...at };
  }
  if (role !== 'user' && role !== 'assistant') {
    tally.skip('message', 'unknown-type', role);
    return undefined;
  }
  if (parts.length === 0) {
    tally.skip('message', 'empty', role);
    return undefined;
  }
  const model = textIn(message, 'model');
  return {
    id,
    role,
    parts,
    ...at,
    ...(model === '' ? {} : { model: `${textIn(message, 'provider')}/${model}` }),
  };
}

function partOf(block: Fields, tally: Tally): readonly ChatPart[] {
  const type = textIn(block, 'type');
  switch (type) {
    case 'text':
      return textIn(block, 'text') === '' ? [] : [{ type: 'text', text: textIn(block, 'text') }];
    case 'thinking':
      return textIn(block, 'thinking') === '' ? [] : [{ type: 'reasoning', text: textIn(block, 'thinking') }];
    case 'toolCall':
      return [
        {
          type: 'call',
          id: textIn(block, 'id'),
          tool: textIn(block, 'name'),
          argumentsText: JSON.stringify(block['arguments'] ?? {}),
        },
      ];
    case 'image': {
      const bytes = bytesOf(textIn(block, 'data'));
      tally.attachment();
      if (bytes !== undefined)
        return [{ type: 'image', mediaType: textIn(block, 'mimeType') || 'image/png', bytes }];
      tally.skip('attachment', 'damaged', textIn(block, 'mimeType'));
      return [];
    }
    default:
      tally.skip('part', 'unknown-type', type);
      return [];
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOf(base64: string): Uint8Array | undefined {
  const text = base64.replace(/\s+/g, '').replace(/=+$/, '');
  if (text === '' || !/^[A-Za-z0-9+/]+$/.test(text)) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of text) {
    held = (held << 6) | ALPHABET.indexOf(letter);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (held >> bits) & 0xff;
    at += 1;
    held &= (1 << bits) - 1;
  }
  return bytes;
}
