// The gate (G1): a pure function from call and state to allow, ask or deny. It asks nobody, remembers nothing and
// touches nothing; the tool runner does. Two ideas hold it up: prohibitions are read widely, consents narrowly, and
// whatever can't be judged is asked about.

import type { ApprovalRule, ApprovalScope, AskReason } from '../../engine/events.ts';
import type { Decision, Gate, GateCall, GateState, Rule } from '../../engine/gate.ts';
import type { Target } from '../../engine/tool.ts';
import { countInvisible } from './invisible.ts';
import { isCredentialPath, isOutside, pathKey } from './paths.ts';

/** Longer targets aren't read by a person in full, so a consent to one isn't remembered. */
const READABLE_LENGTH = 1_000;

export const gate: Gate = (call, state) => {
  const forbidding = state.rules.find((rule) => rule.effect === 'deny' && forbids(rule, call));
  if (forbidding !== undefined) {
    const what = forbidding.target === undefined ? call.tool : `${call.tool} on ${forbidding.target}`;
    const fatal = call.targets.some(isCredential);
    return { type: 'deny', rule: forbidding.id, message: `A rule of the person forbids ${what}.`, fatal };
  }
  const onlyReads = isReading(call);
  if (state.mode === 'read-only' && !onlyReads) {
    const message =
      'This session is read-only: nothing may be changed, sent or executed. Say what you would have done.';
    return limit('mode-read-only', message);
  }
  if (call.targets.some(({ kind, value }) => kind === 'path' && isOutside(value))) {
    return limit(
      'path-sandbox',
      'The path is outside the workspace. Give paths relative to its root, without "..".',
    );
  }
  if (call.targets.some(isCredential)) return { type: 'ask', reason: 'credential', scopes: ['once'] };
  if (onlyReads) return { type: 'allow' };
  const reason = reasonToAsk(call, state);
  if (reason === undefined || isGranted(call, state)) return { type: 'allow' };
  const scopes = scopesFor(call, state);
  const rule = scopes.includes('always') ? ruleOf(call) : undefined;
  return { type: 'ask', reason, scopes, ...(rule !== undefined && { rule }) };
};

const limit = (rule: string, message: string): Decision => ({
  type: 'deny',
  rule,
  message,
  fatal: false,
  builtIn: true,
});

/** The one target of a call is all that a rule can say; several targets are never remembered. */
export function ruleOf(call: Pick<GateCall, 'tool' | 'targets'>): ApprovalRule | undefined {
  const [target, ...more] = call.targets;
  return target === undefined || more.length > 0 ? undefined : { tool: call.tool, target: target.value };
}

/** A tool that says it only reads is believed as far as its targets agree. */
function isReading({ effect, targets }: GateCall): boolean {
  return (
    (effect === 'none' || effect === 'read') && targets.every((t) => t.kind === 'path' && t.access === 'read')
  );
}

function reasonToAsk(call: GateCall, { mode, tainted }: GateState): AskReason | undefined {
  if (isInDoubt(call)) return 'in-doubt';
  if (mode === 'full') return undefined;
  if (tainted && isRisky(call)) return 'tainted';
  if (!call.reversible) return 'irreversible';
  if (mode !== 'auto') return 'mode-ask';
  return call.effect === 'write' && call.targets.every(({ kind }) => kind === 'path') ? undefined : 'outside';
}

/** No known target, or an effect that its name doesn't tell. */
function isInDoubt({ effect, targets }: GateCall): boolean {
  return targets.length === 0 || (effect !== 'write' && effect !== 'network' && effect !== 'execute');
}

function isRisky({ effect, reversible }: GateCall): boolean {
  return effect === 'network' || !reversible;
}

function scopesFor(call: GateCall, { tainted }: GateState): readonly ApprovalScope[] {
  if (isInDoubt(call) || ruleOf(call) === undefined || !call.targets.every(isReadable)) return ['once'];
  return tainted || !call.reversible ? ['once', 'run'] : ['once', 'run', 'always'];
}

function isReadable({ value }: Target): boolean {
  return value.length <= READABLE_LENGTH && countInvisible(value) === 0;
}

/** Every target needs its own consent. A standing one covers neither what can't be undone nor a tainted run's network. */
function isGranted(call: GateCall, { rules, tainted }: GateState): boolean {
  if (isInDoubt(call)) return false;
  const onlyRun = !call.reversible || (tainted && isRisky(call));
  const usable = rules.filter(
    (rule) => rule.effect === 'allow' && rule.tool === call.tool && (rule.scope === 'run' || !onlyRun),
  );
  return call.targets.every((target) => usable.some((rule) => covers(rule, target)));
}

function covers(rule: Rule, { kind, value }: Target): boolean {
  return rule.target === undefined ? kind === 'path' : rule.target === value;
}

function forbids(rule: Rule, call: GateCall): boolean {
  if (rule.tool !== call.tool) return false;
  const { target } = rule;
  if (target === undefined) return true;
  return call.targets.some(
    ({ kind, value }) =>
      value === target ||
      (kind === 'path' ? pathKey(value) === pathKey(target) : value.toLowerCase() === target.toLowerCase()),
  );
}

/** In a command any word may be a path; connectors hide theirs in arguments and are asked about by other means. */
function isCredential({ kind, value }: Target): boolean {
  if (kind === 'path') return isCredentialPath(value);
  return kind === 'command' && value.split(/[\s"'`=;|&<>(){}$,@]+/u).some(isCredentialPath);
}
