// What a person does for a run beside answering approvals: answers questions, changes the todo list, arranges the
// queue. The room shows what comes of it.

import { computed, createModel, effect, signal, untracked } from '@preact/signals';
import type { QueueChange } from '../../engine/events.ts';
import { asFailure } from '../../engine/failures.ts';
import type { CallId, MessageId, SessionId } from '../../engine/ids.ts';
import type { Answer } from '../../engine/questions.ts';
import type { TodoChange, TodoItem } from '../../features/todo/fold.ts';
import type { HostApi } from '../../protocol/host.ts';
import type { App } from './app.ts';
import type { Room } from './room.ts';
import type { OpenRoom } from './ui.ts';

const AskingModel = createModel((host: HostApi, app: App, session: SessionId, room: Room) => {
  /** From before the window. */
  const older = signal<readonly TodoItem[]>([]);
  /** Something came too late: a run had taken the message in, the question was answered, the item was gone. */
  const late = signal<'queue' | 'question' | 'todo' | undefined>(undefined);
  let asked = -1;

  const stopFollowing = effect(() => {
    const branch = room.branch.value;
    if (room.view.value.todo !== undefined || room.complete.value || asked === branch) return;
    asked = branch;
    untracked(() => {
      void host.readTodo(session).then(
        (items) => {
          older.value = items;
        },
        () => undefined,
      );
    });
  });

  const attempt = async (what: 'queue' | 'question' | 'todo', work: Promise<void>): Promise<boolean> => {
    late.value = undefined;
    try {
      await work;
      return true;
    } catch (error) {
      if (asFailure(error).code === 'stale') late.value = what;
      else void app.attempt(Promise.reject(error));
      return false;
    }
  };

  return {
    late,
    todo: computed<readonly TodoItem[]>(
      () => room.view.value.todo ?? (room.complete.value ? [] : older.value),
    ),
    answer: (call: CallId, answer: Answer) => attempt('question', host.answerQuestion(session, call, answer)),
    edit: (change: TodoChange) => attempt('todo', host.editTodo(session, change)),
    change: (message: MessageId, change: QueueChange) =>
      attempt('queue', host.changeQueued(session, message, change)),
    sendNow: (message: MessageId) => attempt('queue', host.sendQueued(session, message)),
    takeBack: (message: MessageId) => attempt('queue', host.removeQueued(session, message)),
    close: stopFollowing,
  };
});

export type Asking = InstanceType<typeof AskingModel>;

const known = new WeakMap<OpenRoom, Asking>();

export function askingOf(opened: OpenRoom): Asking {
  const made =
    known.get(opened) ?? opened.bring((host, app) => new AskingModel(host, app, opened.session, opened.room));
  known.set(opened, made);
  return made;
}
