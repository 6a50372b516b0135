// The contract of a tool (E13): built-in, user, skill and connector tools are this one type in one registry.

import type { StoredEvent } from './events.ts';
import type { Failure } from './failures.ts';
import type { CallId, Json, ParticipantId, RunId, SessionId } from './ids.ts';
import type { ImagePart, Provenance, ResultSummary } from './messages.ts';
import type { ModelRole } from './provider.ts';
import type { Schema } from './schema.ts';

export type Effect = 'none' | 'read' | 'write' | 'network' | 'execute';

/** What a call touches, for the gate and the card: nothing that isn't here can be allowed. */
export interface Target {
  readonly kind: 'path' | 'host' | 'command' | 'connector';
  readonly value: string;
  readonly access: 'read' | 'write';
}

/** What the approval card shows in full (G2). `before`/`after` give the diff of a file. */
export type Preview =
  | { readonly type: 'file'; readonly path: string; readonly before: string | null; readonly after: string }
  | { readonly type: 'text'; readonly text: string };

/** Consumed by the budget's reservation and plan previews. */
export interface CostHint {
  readonly usd?: number;
  readonly tokens?: number;
}

export interface ToolContext {
  readonly session: SessionId;
  readonly run: RunId;
  readonly callId: CallId;
  readonly participant: ParticipantId;
  /** Aborted on stop, time-out and wall clock; a tool that ignores it is abandoned, its result discarded. */
  readonly signal: AbortSignal;
  /** Also resets the tool's idle time-out. */
  progress(note: string): void;
  /**
   * Waits for a person: no clock runs, neither the run's nor the call's own. Undefined: the call was ended meanwhile.
   * What is waited for must survive a reload by itself (the call is run anew then).
   */
  waiting<T>(wait: Promise<T>): Promise<T | undefined>;
  /** Appends a feature's event durably (snapshot before write); resolves once it is stored. */
  record(event: StoredEvent): Promise<void>;
  /** A model call inside a tool: charged to the run, traced as its child. */
  complete(role: ModelRole, prompt: string): Promise<{ readonly text: string } | Failure>;
}

export type ToolOutput =
  | {
      readonly ok: true;
      readonly text: string;
      readonly provenance: Provenance;
      readonly source?: string;
      readonly images?: readonly ImagePart[];
      readonly summary?: ResultSummary;
      /** Stands behind the text, outside its fence: the harness's words, and the person's rules. */
      readonly note?: string;
    }
  | { readonly ok: false; readonly failure: Failure; readonly summary?: ResultSummary };

/** After a crash, for a call that was started and not finished (E18). */
export type Verification =
  | { readonly type: 'done'; readonly output: ToolOutput }
  | { readonly type: 'not-done' }
  | { readonly type: 'unknown' };

export interface Tool<Input = never> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema<Input>;
  readonly effect: Effect;
  /** Shared calls next to each other run together; an exclusive one is a barrier (E4). Independent of effect. */
  readonly concurrency: 'shared' | 'exclusive';
  readonly cost?: CostHint;
  /** Exempt from loop detection (E10). */
  readonly polling?: boolean;
  readonly idleTimeoutMs?: number;
  /** False where our snapshots can't restore what it does (G6). Missing = true for none, read and write. */
  readonly reversible?: boolean;
  targets(input: Input): readonly Target[];
  /** Contract: no side effect. Called only when a person is asked. */
  preview?(input: Input, context: ToolContext): Promise<Preview | Failure>;
  /** Contract: expected failures come back as `ok: false`; a throw is a bug and ends only this call. */
  run(input: Input, context: ToolContext): Promise<ToolOutput>;
  /** Only for effects that can be looked up; `evidence` are the events that the call recorded before the crash. */
  verify?(input: Input, evidence: readonly StoredEvent[], context: ToolContext): Promise<Verification>;
}

/** A tool whose input type is no longer known: what a registry holds. Input passes only through `input.check`. */
export type AnyTool = Tool<Json>;

export interface ToolRegistry {
  readonly tools: readonly AnyTool[];
  get(name: string): AnyTool | undefined;
}

/** Contract: throws on a name taken twice: that is a bug in the parts list, not a state of the world. */
export function createToolRegistry(tools: readonly AnyTool[]): ToolRegistry {
  const byName = new Map<string, AnyTool>();
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new TypeError(`tool name taken twice: ${tool.name}`);
    byName.set(tool.name, tool);
  }
  return { tools: [...byName.values()], get: (name) => byName.get(name) };
}

/** Lets a typed tool into a registry. The input is checked by its own schema before any of its functions sees it. */
export function registered<Input>(tool: Tool<Input>): AnyTool {
  return tool as unknown as AnyTool;
}
