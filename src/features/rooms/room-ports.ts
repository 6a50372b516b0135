// What rooms need of the rest: the log, the guard's judgements, a model by its name, and what a run works with.

import type { Budget, Ledger } from '../../engine/budget.ts';
import type { Fence } from '../../engine/context.ts';
import type {
  ApprovalAnswer,
  ApprovalRequest,
  Entry,
  LiveEvent,
  SessionSetup,
  StoredEvent,
} from '../../engine/events.ts';
import type { Failure } from '../../engine/failures.ts';
import type { Gate, GateState } from '../../engine/gate.ts';
import type { RunId, SessionId } from '../../engine/ids.ts';
import type { Clock, EventLog, Hasher, Ids, Random } from '../../engine/ports.ts';
import type { Answer, Question } from '../../engine/questions.ts';
import type { ModelRole, ResolvedModel } from '../../engine/provider.ts';
import type { Timeouts } from '../../engine/timeouts.ts';
import type { ToolRegistry } from '../../engine/tool.ts';

/** What a run works with, made anew for each: frozen prompt and tools, and what follows from the session so far. */
export interface RunKit {
  readonly system: string;
  readonly tools: ToolRegistry;
  /** On record right behind the run's start. */
  readonly opening?: readonly StoredEvent[];
  gateState(): GateState;
  /** What is known anyway, in lines: for a summary of what was before (E5). */
  known?(): string;
  /** What is still to be done, in lines: for the closing summary (E12). */
  open?(): string;
  /** Every entry of the session from now on, in order. */
  take(entry: Entry): void;
}

export interface RoomDefaults {
  readonly setup: Required<SessionSetup>;
  readonly budget: Budget;
  readonly maxTurns: number;
  readonly parallel: number;
}

export interface RoomPorts {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
  readonly random: Random;
  readonly gate: Gate;
  readonly fence: Fence;
  /** The active branch, or the one that ends with `tip`; ascending. */
  history(session: SessionId, tip?: number): Promise<readonly Entry[]>;
  defaults(): RoomDefaults;
  /** Today's ledger over all sessions; `budget` is that of a run. */
  day(budget: Budget): Promise<Ledger>;
  timeouts(model: ResolvedModel): Timeouts;
  /** `role`: the model that the person gave it, where there is one; otherwise that of the name. */
  resolveModel(name: string, role?: ModelRole): Promise<ResolvedModel | Failure>;
  kit(
    session: SessionId,
    run: RunId,
    setup: Required<SessionSetup>,
    entries: readonly Entry[],
  ): Promise<RunKit | Failure>;
  /** After a crash: brings the world of an open run to where the log says it was. Never rejects. */
  mend(
    session: SessionId,
    setup: Required<SessionSetup>,
    entries: readonly Entry[],
    run: RunId,
  ): Promise<void>;
  /** Why an answer can't be taken (G2); undefined: it can. */
  refuse(open: ApprovalRequest | undefined, hash: string, answer: ApprovalAnswer): Failure | undefined;
  /** Why an answer doesn't fit its question; undefined: it does. */
  misfit(question: Question, answer: Answer): string | undefined;
  /** Called after an answer is on record (keeps standing rules). */
  remember(session: SessionId, request: ApprovalRequest, answer: ApprovalAnswer): Promise<void>;
  /** False: nobody can be asked (headless); approvals are then denied at once. */
  readonly attended: boolean;
  /** After each append. */
  stored(session: SessionId, entries: readonly Entry[]): void;
  live(session: SessionId, run: RunId, event: LiveEvent): void;
  /** Something that no caller waits for went wrong (storage while a run was on). */
  trouble(session: SessionId, failure: Failure): void;
}
