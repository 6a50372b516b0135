// What the log says about consent: taint, grants of a run, revocations. Pure; shared by worker and page, as is the
// way to show text that tries to hide. It decides nothing (decide.ts does).

import type { ApprovalRequest, Entry, OutcomeStatus } from '../../engine/events.ts';
import type { Rule } from '../../engine/gate.ts';
import type { ApprovalId, RunId, SessionId } from '../../engine/ids.ts';
import { showInvisible } from './invisible.ts';

declare module '../../engine/events.ts' {
  interface EventMap {
    /** A consent for a run is taken back; what ran under it has run. */
    'grant-revoked': { readonly grant: string };
  }
}

/** How a consent came about. */
export type Gesture = 'approval' | 'settings';

/** A consent or prohibition on record: what, scope, gesture, when (G1). */
export interface StoredRule extends Rule {
  readonly gesture: Gesture;
  readonly at: number;
  /** Where it was given. */
  readonly session?: SessionId;
}

/** A consent that holds for one run. Its id is the approval's. */
export interface RunGrant extends StoredRule {
  readonly scope: 'run';
  readonly run: RunId;
  readonly session: SessionId;
  /** Given for network, commands or what can't be undone: ends when foreign text comes in after it. */
  readonly endsByTaint: boolean;
}

export interface GuardFold {
  /** Foreign text was read on this branch: it stays in the history that later runs are sent. */
  readonly tainted: boolean;
  readonly grants: readonly RunGrant[];
  readonly asked: ReadonlyMap<ApprovalId, ApprovalRequest>;
}

export const NO_GUARD: GuardFold = { tainted: false, grants: [], asked: new Map() };

/** Contract: entries come in order along one branch, all of what a run's requests are made of. */
export function foldGuard(fold: GuardFold, entry: Entry): GuardFold {
  const { event } = entry;
  switch (event.type) {
    case 'tool-end':
      if (fold.tainted || event.result.provenance !== 'foreign') return fold;
      return { ...fold, tainted: true, grants: fold.grants.filter((grant) => !grant.endsByTaint) };
    case 'approval-request':
      return { ...fold, asked: new Map(fold.asked).set(event.approvalId, event) };
    case 'approval-response': {
      const request = fold.asked.get(event.approvalId);
      if (request === undefined) return fold;
      const asked = new Map(fold.asked);
      asked.delete(event.approvalId);
      const grant =
        event.answer.type === 'allow' && event.answer.scope === 'run' ? grantOf(request, entry) : undefined;
      return { ...fold, asked, grants: grant === undefined ? fold.grants : [...fold.grants, grant] };
    }
    case 'grant-revoked':
      return { ...fold, grants: fold.grants.filter((grant) => grant.id !== event.grant) };
    case 'run-end':
      // A run that can go on keeps its id, and so its grants.
      if (canGoOn(event.outcome.status) && event.discarded !== true) return fold;
      return { ...fold, grants: fold.grants.filter((grant) => grant.run !== event.run) };
    default:
      return fold;
  }
}

const canGoOn = (status: OutcomeStatus): boolean => status === 'interrupted' || status === 'over-budget';

function grantOf(request: ApprovalRequest, entry: Entry): RunGrant | undefined {
  const [target, ...more] = request.targets;
  if (entry.run === undefined || target === undefined || more.length > 0 || !request.scopes.includes('run'))
    return undefined;
  return {
    id: request.approvalId,
    effect: 'allow',
    tool: request.tool,
    // A write that can be undone is consented to as a kind of work; anything else as exactly what was shown.
    ...(isUndoableWrite(request) ? {} : { target: target.value }),
    scope: 'run',
    gesture: 'approval',
    at: entry.at,
    session: entry.session,
    run: entry.run,
    endsByTaint:
      request.effect === 'network' || request.effect === 'execute' || request.reason === 'irreversible',
  };
}

/** Inside the workspace, under our snapshots. A credential is asked about each time whatever was granted. */
function isUndoableWrite({ effect, reason, targets }: ApprovalRequest): boolean {
  return effect === 'write' && reason === 'mode-ask' && targets.every(({ kind }) => kind === 'path');
}

/** Text as an approval card shows it: invisible and control characters as `\u{…}`, honest joiners left alone. */
export function reveal(text: string): string {
  return showInvisible(text);
}
