// The words by which model servers name a reason, as data: they say more than the status does, as many servers answer
// 400 or 500 to everything. First match counts. Matched against the error as JSON text, any case.

import type { FailureCode } from '../../engine/failures.ts';

export interface Phrase {
  readonly code: FailureCode;
  readonly match: RegExp;
  readonly unless?: RegExp;
}

const any = (...sources: readonly string[]): RegExp => new RegExp(sources.join('|'), 'i');

export const PHRASES: readonly Phrase[] = [
  {
    code: 'quota-exhausted',
    match: any(
      'insufficient[_ ]quota',
      'exceeded your current quota',
      'billing_(hard_limit|not_active)',
      'insufficient[_ ](balance|credits|funds)',
      'credit balance is too low',
      'requires more credits',
      'payment required',
      'billing_error',
    ),
    // A quota per minute or day, that the server says when to come back for, is a rate.
    unless: /retry_?delay|(retry|try again) in \d/i,
  },
  {
    code: 'context-overflow',
    match: any(
      'context_length_exceeded',
      'exceed_context_size',
      'context_window_exceeded',
      'maximum (context|prompt|input) length',
      "exceeds? (the |its |this )?(model'?s? )?(available |maximum |allowed |configured )*context",
      'exceeds? the (model|input|token)[ a-z]* limit of \\d+',
      "longer than the (model's |maximum )?(context|model) length",
      'greater than the context length',
      'when context the overflows',
      'when context overflows',
      'context (length|window|size) of only',
      '(prompt|input) is too long',
      'prompt too long',
      'input token count.{0,40}exceeds',
      'reduce the length of (the|your) (messages|prompt|input)',
      'exceeded model token limit',
      'context window exceeds',
      'too large for model with',
      'inputs?`? tokens? \\+ `?max_new_tokens',
      'exceed context limit',
      'input length exceeds the context length',
      'token count of \\d+ exceeds',
      'request too large .{0,200}tokens per min',
    ),
  },
  {
    code: 'content-policy',
    match: any(
      'content_policy',
      'content_filter',
      'responsibleaipolicy',
      'content management policy',
      'content filtering policy',
      'flagged (by|for|as)',
      'moderation',
      'safety system',
      'prohibited_content',
    ),
    unless: /moderation[- _]?(latest|model)/i,
  },
  {
    code: 'model-missing',
    match: any(
      'model_not_found',
      'no models? loaded',
      'failed to load model',
      'model_not_loaded',
      'not a valid model',
      'invalid model',
      'unknown model',
      'no such model',
      'model not exist',
      'no endpoints found',
      'not_found_error[^{}]{0,40}message":"model:',
      'pull model manifest: file does not exist',
      'models?[/"\\\\\'` ][^{}]{0,200}(not found|does not exist|not loaded|not available)',
    ),
  },
  {
    code: 'auth',
    match: any(
      'invalid[_ ]api[_ ]key',
      'incorrect api key',
      'api key not valid',
      'no api key',
      'provide an api key',
      'missing api key',
      'authentication_error',
      'unauthenticated',
      'permission_denied',
    ),
  },
  {
    code: 'overloaded',
    match: any(
      'overloaded',
      'engine_overloaded',
      'at capacity',
      'loading model',
      'model is loading',
      'server (is )?busy',
      'pending requests exceeded',
    ),
  },
  // The vendor read the model's call and found it broken: another try may come out whole.
  { code: 'bad-stream', match: any('tool_use_failed', 'failed to call a function') },
  {
    code: 'rate-limit',
    match: any('rate[_ -]?limit', 'too many (concurrent )?requests', 'resource_exhausted'),
  },
];

/** Of a request with images only: the images are what is wrong with it. */
export const IMAGES_REFUSED = any(
  'too (many|much) (images|media)',
  'at most \\d+ images?',
  'contains \\d+ images, exceeding',
  '(a single|one) image per',
  'image (dimensions|exceeds|size|is too|input)',
  'image[^{}]{0,60}(too large|exceeds? )',
  '(unsupported|invalid|process|read|decode) (the )?images?',
  'image[_ ](parse|too|format)',
  'process inputs: image',
  '(support|accept)s? (image|vision)',
  'image_url',
);

/** Only the bytes of the whole request were counted. */
export const TOO_MANY_BYTES = any(
  'request_too_large',
  'request payload size exceeds',
  'exceeds the maximum size',
  'request entity too large',
  'payload too large',
);

/** The limit that an overflow names, in tokens. */
export function readLimit(words: string): number | undefined {
  for (const match of [
    /n_ctx\D{1,6}(\d{3,8})/i,
    /(?:maximum (?:context|prompt|input) length (?:is|of)|context (?:length|size|window)(?: of)?(?: only)?)\D{0,12}(\d{3,8})/i,
    /> (\d{3,8}) maximum/i,
    /maximum number of tokens allowed \((\d{3,8})\)/i,
    /limit of (\d{3,8})/i,
  ]) {
    const found = match.exec(words)?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}
