// ChatGPT exports: `conversations.json`, each conversation a tree of nodes. Pure and total.

import type { Chat, ChatNode, ChatPart } from './chat.ts';
import { type Fields, fieldsOf, listOf, type Tally, textIn, timeOf } from './reading.ts';

export const isChatGpt = (value: unknown): boolean =>
  listOf(value).length > 0 && listOf(value).some((chat) => typeof fieldsOf(chat)['mapping'] === 'object');

export function readChatGpt(value: unknown, tally: Tally): readonly Chat[] {
  return listOf(value).flatMap((record): readonly Chat[] => {
    const chat = fieldsOf(record);
    const mapping = fieldsOf(chat['mapping']);
    const id = textIn(chat, 'conversation_id') || textIn(chat, 'id');
    const nodes = nodesOf(mapping, tally);
    if (id === '' || nodes.length === 0) {
      tally.skip('session', id === '' ? 'damaged' : 'empty');
      return [];
    }
    const at = timeOf(chat['create_time']);
    const current = nearest(mapping, textIn(chat, 'current_node'), new Set(nodes.map((node) => node.id)));
    return [
      {
        id,
        title: textIn(chat, 'title'),
        nodes,
        ...(at === undefined ? {} : { at }),
        ...(current === undefined ? {} : { current }),
        ...(chat['is_archived'] === true ? { archived: true } : {}),
        ...(chat['is_starred'] === true ? { pinned: true } : {}),
      },
    ];
  });
}

/** The node itself or the nearest of its parents that was taken. */
function nearest(mapping: Fields, from: string, taken: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>();
  for (let id = from; id !== '' && !seen.has(id); id = textIn(fieldsOf(mapping[id]), 'parent')) {
    if (taken.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

/** Parents first, brothers in the order of their parent's list. */
function nodesOf(mapping: Fields, tally: Tally): readonly ChatNode[] {
  const nodes: ChatNode[] = [];
  const taken = new Set<string>();
  const seen = new Set<string>();
  const roots = Object.keys(mapping).filter(
    (id) => !Object.hasOwn(mapping, textIn(fieldsOf(mapping[id]), 'parent')),
  );
  const waiting = roots.toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const record = fieldsOf(mapping[id]);
    waiting.push(
      ...listOf(record['children'])
        .filter((child) => typeof child === 'string')
        .toReversed(),
    );
    const node = nodeOf(id, fieldsOf(record['message']), tally);
    if (node === undefined) continue;
    const parent = nearest(mapping, textIn(record, 'parent'), taken);
    nodes.push(parent === undefined ? node : { ...node, parent });
    taken.add(id);
  }
  return nodes;
}

function nodeOf(id: string, message: Fields, tally: Tally): ChatNode | undefined {
  if (Object.keys(message).length === 0) return undefined;
  const role = textIn(fieldsOf(message['author']), 'role');
  const metadata = fieldsOf(message['metadata']);
  if (role === 'system' || metadata['is_visually_hidden_from_conversation'] === true) {
    tally.skip('message', 'hidden', role);
    return undefined;
  }
  const content = fieldsOf(message['content']);
  const kind = textIn(content, 'content_type');
  const parts = partsOf(kind, content, tally);
  for (const attachment of listOf(metadata['attachments'])) {
    tally.attachment();
    tally.skip('attachment', 'not-in-file', textIn(fieldsOf(attachment), 'mime_type'));
  }
  if (parts.length === 0) {
    tally.skip('message', KNOWN.has(kind) ? 'empty' : 'unknown-type', kind);
    return undefined;
  }
  const at = timeOf(message['create_time']);
  const model = textIn(metadata, 'model_slug');
  return {
    id,
    role: role === 'user' ? 'user' : 'assistant',
    parts,
    ...(at === undefined ? {} : { at }),
    ...(model === '' ? {} : { model }),
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  'text',
  'multimodal_text',
  'code',
  'execution_output',
  'thoughts',
  'reasoning_recap',
  'user_editable_context',
  'tether_quote',
  'tether_browsing_display',
]);

function partsOf(kind: string, content: Fields, tally: Tally): readonly ChatPart[] {
  const text = (said: string): readonly ChatPart[] =>
    said.trim() === '' ? [] : [{ type: 'text', text: said }];
  switch (kind) {
    case 'code':
    case 'execution_output':
      return text(textIn(content, 'text') === '' ? '' : `\`\`\`\`\n${textIn(content, 'text')}\n\`\`\`\``);
    case 'thoughts':
      return listOf(content['thoughts']).flatMap((thought): readonly ChatPart[] => {
        const said = textIn(fieldsOf(thought), 'content');
        return said === '' ? [] : [{ type: 'reasoning', text: said }];
      });
    case 'reasoning_recap':
      return [];
    default:
      // Also for kinds that came later: whatever can be read of them.
      return [
        ...text(textIn(content, 'text')),
        ...listOf(content['parts']).flatMap((part): readonly ChatPart[] => {
          if (typeof part === 'string') return text(part);
          const fields = fieldsOf(part);
          const type = textIn(fields, 'content_type');
          if (type.endsWith('asset_pointer')) {
            tally.attachment();
            tally.skip('attachment', 'not-in-file', type);
            return [];
          }
          const said = text(textIn(fields, 'text'));
          if (said.length === 0) tally.skip('part', 'unknown-type', type);
          return said;
        }),
      ];
  }
}
