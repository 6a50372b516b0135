// Guard: what may happen without a person, and how a person's word is kept (G1–G3, G5, G6, G9). Deciding is pure;
// asking and acting belong to the tool runner. Scanning for injections and judging shell commands come later.

import type { Fence } from '../../engine/context.ts';
import type { ApprovalAnswer, ApprovalRequest, PermissionMode } from '../../engine/events.ts';
import { type Failure, failure } from '../../engine/failures.ts';
import type { Gate, GateState } from '../../engine/gate.ts';
import { asId, type RunId, type SessionId } from '../../engine/ids.ts';
import type { Clock, Ids } from '../../engine/ports.ts';
import { gate } from './decide.ts';
import { FENCE_PROMPT, fence } from './fence.ts';
import type { GuardFold, RunGrant, StoredRule } from './fold.ts';
import { isCredentialPath } from './paths.ts';

/**
 * Where standing rules are kept: outside everything an agent can write, never in a workspace.
 * Contract: `put` and `remove` are on the medium when they resolve; `list` is oldest first.
 */
export interface RuleStore {
  list(): Promise<readonly StoredRule[]>;
  put(rule: StoredRule): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface GuardPorts {
  readonly rules: RuleStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
}

export interface Guard {
  readonly gate: Gate;
  readonly fence: Fence;
  /** Explains the fence; part of every system prompt. */
  readonly prompt: string;
  /** For whoever reads many files at once: these are left out of a search that doesn't name them. */
  isCredentialPath(path: string): boolean;
  /** Reads the standing rules anew. Contract: before the first run, and whenever another tab may have changed them. */
  load(): Promise<void>;
  /** What the gate needs to know of a run at this moment. */
  state(mode: PermissionMode, fold: GuardFold, run: RunId): GateState;
  /** Why an answer can't be taken: nothing open under that hash, or a scope that wasn't offered. */
  refuse(open: ApprovalRequest | undefined, hash: string, answer: ApprovalAnswer): Failure | undefined;
  /** Saves the rule that the card showed, after the answer is on record. Other answers save nothing. */
  remember(
    session: SessionId,
    request: ApprovalRequest,
    answer: ApprovalAnswer,
  ): Promise<StoredRule | undefined>;
  /** Standing rules, then the given runs' grants. */
  consents(grants: readonly RunGrant[]): readonly StoredRule[];
  /** Takes back a standing rule; false where there is none of that id (a run's grant ends by a `grant-revoked` entry). */
  revoke(id: string): Promise<boolean>;
}

export function createGuard({ rules: store, clock, ids }: GuardPorts): Guard {
  let standing: readonly StoredRule[] = [];

  return {
    gate,
    fence,
    prompt: FENCE_PROMPT,
    isCredentialPath,
    load: async () => {
      standing = await store.list();
    },
    state: (mode, fold, run) => ({
      mode,
      rules: [...standing, ...fold.grants.filter((grant) => grant.run === run)],
      tainted: fold.tainted,
    }),
    refuse: (open, hash, answer) => {
      if (open === undefined || open.hash !== hash) {
        return failure('stale', 'this approval was answered already, or what it would allow has changed');
      }
      if (answer.type === 'allow' && !open.scopes.includes(answer.scope)) {
        return failure('denied', `"${answer.scope}" is not offered for this approval`);
      }
      return undefined;
    },
    remember: async (session, request, answer) => {
      if (answer.type !== 'allow' || answer.scope !== 'always' || !request.scopes.includes('always'))
        return undefined;
      if (request.rule === undefined) return undefined;
      const rule: StoredRule = {
        id: ids.next(),
        effect: 'allow',
        ...request.rule,
        scope: 'always',
        gesture: 'approval',
        at: clock.now(),
        session,
      };
      await store.put(rule);
      standing = [...standing, rule];
      return rule;
    },
    consents: (grants) => [...standing, ...grants],
    revoke: async (id) => {
      // Asked of the store, as another tab may have saved it.
      const known = (await store.list()).some((rule) => rule.id === id);
      if (known) await store.remove(id);
      standing = standing.filter((rule) => rule.id !== id);
      return known;
    },
  };
}

/**
 * Total: what a store gave back, as far as it can be understood. A consent is understood strictly; a damaged
 * prohibition keeps whatever still says what it forbids.
 */
export function readRules(stored: unknown): readonly StoredRule[] {
  return Array.isArray(stored) ? stored.flatMap((record: unknown) => readRule(record) ?? []) : [];
}

function readRule(record: unknown): StoredRule | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const { id, effect, tool, target, scope, gesture, at, session }: Readonly<Record<string, unknown>> = {
    ...record,
  };
  if (typeof id !== 'string' || typeof tool !== 'string' || (effect !== 'allow' && effect !== 'deny'))
    return undefined;
  // Without its target a consent would cover more than was shown.
  if (effect === 'allow' && (scope !== 'always' || (target !== undefined && typeof target !== 'string')))
    return undefined;
  return {
    id,
    effect,
    tool,
    ...(typeof target === 'string' && { target }),
    scope: 'always',
    gesture: gesture === 'settings' ? 'settings' : 'approval',
    at: typeof at === 'number' ? at : 0,
    ...(typeof session === 'string' && session !== '' && { session: asId<SessionId>(session) }),
  };
}

/** For tests, and for runs that nobody can be asked in. */
export function createMemoryRuleStore(start: readonly StoredRule[] = []): RuleStore {
  const rules = new Map(start.map((rule) => [rule.id, rule]));
  return {
    list: () => Promise.resolve([...rules.values()]),
    put: async (rule) => void rules.set(rule.id, rule),
    remove: async (id) => void rules.delete(id),
  };
}
