// What a person may do with messages that wait for a tool boundary or for the end of the run (E9): change, reorder,
// send now, take back. The log's order decides against a boundary that takes one in at the same moment.

import type { Draft, Entry, QueueChange, StoredEvent } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import { type MessageId, type SessionId, USER } from '../../engine/ids.ts';
import { createTranscript } from '../../engine/transcript.ts';
import { discardDraft, resumeDraft } from './drafts.ts';
import { AGENT } from './perform.ts';
import { isWaiting } from './repair.ts';
import type { RoomFrame } from './room-frame.ts';
import { answersBy } from './waits.ts';

export interface QueueCommands {
  /** Rejects with `stale` where a run has taken it in. */
  unqueue(session: SessionId, message: MessageId): Promise<void>;
  /** Rejects with `stale` where a run has taken it in. */
  requeue(session: SessionId, message: MessageId, change: QueueChange): Promise<void>;
  /**
   * To the front of the queue: in at the next tool boundary, whatever it waited for. Where nothing runs it starts a run;
   * to a run that asks something it is the answer. Rejects with `stale` where a run has taken it in.
   */
  sendQueued(session: SessionId, message: MessageId): Promise<void>;
}

export function createQueueCommands({ ports, append, inTurn, start }: RoomFrame): QueueCommands {
  const queueOf = async (session: SessionId) =>
    createTranscript(AGENT, await ports.history(session)).queued();

  /** Refused before, or overtaken while it was put on record: the entry then changes nothing. */
  const put = async (
    session: SessionId,
    message: MessageId,
    event: StoredEvent,
    more: readonly Draft[] = [],
  ): Promise<void> => {
    if (!(await queueOf(session)).some(({ id }) => id === message)) throw taken();
    const [entry] = await append(session, [{ by: USER, event }, ...more]);
    const before = (await ports.history(session)).filter(({ seq }) => entry !== undefined && seq < entry.seq);
    if (before.some((known) => takes(known, message))) throw taken();
  };

  return {
    unqueue: (session, message) => inTurn(session, () => put(session, message, { type: 'unqueue', message })),
    requeue: (session, message, change) =>
      inTurn(session, () => put(session, message, { type: 'requeue', message, ...change })),
    sendQueued: (session, message) =>
      inTurn(session, async (room) => {
        const [first] = await queueOf(session);
        const event: StoredEvent = { type: 'requeue', message, when: 'steer', before: first?.id ?? null };
        const head = await ports.log.head(session);
        const waits = head?.openRuns.find((open) => open.status === 'running' && isWaiting(head, open.run));
        const answers = answersBy(head, message);
        await put(session, message, event, room.live === undefined ? [] : answers);
        if (room.live !== undefined) return;
        if (waits === undefined) {
          const entries = await ports.history(session);
          const given = (head?.openRuns ?? []).map((open) => discardDraft(open, entries));
          await start(session, room, { type: 'message', message }, given);
        } else if (answers.length > 0) {
          const before = [...answers, resumeDraft(waits, 'answer')];
          await start(session, room, { type: 'resume', open: waits }, before);
        }
      }),
  };
}

const takes = ({ event }: Entry, message: MessageId): boolean =>
  (event.type === 'steer' && event.message === message) ||
  (event.type === 'unqueue' && event.message === message) ||
  (event.type === 'run-start' && event.cause.message === message);

const taken = (): FailureError =>
  new FailureError(failure('stale', 'this message waits no more: a run has taken it in'));
