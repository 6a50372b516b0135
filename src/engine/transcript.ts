// The log as one participant sees it: a pure, incremental fold of entries into the history that its requests are
// built from. Messages are shared; calls, results and reasoning belong to their own run. Repair is part of the fold:
// nothing here can be orphaned, doubled or out of order.

import type { ApprovalAnswer, ApprovalRequest, Entry, StoredEvent, StoredEventOf } from './events.ts';
import type { Failure } from './failures.ts';
import type { CallId, MessageId, ParticipantId, RunId } from './ids.ts';
import { USER } from './ids.ts';
import type { AssistantMessage, ToolCallPart, ToolResult, UserPart } from './messages.ts';

export interface UserItem {
  readonly type: 'user';
  readonly id: MessageId;
  readonly from: ParticipantId;
  readonly at: number;
  readonly parts: readonly UserPart[];
}

export interface Call {
  readonly part: ToolCallPart;
  state: 'open' | 'started' | 'finished';
  result?: ToolResult;
  approval?: ApprovalRequest;
  answer?: ApprovalAnswer;
  /** Waits for the grant of its folder. */
  blocked?: Failure;
  /** What was found out about a started call after a crash. */
  ran?: boolean;
  /** Feature events recorded while it ran: evidence for `Tool.verify`. */
  evidence: StoredEvent[];
}

export interface AssistantItem {
  readonly type: 'assistant';
  readonly message: AssistantMessage;
  readonly run: RunId | undefined;
  readonly calls: readonly Call[];
  /** Counts changes, so that a request builder can keep what it made of it. */
  revision: number;
}

/** What stands in the place of older history after a compaction (E5). */
export interface SummaryItem {
  readonly type: 'summary';
  readonly id: MessageId;
  readonly text: string;
  /** What it stands for; may begin with an earlier summary. */
  readonly folded: readonly HistoryItem[];
}

export type HistoryItem = UserItem | AssistantItem | SummaryItem;

type Seen = Pick<Entry, 'by' | 'to' | 'run' | 'event' | 'at'>;

export interface Transcript {
  readonly participant: ParticipantId;
  readonly items: readonly HistoryItem[];
  add(entry: Seen): void;
  /** Calls of the last assistant message that have no result, in declared order. */
  openCalls(): readonly Call[];
  call(id: CallId): Call | undefined;
  /** Messages that wait for a tool boundary or for the end of the run. */
  queued(): readonly QueuedMessage[];
  hasCallId(id: string): boolean;
}

/** The queue after a change of one of its messages; one that is in it no more changes nothing. */
export function requeued<Message extends Pick<QueuedMessage, 'id' | 'parts' | 'when'>>(
  queue: readonly Message[],
  { message, parts, when, before }: StoredEventOf<'requeue'>,
): readonly Message[] {
  const at = queue.findIndex(({ id }) => id === message);
  const found = queue[at];
  if (found === undefined) return queue;
  const changed = {
    ...found,
    ...(parts === undefined ? {} : { parts }),
    ...(when === undefined ? {} : { when }),
  };
  if (before === undefined || before === message) return queue.with(at, changed);
  const others = queue.toSpliced(at, 1);
  const place = before === null ? -1 : others.findIndex(({ id }) => id === before);
  return others.toSpliced(place < 0 ? others.length : place, 0, changed);
}

export interface QueuedMessage extends UserItem {
  readonly when: 'steer' | 'after';
}

export function createTranscript(participant: ParticipantId, entries: Iterable<Seen> = []): Transcript {
  let items: HistoryItem[] = [];
  const calls = new Map<CallId, { call: Call; item: AssistantItem }>();
  const approvals = new Map<string, { call: Call; item: AssistantItem }>();
  /** A damaged log may hold a message twice; it was said once. */
  const known = new Set<MessageId>();
  let queue: readonly QueuedMessage[] = [];
  let last: AssistantItem | undefined;

  const isNew = (id: MessageId): boolean => !known.has(id) && known.add(id).size > 0;

  const take = (id: MessageId): void => {
    const found = queue.find((message) => message.id === id);
    if (found === undefined) return;
    queue = queue.filter((message) => message !== found);
    items.push({ type: 'user', id: found.id, from: found.from, at: found.at, parts: found.parts });
  };

  const addAssistant = (message: AssistantMessage, run: RunId | undefined): void => {
    const own: Call[] = [];
    const item: AssistantItem = { type: 'assistant', message, run, calls: own, revision: 0 };
    for (const part of message.parts) {
      // A damaged log may hold an id twice: the later one never takes the result of the earlier.
      if (part.type !== 'tool-call') continue;
      const call: Call = { part, state: 'open', evidence: [] };
      own.push(call);
      if (!calls.has(part.callId)) calls.set(part.callId, { call, item });
    }
    items.push(item);
    last = item;
  };

  const touch = (id: CallId, change: (call: Call) => void): void => {
    const found = calls.get(id);
    if (found === undefined || found.call.state === 'finished') return;
    change(found.call);
    found.item.revision++;
  };

  /** A new list each time: whoever kept something of the old one sees that it is another. */
  const compact = ({ id, upTo, text }: StoredEventOf<'compaction'>): void => {
    const at = items.findLastIndex((item) => idOf(item) === upTo);
    if (at < 0 || !isNew(id)) return;
    items = [{ type: 'summary', id, text, folded: items.slice(0, at + 1) }, ...items.slice(at + 1)];
  };
  const restore = (id: MessageId): void => {
    const [first, ...rest] = items;
    if (first?.type === 'summary' && first.id === id) items = [...first.folded, ...rest];
  };

  const addOwn = (event: StoredEvent, run: RunId | undefined): void => {
    switch (event.type) {
      case 'compaction':
        compact(event);
        break;
      case 'message-end':
        if (event.discarded === undefined && isNew(event.message.id)) addAssistant(event.message, run);
        break;
      case 'tool-start':
        touch(event.callId, (call) => {
          // Begun anew after a crash: what was known of the time before says nothing of this one.
          if (call.state === 'started') {
            delete call.ran;
            call.evidence = [];
          }
          call.state = 'started';
        });
        break;
      case 'tool-end':
        touch(event.callId, (call) => {
          call.state = 'finished';
          call.result = event.result;
        });
        break;
      case 'approval-request':
        touch(event.callId, (call) => {
          call.approval = event;
          delete call.answer;
        });
        {
          const found = calls.get(event.callId);
          if (found !== undefined) approvals.set(event.approvalId, found);
        }
        break;
      case 'unknown-resolved':
        touch(event.callId, (call) => {
          call.ran = event.ran;
        });
        break;
      case 'call-blocked':
        touch(event.callId, (call) => {
          call.blocked = event.failure;
        });
        break;
      case 'steer':
        take(event.message);
        break;
      case 'run-start':
        take(event.cause.message);
        break;
      default:
        if ('callId' in event) calls.get(event.callId)?.call.evidence.push(event);
    }
  };

  const transcript: Transcript = {
    participant,
    get items() {
      return items;
    },
    add: ({ by, to, run, event, at }) => {
      if (event.type === 'message') {
        if (by === participant || (to !== undefined && !to.includes(participant))) return;
        if (!isNew(event.id)) return;
        const item: UserItem = { type: 'user', id: event.id, from: by, at, parts: event.parts };
        if (event.queued === undefined) items.push(item);
        else queue = [...queue, { ...item, when: event.queued }];
      } else if (event.type === 'unqueue') {
        queue = queue.filter((message) => message.id !== event.message);
      } else if (event.type === 'requeue') {
        queue = requeued(queue, event);
      } else if (event.type === 'approval-response') {
        // Answered by a person, so not under the participant's name; bound to the request by id and hash.
        const found = approvals.get(event.approvalId);
        if (found === undefined || found.call.state === 'finished') return;
        if (found.call.approval?.approvalId === event.approvalId && found.call.approval.hash === event.hash) {
          found.call.answer = event.answer;
          found.item.revision++;
        }
      } else if (event.type === 'compaction-undone') {
        restore(event.compaction);
      } else if (event.type === 'call-unblocked') {
        touch(event.callId, (call) => {
          delete call.blocked;
        });
      } else if (event.type === 'unknown-resolved' && by !== participant) {
        touch(event.callId, (call) => {
          call.ran = event.ran;
        });
      } else if (by === participant) {
        addOwn(event, run);
      }
    },
    openCalls: () =>
      last !== undefined && items.at(-1) === last
        ? // One that shares an earlier call's id could never get its result, so it is not to be run.
          last.calls.filter((call) => call.state !== 'finished' && calls.get(call.part.callId)?.call === call)
        : [],
    call: (id) => calls.get(id)?.call,
    queued: () => queue,
    hasCallId: (id) => calls.has(id as CallId),
  };
  for (const entry of entries) transcript.add(entry);
  return transcript;
}

export function idOf(item: HistoryItem): MessageId {
  return item.type === 'assistant' ? item.message.id : item.id;
}

/** All that was said and done, whatever was summed up since. */
export function unfolded(items: readonly HistoryItem[]): readonly (UserItem | AssistantItem)[] {
  return items.flatMap((item) => (item.type === 'summary' ? unfolded(item.folded) : [item]));
}

/** True where the last word is the participant's and asks for nothing more: there is no request to make. */
export function isAnswered(transcript: Transcript): boolean {
  const item = transcript.items.at(-1);
  return item?.type === 'assistant' && item.calls.length === 0;
}

export function isPerson(item: UserItem): boolean {
  return item.from === USER;
}
