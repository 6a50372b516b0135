// The one vocabulary of a session. `EventMap` holds what is stored; a feature adds its own events to it by
// augmenting the interface in its front file. `LiveEvent`s pass by and are never stored.

import type { Budget, BudgetFigures, BudgetLimitName } from './budget.ts';
import type { Failure } from './failures.ts';
import type {
  ApprovalId,
  CallId,
  JsonObject,
  MessageId,
  ParticipantId,
  RunId,
  SessionId,
  TurnId,
} from './ids.ts';
import type { AssistantMessage, ToolResult, Usage, UserPart } from './messages.ts';
import type { Effect, Preview, Target } from './tool.ts';

/** Bumped with an upcaster in `features/sessions` whenever a stored event changes shape. */
export const ENTRY_VERSION = 1;

export type OutcomeStatus = 'done' | 'stopped' | 'over-budget' | 'interrupted' | 'failed';

/** What a run came to, with the figures of E1. Times in milliseconds. */
export interface Outcome {
  readonly status: OutcomeStatus;
  readonly failure?: Failure;
  /** Ended `done` by the turn cap (E12). */
  readonly turnLimit?: boolean;
  /** Which limit ended it, for `over-budget`. */
  readonly limit?: BudgetLimitName;
  readonly text: string;
  readonly usage: Usage;
  readonly turns: number;
  readonly toolCalls: number;
  readonly toolFailures: number;
  /** Of these: the same call may pass later (E7); missing = none. */
  readonly transientFailures?: number;
  readonly retries: number;
  readonly compactions: number;
  readonly modelMs: number;
  readonly toolMs: number;
  readonly waitingMs: number;
  readonly usd: number;
}

export interface ContextStatus {
  readonly systemTokens: number;
  readonly toolTokens: number;
  readonly historyTokens: number;
  readonly window: number;
  readonly windowKnown: boolean;
  readonly pressure: number;
}

export type ApprovalScope = 'once' | 'run' | 'always';

/** The rule that "always" would save, as data that the card can word. */
export interface ApprovalRule {
  readonly tool: string;
  readonly target?: string;
}

export interface ApprovalRequest {
  readonly approvalId: ApprovalId;
  readonly callId: CallId;
  readonly tool: string;
  readonly effect: Effect;
  readonly input: JsonObject;
  readonly targets: readonly Target[];
  readonly preview?: Preview;
  /** SHA-256 over tool, canonical arguments and preview: the answer is bound to exactly this content. */
  readonly hash: string;
  /** Key of the catalogue that words why we ask. */
  readonly reason: AskReason;
  /** Scopes that may be offered; 'always' is missing where it can't be shown in full or may not be remembered. */
  readonly scopes: readonly ApprovalScope[];
  readonly rule?: ApprovalRule;
}

export type AskReason = 'mode-ask' | 'credential' | 'irreversible' | 'tainted' | 'outside' | 'in-doubt';

export type ApprovalAnswer =
  | { readonly type: 'allow'; readonly scope: ApprovalScope }
  | { readonly type: 'deny'; readonly reason?: string; readonly by: 'person' | 'rule' | 'no-channel' };

/** read-only: no effects · ask: every effect asks · auto: reversible work inside the workspace goes · full: all but credentials. */
export type PermissionMode = 'read-only' | 'ask' | 'auto' | 'full';

/** What the next run of a session works with; each part keeps its last value. */
export interface SessionSetup {
  /** `provider/model`. */
  readonly model?: string;
  readonly mode?: PermissionMode;
  /** Id of the workspace (a grant). */
  readonly workspace?: string;
}

export type ResumeCause = 'continue' | 'approval' | 'raised' | 'reconnected' | 'answer';

/** What may be changed of a queued message; what is missing stays. */
export interface QueueChange {
  readonly parts?: readonly UserPart[];
  readonly when?: 'steer' | 'after';
  readonly before?: MessageId | null;
}

export interface EventMap {
  /** What people and agents say to each other; one kind for chat and rooms. */
  message: {
    readonly id: MessageId;
    readonly parts: readonly UserPart[];
    readonly mentioned?: readonly ParticipantId[];
    /** Waits in the queue of a running run until the next tool boundary takes it in (`steer`), or for "after this run". */
    readonly queued?: 'steer' | 'after';
  };
  'run-start': {
    readonly run: RunId;
    readonly agent: ParticipantId;
    readonly model: string;
    readonly cause: { readonly type: 'message'; readonly message: MessageId };
    readonly budget: Budget;
    /** Frozen for the run (E17); the tools are named, their schemas are the build's. */
    readonly system: string;
    readonly tools: readonly string[];
  };
  /** An interrupted or waiting run goes on, with the same id and figures. */
  'run-resume': { readonly run: RunId; readonly cause: ResumeCause };
  'run-end': { readonly run: RunId; readonly outcome: Outcome; readonly discarded?: boolean };
  /** `used` and `reserved` (estimate) are the ledger's as the request goes out (F1, F2). */
  'turn-start': {
    readonly turn: TurnId;
    readonly model: string;
    readonly context: ContextStatus;
    readonly used: BudgetFigures;
    readonly reserved: { readonly tokens: number; readonly usd: number };
  };
  'message-end': {
    readonly turn: TurnId;
    readonly message: AssistantMessage;
    readonly usage: Usage;
    readonly usd: number;
    readonly ms: number;
    /** The ledger after it was settled. */
    readonly used: BudgetFigures;
    /** Broken after first content or cut: shown, marked, out of history (E7). */
    readonly discarded?: Failure;
  };
  'tool-start': {
    readonly callId: CallId;
    readonly tool: string;
    readonly effect: Effect;
    readonly input: JsonObject;
  };
  'tool-end': { readonly callId: CallId; readonly result: ToolResult; readonly ms: number };
  'approval-request': ApprovalRequest;
  'approval-response': {
    readonly approvalId: ApprovalId;
    readonly callId: CallId;
    readonly hash: string;
    readonly answer: ApprovalAnswer;
  };
  /** A started call without an end, after a crash: what a person or a check said of it. */
  'unknown-resolved': { readonly callId: CallId; readonly by: 'person' | 'check'; readonly ran: boolean };
  /** The call found the folder's grant gone: the run waits for the person, and for as long no clock runs (T1). */
  'call-blocked': { readonly callId: CallId; readonly failure: Failure };
  /** The person gave it back: the same call once more. */
  'call-unblocked': { readonly callId: CallId };
  /** Another account or model takes over (P7); without a failure: the first one is still resting from an earlier one. */
  'account-switch': { readonly from: string; readonly to: string; readonly failure?: Failure };
  retry: { readonly failure: Failure; readonly attempt: number; readonly waitMs: number };
  /** Every decision of the ledger that a person should know of, with its reason (F2). */
  budget: {
    readonly action: 'near-limit' | 'spent' | 'raise';
    readonly figures: BudgetFigures;
    readonly limit?: BudgetLimitName;
    readonly budget?: Budget;
  };
  /** Older history stands in the requests as one summary from here on (E5); the log keeps it all. */
  compaction: {
    readonly id: MessageId;
    /** The last message, the person's or the agent's, that stands in the summary. */
    readonly upTo: MessageId;
    /** As the model reads it. */
    readonly text: string;
    /** `fold`: made without a model, as the last resort; it says what was lost. */
    readonly by: 'model' | 'fold';
    /** Messages that went into it. */
    readonly messages: number;
    /** Estimated, of the history in the request. */
    readonly tokensBefore: number;
    readonly tokensAfter: number;
    readonly model?: string;
    readonly usage: Usage;
    readonly usd: number;
    readonly ms: number;
    readonly used: BudgetFigures;
  };
  /** It was time for one, and there is none: why. Said once until something changes. */
  'compaction-skipped': {
    readonly reason: 'tail-fills-window' | 'frees-too-little' | 'failed';
    readonly failure?: Failure;
    readonly usage?: Usage;
    readonly usd?: number;
    readonly ms?: number;
  };
  /** The person wants the originals back in the requests. */
  'compaction-undone': { readonly compaction: MessageId };
  /** A nudge that the model got in its request only (E16); stored so that the trace can show it. */
  nudge: { readonly kind: NudgeKind };
  steer: { readonly message: MessageId };
  /** A queued message was taken back before any run saw it. */
  unqueue: { readonly message: MessageId };
  /** A queued message is changed, or put before another one (`before` null: behind all). After it was taken in: nothing. */
  requeue: { readonly message: MessageId } & QueueChange;
  /** Moves the branch head (edit and re-run, variants). */
  head: { readonly to: number };
  /** `tokens` and `usd`: what asking a model for it came to. */
  title: {
    readonly title: string;
    readonly by: 'person' | 'auto';
    readonly tokens?: number;
    readonly usd?: number;
  };
  setup: SessionSetup;
}

export type NudgeKind =
  | 'repeated-call'
  | 'no-progress'
  | 'turn-limit'
  | 'near-money-limit'
  | 'continue-text'
  | 'rejected-call'
  | 'empty-reply';

export type StoredEvent = {
  [Type in keyof EventMap]: { readonly type: Type } & EventMap[Type];
}[keyof EventMap];
export type StoredEventOf<Type extends keyof EventMap> = { readonly type: Type } & EventMap[Type];

export type LiveEvent =
  | { readonly type: 'part-start'; readonly part: 'text' | 'reasoning'; readonly id: string }
  | { readonly type: 'part-start'; readonly part: 'tool-input'; readonly id: string; readonly tool: string }
  | {
      readonly type: 'part-delta';
      readonly part: 'text' | 'reasoning' | 'tool-input';
      readonly id: string;
      readonly delta: string;
    }
  | { readonly type: 'part-end'; readonly part: 'text' | 'reasoning' | 'tool-input'; readonly id: string }
  | { readonly type: 'tool-progress'; readonly callId: CallId; readonly note: string };

/** What the loop yields. The consumer pulls: the loop goes on only after a stored event is on record. */
export type RunEvent = StoredEvent | LiveEvent;

const LIVE: ReadonlySet<string> = new Set<LiveEvent['type']>([
  'part-start',
  'part-delta',
  'part-end',
  'tool-progress',
]);

export function isLive(event: RunEvent): event is LiveEvent {
  return LIVE.has(event.type);
}

/** One record of the log. `parent` 0 = root; `seq` counts from 1 without gaps within a session. */
export interface Entry<Event extends StoredEvent = StoredEvent> {
  readonly session: SessionId;
  readonly seq: number;
  readonly parent: number;
  readonly v: number;
  /** Milliseconds since the epoch; never below the parent's. */
  readonly at: number;
  readonly by: ParticipantId;
  readonly to?: readonly ParticipantId[];
  readonly run?: RunId;
  readonly event: Event;
}

/** An entry before the log gave it its place. */
export interface Draft {
  readonly by: ParticipantId;
  readonly to?: readonly ParticipantId[];
  readonly run?: RunId;
  readonly event: StoredEvent;
  /** Where it hangs; missing = the branch head. */
  readonly parent?: number;
}
