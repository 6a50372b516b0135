// The gate's vocabulary (G1). Deciding is a pure function, given by `features/guard`; asking, acting and retrying
// happen in one place, the tool runner.

import type { ApprovalRule, ApprovalScope, AskReason, PermissionMode } from './events.ts';
import type { ParticipantId } from './ids.ts';
import type { AnyTool, Effect, Target } from './tool.ts';

export interface GateCall {
  readonly tool: string;
  readonly effect: Effect;
  /** False: our snapshots can't restore it (G6). */
  readonly reversible: boolean;
  readonly targets: readonly Target[];
  readonly participant: ParticipantId;
}

/** A consent or a prohibition. Rules live outside everything an agent can write. */
export interface Rule {
  readonly id: string;
  readonly effect: 'allow' | 'deny';
  readonly tool: string;
  /** Exact target value; missing = every target of the tool inside the workspace, never a credential. */
  readonly target?: string;
  readonly scope: 'run' | 'always';
}

export interface GateState {
  readonly mode: PermissionMode;
  readonly rules: readonly Rule[];
  /** The run has read foreign text (G5). */
  readonly tainted: boolean;
}

export type Decision =
  | { readonly type: 'allow' }
  | {
      readonly type: 'ask';
      readonly reason: AskReason;
      readonly scopes: readonly ApprovalScope[];
      readonly rule?: ApprovalRule;
    }
  /** `fatal` where G9 says so for the first hit (a rule on a credential target). */
  | {
      readonly type: 'deny';
      readonly rule: string;
      readonly message: string;
      readonly fatal: boolean;
      /** A mode or the workspace's edge, not somebody's rule: the second hit is no offence (G9). */
      readonly builtIn?: boolean;
    };

export type Gate = (call: GateCall, state: GateState) => Decision;

export function gateCall(
  tool: Pick<AnyTool, 'name' | 'effect' | 'reversible'>,
  targets: readonly Target[],
  participant: ParticipantId,
): GateCall {
  const reversible =
    tool.reversible ?? (tool.effect === 'none' || tool.effect === 'read' || tool.effect === 'write');
  return { tool: tool.name, effect: tool.effect, reversible, targets, participant };
}
