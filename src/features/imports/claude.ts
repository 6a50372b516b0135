// Claude exports: conversations with `chat_messages`, each of content blocks. Pure and total.

import type { Chat, ChatNode, ChatPart } from './chat.ts';
import { type Fields, fieldsOf, listOf, type Tally, textIn, timeOf } from './reading.ts';

export const isClaude = (value: unknown): boolean =>
  listOf(value).some((chat) => Array.isArray(fieldsOf(chat)['chat_messages']));

/** Stands for the root where a message names no parent of this conversation. */
const NO_PARENT = '00000000-0000-4000-8000-000000000000';

export function readClaude(value: unknown, tally: Tally): readonly Chat[] {
  return listOf(value).flatMap((record): readonly Chat[] => {
    const chat = fieldsOf(record);
    const id = textIn(chat, 'uuid');
    const nodes = nodesOf(listOf(chat['chat_messages']), tally);
    if (id === '' || nodes.length === 0) {
      tally.skip('session', id === '' ? 'damaged' : 'empty');
      return [];
    }
    const at = timeOf(chat['created_at']);
    const current = textIn(chat, 'current_leaf_message_uuid');
    return [
      {
        id,
        title: textIn(chat, 'name'),
        nodes,
        ...(at === undefined ? {} : { at }),
        ...(nodes.some((node) => node.id === current) ? { current } : {}),
        ...(chat['is_starred'] === true ? { pinned: true } : {}),
      },
    ];
  });
}

function nodesOf(messages: readonly unknown[], tally: Tally): readonly ChatNode[] {
  const nodes: ChatNode[] = [];
  /** What hangs on a message that was left out hangs on what that hung on. */
  const places = new Map<string, string | undefined>();
  let before: string | undefined;
  for (const [index, record] of messages.entries()) {
    const message = fieldsOf(record);
    const id = textIn(message, 'uuid') || `message-${index}`;
    const named = textIn(message, 'parent_message_uuid');
    const parent =
      named === ''
        ? before
        : named === NO_PARENT
          ? undefined
          : places.has(named)
            ? places.get(named)
            : before;
    const parts = partsOf(message, tally);
    if (parts.length === 0) tally.skip('message', 'empty', textIn(message, 'sender'));
    else {
      const at = timeOf(message['created_at']);
      const role = textIn(message, 'sender') === 'human' ? 'user' : 'assistant';
      nodes.push({
        id,
        role,
        parts,
        ...(parent === undefined ? {} : { parent }),
        ...(at === undefined ? {} : { at }),
      });
    }
    const place = parts.length === 0 ? parent : id;
    places.set(id, place);
    before = place;
  }
  return nodes;
}

function partsOf(message: Fields, tally: Tally): readonly ChatPart[] {
  const parts = listOf(message['content']).flatMap((block) => partOf(fieldsOf(block), tally));
  const plain = textIn(message, 'text');
  if (!parts.some(({ type }) => type === 'text') && plain.trim() !== '')
    parts.push({ type: 'text', text: plain });
  for (const record of listOf(message['attachments'])) {
    const attachment = fieldsOf(record);
    const content = textIn(attachment, 'extracted_content');
    tally.attachment();
    if (content === '') tally.skip('attachment', 'not-in-file', textIn(attachment, 'file_type'));
    else parts.push({ type: 'text', text: `${textIn(attachment, 'file_name')}\n\n${content}` });
  }
  for (const file of listOf(message['files'])) {
    tally.attachment();
    tally.skip('attachment', 'not-in-file', textIn(fieldsOf(file), 'file_kind'));
  }
  return parts;
}

function partOf(block: Fields, tally: Tally): ChatPart[] {
  const type = textIn(block, 'type');
  switch (type) {
    case 'text':
      return textIn(block, 'text').trim() === '' ? [] : [{ type: 'text', text: textIn(block, 'text') }];
    case 'thinking':
      return textIn(block, 'thinking') === '' ? [] : [{ type: 'reasoning', text: textIn(block, 'thinking') }];
    // The vendor's own tools ran on its side: shown as text, since they are no calls of ours.
    case 'tool_use':
      return [
        {
          type: 'text',
          text: `\`${textIn(block, 'name')}\` ${fenced(JSON.stringify(block['input'] ?? {}, null, 2))}`,
        },
      ];
    case 'tool_result': {
      const said = listOf(block['content'])
        .map((inner) => textIn(fieldsOf(inner), 'text'))
        .join('\n')
        .trim();
      return said === '' ? [] : [{ type: 'text', text: fenced(said) }];
    }
    default: {
      const said = textIn(block, 'text');
      if (said.trim() !== '') return [{ type: 'text', text: said }];
      tally.skip('part', 'unknown-type', type);
      return [];
    }
  }
}

const fenced = (text: string): string => `\n\`\`\`\`\n${text}\n\`\`\`\``;
