// The closed table of failure codes. What follows a failure is a property of its code, not of the caller.
// Foreign errors become failures at four walls only: provider adapter, tool runner, platform adapter, wire.

/** retry: again after a wait · model: back to the model as a result · replan: never repeated verbatim · fatal: ends the run. */
export type Consequence = 'retry' | 'model' | 'replan' | 'fatal';

/** `rotate` says whether another account may help (P7); `transient` whether the same call may pass later. */
interface Row {
  readonly then: Consequence;
  readonly rotate: boolean;
  readonly transient: boolean;
}

const row = (then: Consequence, transient: boolean, rotate: boolean): Row => ({ then, transient, rotate });

export const FAILURES = {
  // provider
  'rate-limit': row('retry', true, true),
  overloaded: row('retry', true, false),
  'server-error': row('retry', true, false),
  'connection-lost': row('retry', true, false),
  'connect-timeout': row('retry', true, false),
  'first-content-timeout': row('retry', true, false),
  'idle-timeout': row('retry', true, false),
  'bad-stream': row('retry', true, false),
  'empty-reply': row('retry', true, false),
  unreachable: row('retry', true, false),
  auth: row('fatal', false, true),
  'quota-exhausted': row('fatal', false, true),
  'bad-request': row('fatal', false, false),
  'bad-address': row('fatal', false, false),
  'model-missing': row('fatal', false, false),
  'not-a-provider': row('fatal', false, false),
  'content-policy': row('fatal', false, false),
  'context-overflow': row('fatal', false, false),
  'images-refused': row('fatal', false, false),
  'no-model': row('fatal', false, false),
  'key-missing': row('fatal', false, true),
  // calls that never ran: the model is told why
  'unknown-tool': row('model', false, false),
  'invalid-arguments': row('model', false, false),
  'invalid-json': row('model', false, false),
  'call-cut': row('model', false, false),
  interrupted: row('model', false, false),
  'unknown-outcome': row('model', false, false),
  denied: row('model', false, false),
  // tools
  'tool-failed': row('model', false, false),
  'tool-timeout': row('model', true, false),
  'tool-crashed': row('model', false, false),
  'not-found': row('replan', false, false),
  stale: row('model', false, false),
  'not-read': row('model', false, false),
  'no-match': row('model', false, false),
  'not-unique': row('model', false, false),
  'too-large': row('model', false, false),
  'not-text': row('model', false, false),
  'not-image': row('model', false, false),
  'outside-workspace': row('model', false, false),
  'read-only': row('model', false, false),
  'permission-lost': row('model', true, false),
  'io-failed': row('model', true, false),
  // guard and limits
  'policy-denied': row('fatal', false, false),
  'rejected-calls': row('fatal', false, false),
  'repeated-call': row('fatal', false, false),
  'no-progress': row('fatal', false, false),
  'budget-spent': row('fatal', false, false),
  // platform
  'storage-failed': row('fatal', true, false),
  'storage-full': row('fatal', false, false),
  /** The browser keeps nothing for this page: a private window, or blocked for the site. */
  'storage-unavailable': row('fatal', false, false),
  'storage-newer': row('fatal', false, false),
  'storage-blocked': row('fatal', true, false),
  'bad-archive': row('fatal', false, false),
  'wrong-passphrase': row('fatal', false, false),
  'not-owner': row('fatal', true, false),
  /** A part of this build that is loaded late can't be had any more. */
  'chunk-missing': row('fatal', true, false),
  'wire-lost': row('fatal', true, false),
  bug: row('fatal', false, false),
} as const satisfies Record<string, Row>;

export type FailureCode = keyof typeof FAILURES;

export interface Failure {
  readonly code: FailureCode;
  /** For logs and the model, in English; the person reads the catalogue's sentence for `code`. No secret in it. */
  readonly message: string;
  /** Milliseconds that the other side asked us to wait (`retry-after`). */
  readonly retryAfterMs?: number;
  readonly status?: number;
  /** Facts for the sentence shown: path, host, field, limit. Never content or keys. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

export function failure(
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): Failure {
  return { code, message, ...more };
}

/** Carries a failure through code that can only throw (promise chains, the wire). Caught at the nearest wall. */
export class FailureError extends Error {
  readonly failure: Failure;
  constructor(cause: Failure) {
    super(cause.message);
    this.name = 'FailureError';
    this.failure = cause;
  }
}

/** A thrown value as a failure: ours as it is, anything else under the code that the wall gives it. */
export function asFailure(thrown: unknown, code: FailureCode = 'bug'): Failure {
  if (thrown instanceof FailureError) return thrown.failure;
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return failure(code, message);
}
