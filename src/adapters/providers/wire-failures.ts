// What can go wrong on a wire, as failures: answers that are no stream, errors inside one, broken
// connections, silences. The judging of words and statuses is the feature's.

import { asFailure, type Failure, FailureError, failure } from '../../engine/failures.ts';
import {
  classifyAnswer,
  classifyStreamError,
  looksLikeHtml,
  type WireContext,
} from '../../features/providers/providers.ts';

/** A stage of a stream, by its time-out, and what its silence is. */
export const SILENCES = {
  connectMs: 'connect-timeout',
  firstContentMs: 'first-content-timeout',
  idleMs: 'idle-timeout',
} as const;

export type Stage = keyof typeof SILENCES;

export function silence(stage: Stage, host: string): Failure {
  return failure(SILENCES[stage], `${host} was silent for too long`, { facts: { host } });
}

/** An answer that is no stream of events. */
export function refusal(response: Response, body: string, context: WireContext): Failure {
  const contentType = response.headers.get('content-type');
  const { status, headers } = response;
  if (!response.ok) return classifyAnswer({ status, contentType, body, headers }, context);
  if (!looksLikeHtml(contentType, body)) {
    const error = errorIn(body);
    if (error !== undefined) return classifyStreamError(error, context);
  }
  const { host } = context;
  return failure('not-a-provider', `${host} answered with ${contentType}, not with a stream`, {
    status,
    facts: { host },
  });
}

function errorIn(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'error' in value
      ? (value.error ?? undefined)
      : undefined;
  } catch {
    return undefined;
  }
}

/** An error part: the server's own error object, or a chunk that the package couldn't read. Undefined: nothing lost. */
export function partFailure(error: unknown, context: WireContext): Failure | undefined {
  const name = error instanceof Error ? error.name : '';
  if (name === '') return classifyStreamError(error, context);
  if (name !== 'AI_TypeValidationError')
    return failure('bad-stream', `${context.host} sent what is no event`);
  const value: unknown =
    error !== null && typeof error === 'object' && 'value' in error ? error.value : undefined;
  if (typeof value === 'object' && value !== null) {
    if ('error' in value && value.error !== null) return classifyStreamError(value.error, context);
    // Some servers put the error in the event's own place.
    if ('object' in value && value.object === 'error') return classifyStreamError(value, context);
    // A ping, or a note of a proxy: it says nothing of the message.
    if (!SPEAKING.some((name) => name in value)) return undefined;
  }
  return failure('bad-stream', `${context.host} sent an event of another shape`);
}

/** What an event holds that says something of the message, on any of the wires. */
const SPEAKING = ['choices', 'candidates', 'delta', 'content_block', 'item', 'response'];

export function thrownFailure(thrown: unknown, stage: Stage, context: WireContext): Failure {
  const found = failureIn(thrown);
  const { host } = context;
  if (found !== undefined) return { ...found, facts: { host, ...found.facts } };
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'AI_InvalidResponseDataError')
    return failure('bad-stream', `${host} sent a broken call`, { facts: { host } });
  if (name === 'AI_EmptyResponseBodyError')
    return failure('empty-reply', `${host} sent nothing`, { facts: { host } });
  const answered = errorAnswer(thrown);
  if (answered !== undefined) return classifyStreamError(answered, context);
  const code = stage === 'connectMs' ? 'unreachable' : 'connection-lost';
  return { ...asFailure(thrown, code), facts: { host } };
}

/** A stream whose first event was an error is thrown by some packages as if the request had failed. */
function errorAnswer(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown.name !== 'AI_APICallError') return undefined;
  const { statusCode: status, responseBody: body } = thrown as {
    statusCode?: unknown;
    responseBody?: unknown;
  };
  // Without a body it is the connection that broke.
  if (typeof body !== 'string') return undefined;
  const error = errorIn(`{"error":${body}}`);
  return typeof error === 'object' && error !== null
    ? { status, error }
    : { message: thrown.message, status };
}

/** Ours may come wrapped: the package keeps what our port threw as a cause. */
function failureIn(thrown: unknown): Failure | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth += 1) {
    if (error instanceof FailureError) return error.failure;
  }
  return undefined;
}
