// The commands on a session's runs, carried out by its owner: what rooms do, and the todo list that agent and person
// share. Which tab is the owner is not decided here.

import type { Entry } from '../src/engine/events.ts';
import { type SessionId, USER } from '../src/engine/ids.ts';
import type { Rooms } from '../src/features/rooms/rooms.ts';
import type { TodoLists } from '../src/features/todo/todo.ts';
import type { RunCommands } from '../src/protocol/run-commands.ts';
import type { OwnerCalls } from './owner-calls.ts';

export interface RunCommandPorts {
  readonly owning: OwnerCalls['owning'];
  readonly rooms: Omit<Rooms, 'isRunning'>;
  todos(): Promise<TodoLists>;
  history(session: SessionId): Promise<readonly Entry[]>;
  /** Out of the bin, where it lies there: somebody speaks in it. */
  restore(session: SessionId): Promise<void>;
}

/** The lists of this worker, loaded with the first run or edit; a chunk that failed is asked for again. */
export function loadTodos(): () => Promise<TodoLists> {
  let lists: Promise<TodoLists> | undefined;
  return () => {
    lists ??= import('../src/features/todo/todo.ts').then(({ createTodoLists }) => createTodoLists());
    lists.catch(() => {
      lists = undefined;
    });
    return lists;
  };
}

export function createRunCommands({ owning, rooms, todos, history, restore }: RunCommandPorts): RunCommands {
  return {
    send: owning('send', async (session, message) => {
      await restore(session);
      await rooms.say(session, message);
    }),
    setUp: owning('setUp', (session, setup) => rooms.setUp(session, setup)),
    stop: owning('stop', (session) => rooms.stop(session)),
    answerApproval: owning('answerApproval', (session, approval, hash, answer) =>
      rooms.answer(session, approval, hash, answer),
    ),
    answerQuestion: owning('answerQuestion', (session, call, answer) =>
      rooms.answerQuestion(session, call, answer),
    ),
    continueRun: owning('continueRun', (session, run) => rooms.resume(session, run)),
    discardRun: owning('discardRun', (session, run) => rooms.discard(session, run)),
    resolveUnknown: owning('resolveUnknown', (session, call, answer) =>
      rooms.resolveUnknown(session, call, answer),
    ),
    reconnectRun: owning('reconnectRun', (session, run) => rooms.reconnect(session, run)),
    removeQueued: owning('removeQueued', (session, message) => rooms.unqueue(session, message)),
    changeQueued: owning('changeQueued', (session, message, change) =>
      rooms.requeue(session, message, change),
    ),
    sendQueued: owning('sendQueued', (session, message) => rooms.sendQueued(session, message)),
    editTodo: owning('editTodo', async (session, change) =>
      (await todos()).edit(session, change, {
        history: () => history(session),
        append: (event) => rooms.append(session, [{ by: USER, event }]),
      }),
    ),
    readTodo: async (session) => {
      const { foldTodo, NO_TODO } = await import('../src/features/todo/fold.ts');
      return (await history(session)).reduce(foldTodo, NO_TODO).items;
    },
    raiseBudget: owning('raiseBudget', (session, run, budget) => rooms.raise(session, run, budget)),
  };
}
