// One retry policy (E7): how often and how long to wait. Which failures are retried at all stands in `failures.ts`.

import { FAILURES, type Failure } from './failures.ts';
import type { Random } from './ports.ts';

/** Retries a turn beyond the first attempt; one alone where content had begun. */
export const RETRY = {
  attempts: 3,
  attemptsAfterContent: 1,
  baseMs: 1_000,
  capMs: 30_000,
  jitter: 0.2,
  /** A server that asks for a longer wait than this is not waited for. */
  longestRetryAfterMs: 10 * 60_000,
} as const;

/**
 * Milliseconds to wait before retry number `retry` of the turn (from 1); undefined: give up. `afterContent`: this
 * failure came after content, and it is the turn's n-th of that kind; 0 where nothing had come.
 * 1 s × 2ⁿ plus 0–20 % jitter, at most 30 s, never less than the server asked for.
 */
export function retryWait(
  failure: Failure,
  { retry, afterContent }: { readonly retry: number; readonly afterContent: number },
  random: Random,
): number | undefined {
  if (FAILURES[failure.code].then !== 'retry') return undefined;
  if (retry > RETRY.attempts || afterContent > RETRY.attemptsAfterContent) return undefined;
  const asked = failure.retryAfterMs ?? 0;
  if (asked > RETRY.longestRetryAfterMs) return undefined;
  const own = Math.min(RETRY.capMs, RETRY.baseMs * 2 ** (retry - 1) * (1 + RETRY.jitter * random()));
  return Math.round(Math.max(own, asked));
}
