// The scripted host's part for questions, the todo list and the queue: what is answered and changed goes into the
// story as it would into the log. No agent reads it.

import type { StoredEvent } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import type { SessionId } from '../../engine/ids.ts';
import { changedTodo, foldTodo, NO_TODO, type TodoItem } from '../../features/todo/fold.ts';
import type { HostApi } from '../../protocol/host.ts';
import type { Story } from './story.ts';

export function createFakeAsking(
  add: (session: SessionId, event: StoredEvent) => void,
  storyOf: (session: SessionId) => Story,
): Pick<HostApi, 'changeQueued' | 'sendQueued' | 'answerQuestion' | 'editTodo' | 'readTodo'> {
  const todoOf = (session: SessionId): readonly TodoItem[] =>
    storyOf(session).entries.reduce(foldTodo, NO_TODO).items;
  return {
    changeQueued: async (session, message, change) => add(session, { type: 'requeue', message, ...change }),
    sendQueued: async (session, message) => add(session, { type: 'requeue', message, when: 'steer' }),
    answerQuestion: async (session, callId, answer) =>
      add(session, { type: 'question-answer', callId, answer }),
    editTodo: async (session, change) => {
      const items = changedTodo(todoOf(session), change);
      if (items === undefined) throw new FailureError(failure('stale', 'no such item'));
      add(session, { type: 'todo', items });
    },
    readTodo: async (session) => todoOf(session),
  };
}
