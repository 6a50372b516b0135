// The derived record of a session: all that a list and a first screen need, without reading the log. A pure fold
// (`features/sessions`) keeps it up in the append's own transaction.

import type { ApprovalRequest, OutcomeStatus, SessionSetup } from './events.ts';
import type { Failure } from './failures.ts';
import type { CallId, ParticipantId, RunId, SessionId } from './ids.ts';
import type { AskedQuestion } from './questions.ts';

/** Bumped when the fold changes: older heads are refolded on sight. */
export const HEAD_VERSION = 2;

export interface OpenRun {
  readonly run: RunId;
  readonly agent: ParticipantId;
  readonly model: string;
  readonly startedSeq: number;
  readonly startedAt: number;
  /** The entry of the last durable step. */
  readonly lastAt: number;
  /** Set once a run-end says so; `interrupted` stays open for Continue and Discard. */
  readonly status: 'running' | 'interrupted';
  /** Started calls without an end. */
  readonly started: readonly CallId[];
}

/** Where a session came from: another one up to an entry, or a file of another product. */
export interface SessionOrigin {
  readonly session?: SessionId;
  readonly seq?: number;
  /** Name of the product, and the id it gave the conversation: what an import is known by. */
  readonly product?: string;
  readonly id?: string;
}

/** An unanswered approval and the run that waits for it. */
export interface OpenApproval extends ApprovalRequest {
  readonly run?: RunId;
}

/** A call that waits for the folder's grant, and its run. */
export interface BlockedCall {
  readonly callId: CallId;
  readonly run: RunId;
  readonly failure: Failure;
}

/** An unanswered question and the run that waits for it. */
export interface OpenQuestion extends AskedQuestion {
  readonly run: RunId;
  readonly at: number;
}

export interface SessionHead {
  readonly session: SessionId;
  readonly version: number;
  readonly title: string;
  /** True once a person named it; an automatic title never overwrites that. */
  readonly named: boolean;
  readonly createdAt: number;
  /** The last activity: renaming and setting up are none. */
  readonly updatedAt: number;
  readonly setup: SessionSetup;
  /** Entries in the log, unreadable ones included: the seq of the last. */
  readonly count: number;
  /** Seq of the branch head: parent of the next entry. */
  readonly tip: number;
  /** Of the last entry. */
  readonly lastAt: number;
  readonly openRuns: readonly OpenRun[];
  /** Unanswered approvals, oldest first. */
  readonly approvals: readonly OpenApproval[];
  /** Missing = none. */
  readonly blocked?: readonly BlockedCall[];
  /** Unanswered questions, oldest first. Missing = none. */
  readonly questions?: readonly OpenQuestion[];
  readonly lastStatus?: OutcomeStatus;
  readonly tokens: number;
  readonly toolCalls: number;
  readonly usd: number;
  readonly workMs: number;
  readonly pinned?: true;
  readonly archived?: true;
  /** Deleted then; kept for a while so that it can be taken back. */
  readonly removedAt?: number;
  /** A model has named it: it isn't asked again. */
  readonly autoTitled?: true;
  /** The head was moved: there are other branches. */
  readonly branched?: true;
  readonly origin?: SessionOrigin;
  /** Counts forced take-overs; an append of an earlier one is refused. Missing = 0. */
  readonly epoch?: number;
}
