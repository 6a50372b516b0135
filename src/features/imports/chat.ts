// A conversation of another product in one neutral form, and as entries of ours. Branches stay branches; a reply is a
// run that is over, so nothing of an import can go on.

import { type Entry, ENTRY_VERSION, type Outcome, type StoredEvent } from '../../engine/events.ts';
import { NOTHING_USED } from '../../engine/budget.ts';
import { NO_FIGURES } from '../../engine/figures.ts';
import {
  asId,
  type BlobHash,
  type CallId,
  type MessageId,
  type ParticipantId,
  type RunId,
  type SessionId,
  USER,
} from '../../engine/ids.ts';
import { type AssistantPart, NO_USAGE, type UserPart } from '../../engine/messages.ts';
import { wellFormed } from '../../engine/text.ts';

export type ChatPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly argumentsText: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly bytes: Uint8Array };

export interface ChatNode {
  readonly id: string;
  /** Id of an earlier node; missing: the beginning. */
  readonly parent?: string;
  readonly role: 'user' | 'assistant' | 'result';
  readonly at?: number;
  readonly parts: readonly ChatPart[];
  readonly model?: string;
  /** Of a result. */
  readonly call?: { readonly id: string; readonly tool: string; readonly ok: boolean };
}

export interface Chat {
  /** As the product names it: what a second import is known by. */
  readonly id: string;
  readonly title: string;
  readonly at?: number;
  readonly archived?: boolean;
  readonly pinned?: boolean;
  /** Parents first. */
  readonly nodes: readonly ChatNode[];
  /** The node that was shown last; missing: the last one. */
  readonly current?: string;
}

export interface ChatOptions {
  readonly product: string;
  readonly session: SessionId;
  readonly agent: ParticipantId;
  readonly now: number;
  put(bytes: Uint8Array): Promise<BlobHash>;
}

interface Place {
  /** The last entry of the branch. */
  readonly seq: number;
  readonly at: number;
  readonly open?: { readonly run: RunId; readonly text: string };
  readonly message?: MessageId;
}

/** Entries for `EventLog.insert`. */
export async function entriesOfChat(chat: Chat, options: ChatOptions): Promise<readonly Entry[]> {
  const { session, agent, now, product } = options;
  const made: Entry[] = [];
  const places = new Map<string, Place>();
  const children = new Set<string>();

  const add = (parent: number, at: number, by: ParticipantId, event: StoredEvent, run?: RunId): number => {
    const seq = made.length + 1;
    made.push({
      session,
      seq,
      parent,
      v: ENTRY_VERSION,
      at,
      by,
      ...(run === undefined ? {} : { run }),
      event,
    });
    return seq;
  };
  const close = (place: Place): number =>
    place.open === undefined
      ? place.seq
      : add(
          place.seq,
          place.at,
          agent,
          { type: 'run-end', run: place.open.run, outcome: over(place.open.text) },
          place.open.run,
        );

  const first = chat.at ?? chat.nodes.find(({ at }) => at !== undefined)?.at ?? now;
  let root = add(0, first, USER, { type: 'origin', product, id: chat.id });
  if (chat.title !== '')
    root = add(root, first, USER, { type: 'title', title: wellFormed(chat.title), by: 'auto' });
  if (chat.archived === true || chat.pinned === true)
    root = add(root, first, USER, {
      type: 'mark',
      ...(chat.archived === true ? { archived: true } : {}),
      ...(chat.pinned === true ? { pinned: true } : {}),
    });
  const start: Place = { seq: root, at: first };

  for (const node of chat.nodes) {
    let before = (node.parent === undefined ? undefined : places.get(node.parent)) ?? start;
    // The second child of a reply begins a branch: the run that the first one goes on with ends here.
    if (node.parent !== undefined && children.has(node.parent) && before.open !== undefined) {
      const { open: _, ...rest } = before;
      before = { ...rest, seq: close(before) };
    }
    if (node.parent !== undefined) children.add(node.parent);
    const at = Math.max(before.at, node.at ?? before.at);
    if (node.role === 'user') {
      const id = asId<MessageId>(`${product}-${node.id}`);
      const seq = add(close(before), at, USER, {
        type: 'message',
        id,
        parts: await userParts(node.parts, options),
      });
      places.set(node.id, { seq, at, message: id });
      continue;
    }
    const run = before.open?.run ?? asId<RunId>(`${session}-run-${made.length + 1}`);
    const model = node.model ?? '';
    let { seq } = before;
    if (before.open === undefined) {
      const message = before.message ?? asId<MessageId>(`${product}-${node.id}-cause`);
      const event: StoredEvent = {
        type: 'run-start',
        run,
        agent,
        model,
        cause: { type: 'message', message },
        budget: {},
        system: '',
        tools: [],
      };
      seq = add(seq, at, agent, event, run);
    }
    const text = textOf(node.parts);
    if (node.role === 'result' && node.call !== undefined) {
      const callId = callIdOf(session, node.call.id);
      const { tool, ok } = node.call;
      seq = add(
        seq,
        at,
        agent,
        { type: 'tool-end', callId, ms: 0, result: { callId, tool, ok, text, provenance: 'foreign' } },
        run,
      );
    } else {
      const id = asId<MessageId>(`${product}-${node.id}`);
      const parts = assistantParts(node.parts, session);
      const stop = parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
      const message = { id, parts, stamp: { provider: product, model, endpoint: '' }, stop } as const;
      seq = add(
        seq,
        at,
        agent,
        {
          type: 'message-end',
          turn: asId(`${id}-turn`),
          message,
          usage: NO_USAGE,
          usd: 0,
          ms: 0,
          used: NOTHING_USED,
        },
        run,
      );
    }
    places.set(node.id, {
      seq,
      at,
      open: { run, text: node.role === 'assistant' && text !== '' ? text : (before.open?.text ?? '') },
      ...(before.message === undefined ? {} : { message: before.message }),
    });
  }

  // Every branch ends with the end of its run; the one that was shown last.
  const shown = chat.current ?? chat.nodes.at(-1)?.id ?? '';
  const leaves = [...places].filter(([id]) => !children.has(id));
  const last = places.get(shown) ?? leaves.at(-1)?.[1] ?? start;
  for (const [, place] of leaves) if (place !== last && place.open !== undefined) close(place);
  const end = close(last);
  if (end !== made.length) add(made.length, made.at(-1)?.at ?? first, USER, { type: 'head', to: end });
  return made;
}

function over(text: string): Outcome {
  return { ...NO_FIGURES, status: 'done', text };
}

const callIdOf = (session: SessionId, id: string): CallId => asId<CallId>(`${session}-${id}`);

const textOf = (parts: readonly ChatPart[]): string =>
  wellFormed(
    parts
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('\n\n')
      .trim(),
  );

async function userParts(parts: readonly ChatPart[], { put }: ChatOptions): Promise<readonly UserPart[]> {
  const made: UserPart[] = [];
  for (const part of parts) {
    if (part.type === 'text') made.push({ type: 'text', text: wellFormed(part.text) });
    if (part.type === 'image')
      made.push({ type: 'image', mediaType: part.mediaType, blob: await put(part.bytes) });
  }
  return made;
}

function assistantParts(parts: readonly ChatPart[], session: SessionId): readonly AssistantPart[] {
  return parts.flatMap((part): readonly AssistantPart[] => {
    if (part.type === 'image') return [];
    if (part.type !== 'call') return [{ type: part.type, text: wellFormed(part.text) }];
    const { id, tool, argumentsText } = part;
    return [
      { type: 'tool-call', callId: callIdOf(session, id), tool, argumentsText: wellFormed(argumentsText) },
    ];
  });
}
