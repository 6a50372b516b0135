// What a person sees of a session, as data: articles, tool lines, notes, queue, the latest run. Words, colours and
// numbers in a language are the page's.

import type { Budget, BudgetFigures, BudgetLimitName } from '../../engine/budget.ts';
import type {
  ApprovalAnswer,
  ApprovalRequest,
  ContextStatus,
  Outcome,
  OutcomeStatus,
  SessionSetup,
  StoredEventOf,
} from '../../engine/events.ts';
import type { Failure } from '../../engine/failures.ts';
import type { CallId, JsonObject, MessageId, ParticipantId, RunId } from '../../engine/ids.ts';
import type { ToolResult, UserPart } from '../../engine/messages.ts';
import type { Answer, Question } from '../../engine/questions.ts';
import type { Effect } from '../../engine/tool.ts';

/**
 * writing: its arguments stream · queued: asked for, not begun · waiting: for a person · blocked: for the grant of its
 * folder · asking: for the person's answer · unknown: begun before a crash,
 * and nobody knows whether it ran.
 */
export type CallState =
  | 'writing'
  | 'queued'
  | 'waiting'
  | 'blocked'
  | 'asking'
  | 'running'
  | 'done'
  | 'failed'
  | 'denied'
  | 'interrupted'
  | 'unknown';

export interface ChangeView {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly created: boolean;
}

export interface CallView {
  readonly type: 'call';
  readonly key: string;
  readonly run: RunId;
  /** Missing while the arguments stream. */
  readonly callId?: CallId;
  readonly tool: string;
  readonly effect?: Effect;
  /** As far as they can be read; a stream's are incomplete. For display only. */
  readonly input: JsonObject;
  readonly argumentsText: string;
  readonly state: CallState;
  readonly startedAt?: number;
  readonly ms?: number;
  readonly progress?: string;
  readonly result?: ToolResult;
  readonly change?: ChangeView;
  readonly approval?: ApprovalRequest;
  readonly askedAt?: number;
  readonly answer?: ApprovalAnswer;
  /** Why it waits, where it is blocked. */
  readonly blocked?: Failure;
  /** What it asks the person, and what they said. */
  readonly question?: Question;
  readonly reply?: Answer;
  /** What was said or found of an unknown call. */
  readonly ran?: boolean;
  readonly resolvedBy?: 'person' | 'check';
}

export interface TextView {
  readonly type: 'text';
  readonly key: string;
  readonly text: string;
  readonly live: boolean;
  readonly withdrawn?: Failure;
}

export interface ReasoningView {
  readonly type: 'reasoning';
  readonly key: string;
  readonly text: string;
  readonly live: boolean;
  readonly startedAt?: number;
  /** Known only where this page watched it. */
  readonly ms?: number;
  readonly withdrawn?: Failure;
}

/** Two or more finished reads in a row, as one line. */
export interface ReadsView {
  readonly type: 'reads';
  readonly key: string;
  readonly calls: readonly CallView[];
}

export type Note =
  | {
      readonly kind: 'retry';
      readonly failure: Failure;
      readonly attempt: number;
      readonly until: number;
      readonly over: boolean;
      /** The run ended before anything of the next try was seen. */
      readonly dropped?: boolean;
    }
  | { readonly kind: 'near-limit'; readonly limit?: BudgetLimitName }
  | { readonly kind: 'raised' }
  /** Older messages stand as one summary in the requests from here on. */
  | {
      readonly kind: 'compacted';
      readonly id: MessageId;
      readonly by: 'model' | 'fold';
      readonly messages: number;
      readonly before: number;
      readonly after: number;
      readonly text: string;
      readonly undone: boolean;
    }
  | { readonly kind: 'not-compacted'; readonly reason: 'tail-fills-window' | 'frees-too-little' | 'failed' }
  /** Another account or model took over; without a failure: the first one still rested from an earlier one. */
  | { readonly kind: 'switch'; readonly from: string; readonly to: string; readonly failure?: Failure }
  | { readonly kind: 'undone'; readonly paths: readonly string[] }
  | { readonly kind: 'setup'; readonly setup: SessionSetup }
  /** Anything but a plain `done`. `open`: still to be continued or discarded. */
  | {
      readonly kind: 'end';
      readonly run: RunId;
      readonly outcome: Outcome;
      readonly open: boolean;
      readonly discarded: boolean;
    };

export interface NoteView {
  readonly type: 'note';
  readonly key: string;
  readonly at: number;
  readonly note: Note;
}

export type PartView = TextView | ReasoningView | CallView | ReadsView | NoteView;

/** What a person (or another participant) said. */
export interface SaidView {
  readonly type: 'said';
  readonly key: string;
  readonly at: number;
  readonly by: ParticipantId;
  readonly parts: readonly UserPart[];
}

/** One stretch of a run: from its start or a message that came in, to the next one or its end. */
export interface WorkView {
  readonly type: 'work';
  readonly key: string;
  readonly at: number;
  readonly by: ParticipantId;
  readonly run: RunId;
  /** `provider/model`; '' where the window starts after it was named. */
  readonly model: string;
  readonly parts: readonly PartView[];
  /** The run goes on here. */
  readonly live: boolean;
}

export type ItemView = SaidView | WorkView | NoteView;

export interface QueuedView {
  readonly id: MessageId;
  readonly parts: readonly UserPart[];
  readonly when: 'steer' | 'after';
}

/** What the run does, and since when: every wait says what it waits for. */
export type Activity =
  | { readonly type: 'model'; readonly since: number }
  | { readonly type: 'reasoning' | 'text' | 'tool-input'; readonly since: number }
  | { readonly type: 'tools'; readonly since: number; readonly calls: readonly CallView[] }
  | { readonly type: 'approval'; readonly since: number; readonly call: CallView }
  | { readonly type: 'blocked'; readonly since: number; readonly call: CallView; readonly failure: Failure }
  | { readonly type: 'question'; readonly since: number; readonly call: CallView }
  | { readonly type: 'unknown'; readonly since: number; readonly call: CallView }
  | { readonly type: 'retry'; readonly since: number; readonly until: number; readonly failure: Failure };

export interface ChangedFile extends ChangeView {
  readonly calls: readonly CallId[];
  readonly undone: boolean;
}

/** Project rules that the run got, in its prompt or behind a result. */
export interface RulesView {
  readonly path: string;
  readonly tokens: number;
  readonly place: 'prompt' | 'result';
}

export interface RunView {
  readonly run: RunId;
  readonly agent: ParticipantId;
  readonly model: string;
  readonly status: 'running' | OutcomeStatus;
  readonly startedAt: number;
  /** Missing where the window starts after the run did. */
  readonly turns?: number;
  readonly activity?: Activity;
  readonly context?: ContextStatus;
  readonly budget?: Budget;
  readonly figures?: BudgetFigures;
  readonly outcome?: Outcome;
  readonly rules: readonly RulesView[];
  readonly changes: readonly ChangedFile[];
}

export interface SessionView {
  readonly items: readonly ItemView[];
  readonly queue: readonly QueuedView[];
  /** The latest run. */
  readonly run?: RunView;
  /** The latest run that changed files. */
  readonly changed?: RunView;
  /** Approvals that wait, oldest first. */
  readonly waiting: readonly CallView[];
  /** Questions that wait, oldest first. Missing = none. */
  readonly asking?: readonly CallView[];
  /** Missing where the window has no word of it. */
  readonly todo?: StoredEventOf<'todo'>['items'];
}
