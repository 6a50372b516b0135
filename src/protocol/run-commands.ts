// What a person may ask of the runs of a session. Types only; a part of `HostApi`. In a tab that only follows, the owner
// carries it out; `not-owner` where it doesn't answer.

import type { Budget } from '../engine/budget.ts';
import type { ApprovalAnswer, QueueChange, SessionSetup } from '../engine/events.ts';
import type { ApprovalId, CallId, MessageId, RunId, SessionId } from '../engine/ids.ts';
import type { UserPart } from '../engine/messages.ts';
import type { Answer } from '../engine/questions.ts';
import type { TodoChange, TodoItem } from '../features/todo/fold.ts';

export interface SendMessage {
  readonly id: MessageId;
  readonly parts: readonly UserPart[];
  /** While a run is on: at its next tool boundary (default), or after it. */
  readonly when?: 'steer' | 'after';
  readonly setup?: SessionSetup;
}

export interface RunCommands {
  send(session: SessionId, message: SendMessage): Promise<void>;
  setUp(session: SessionId, setup: SessionSetup): Promise<void>;
  /** The one way to stop: run, approvals, retry waits, queue. Resolves when nothing of it runs any more. */
  stop(session: SessionId): Promise<void>;
  answerApproval(
    session: SessionId,
    approval: ApprovalId,
    hash: string,
    answer: ApprovalAnswer,
  ): Promise<void>;
  continueRun(session: SessionId, run: RunId): Promise<void>;
  discardRun(session: SessionId, run: RunId): Promise<void>;
  resolveUnknown(
    session: SessionId,
    call: CallId,
    answer: 'ran' | 'not-run' | 'check',
  ): Promise<'ran' | 'not-run' | 'unknown'>;
  /** The folder that the run's calls wait for is granted again: the same calls go on. */
  reconnectRun(session: SessionId, run: RunId): Promise<void>;
  /** This and the next two reject with `stale` where a run has just taken it in. */
  removeQueued(session: SessionId, message: MessageId): Promise<void>;
  changeQueued(session: SessionId, message: MessageId, change: QueueChange): Promise<void>;
  /** In at the next tool boundary, or, where nothing runs, the start of a run. */
  sendQueued(session: SessionId, message: MessageId): Promise<void>;
  /** Once; `stale` where the question is open no more. */
  answerQuestion(session: SessionId, call: CallId, answer: Answer): Promise<void>;
  /** `stale` where the item is gone, or the list is full. */
  editTodo(session: SessionId, change: TodoChange): Promise<void>;
  /** The list of the active branch, for a page whose window begins after it was last written. */
  readTodo(session: SessionId): Promise<readonly TodoItem[]>;
  raiseBudget(session: SessionId, run: RunId, budget: Budget): Promise<void>;
}
