// Foreign errors of model servers as failures of ours (E7): from a status and body, or from an error inside a stream.
// Classification only; what follows from a code stands in the engine's table, waiting and repeating are its job.

import { type Failure, type FailureCode, failure } from '../../engine/failures.ts';
import { cutHead, wellFormed } from '../../engine/text.ts';
import { IMAGES_REFUSED, PHRASES, readLimit, TOO_MANY_BYTES } from './error-phrases.ts';
import { readRetryAfter } from './retry-after.ts';

export interface WireAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly headers?: { get(name: string): string | null };
}

export interface WireContext {
  readonly host: string;
  readonly now: number;
  readonly model?: string;
  /** How many images the request held; missing = none. */
  readonly images?: number;
  /** Taken out of whatever the server says. */
  readonly secret?: string | undefined;
}

export function looksLikeHtml(contentType: string | null, body: string): boolean {
  return (
    /text\/html|application\/xhtml/i.test(contentType ?? '') || /^\s*<(!doctype|html|head|body)\b/i.test(body)
  );
}

/** An answer that is no success. */
export function classifyAnswer(answer: WireAnswer, context: WireContext): Failure {
  const { status } = answer;
  const html = looksLikeHtml(answer.contentType, answer.body);
  const said = html ? NOTHING : readError(parse(answer.body));
  const code = html ? codeOfHtml(status, context) : codeOf(status, said.words, context);
  const retryAfterMs = readRetryAfter(answer.headers, said.words, context.now);
  return build(code, html ? 'an HTML page' : said.message, context, {
    status,
    retryAfterMs,
    words: said.words,
  });
}

/** An error object inside a stream that began as a success. */
export function classifyStreamError(error: unknown, context: WireContext): Failure {
  const said = readError(error);
  const code = codeOf(said.status, said.words, context);
  const retryAfterMs = readRetryAfter(undefined, said.words, context.now);
  return build(code, said.message, context, { status: said.status, retryAfterMs, words: said.words });
}

function build(
  code: FailureCode,
  message: string,
  context: WireContext,
  more: { status?: number | undefined; retryAfterMs?: number | undefined; words: string },
): Failure {
  const limit = code === 'context-overflow' ? readLimit(more.words) : undefined;
  const shown = withoutSecrets(wellFormed(message), context.secret).replace(/\s+/g, ' ').trim();
  const status = more.status === undefined ? '' : ` (${more.status})`;
  return failure(code, `${context.host}${status}: ${cutHead(shown, 500) || 'no reason given'}`, {
    ...(more.status === undefined ? {} : { status: more.status }),
    ...(more.retryAfterMs === undefined ? {} : { retryAfterMs: more.retryAfterMs }),
    facts: {
      host: context.host,
      ...(context.model === undefined ? {} : { model: context.model }),
      ...(limit === undefined ? {} : { window: limit }),
    },
  });
}

/** Proxies and portals answer in HTML: below 500 that is somebody else's page, whatever it says. */
function codeOfHtml(status: number, context: WireContext): FailureCode {
  if (status === 401 || status === 407) return 'auth';
  if (status === 413) return tooLarge(context);
  if (status === 429) return 'rate-limit';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 ? 'server-error' : 'not-a-provider';
}

/** What made the request too large, when only its bytes were counted. */
function tooLarge({ images = 0 }: WireContext): FailureCode {
  return images > 0 ? 'images-refused' : 'context-overflow';
}

function codeOf(status: number | undefined, words: string, context: WireContext): FailureCode {
  if ((context.images ?? 0) > 0 && IMAGES_REFUSED.test(words)) return 'images-refused';
  if (TOO_MANY_BYTES.test(words)) return tooLarge(context);
  for (const { code, match, unless } of PHRASES) {
    if (match.test(words) && unless?.test(words) !== true) return code;
  }
  switch (status) {
    case undefined:
      return /invalid_request|bad_?request|invalid_argument/i.test(words) ? 'bad-request' : 'server-error';
    case 401:
    case 403:
    case 407:
      return 'auth';
    case 402:
      return 'quota-exhausted';
    case 404:
    case 405:
      return 'not-a-provider';
    case 408:
    case 409:
    case 425:
      return 'server-error';
    case 413:
      return tooLarge(context);
    case 429:
      return 'rate-limit';
    case 503:
    case 529:
      return 'overloaded';
    default:
      if (status >= 500) return 'server-error';
      return status >= 400 ? 'bad-request' : 'not-a-provider';
  }
}

interface Said {
  readonly message: string;
  /** Everything that may name the reason: message, type, code, nested detail. */
  readonly words: string;
  readonly status: number | undefined;
}

const NOTHING: Said = { message: '', words: '', status: undefined };

type Fields = Readonly<Record<string, unknown>>;

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Each server has its own shape; all the known ones hold a sentence somewhere, and some hold a code. */
function readError(value: unknown): Said {
  if (typeof value === 'string') return { message: value, words: cutHead(value, 4_000), status: undefined };
  const outer: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof outer !== 'object' || outer === null) return NOTHING;
  const fields = outer as Fields;
  const inner: unknown = fields['error'] ?? fields['errors'] ?? fields['detail'] ?? fields['response'];
  if (typeof fields['message'] !== 'string' && inner !== undefined && inner !== null && inner !== false) {
    const deeper = readError(inner);
    return { ...deeper, status: deeper.status ?? statusIn(fields) };
  }
  const message = [fields['message'], fields['msg'], fields['error_description']].find(
    (text) => typeof text === 'string',
  );
  return {
    message: typeof message === 'string' ? message : '',
    words: cutHead(JSON.stringify(outer), 4_000),
    status: statusIn(fields),
  };
}

function statusIn(fields: Fields): number | undefined {
  for (const name of ['status', 'code', 'status_code', 'statusCode', 'http_code']) {
    const value = Number(fields[name]);
    if (Number.isInteger(value) && value >= 400 && value <= 599) return value;
  }
  return undefined;
}

/** Servers like to repeat the key that they refuse. */
function withoutSecrets(text: string, secret: string | undefined): string {
  const plain = secret === undefined || secret.length < 4 ? text : text.replaceAll(secret, '[key]');
  return plain
    .replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]')
    .replace(/\b(?:(?:sk|pk|rk|gsk|xai|hf)[-_][\w*.…-]{8,}|AIza[\w*-]{8,})/g, '[key]');
}
