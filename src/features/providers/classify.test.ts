// What servers answer when something is wrong, as recorded in their documentation and bug reports, and the code that
// each must get.

import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../engine/failures.ts';
import { classifyAnswer, classifyStreamError } from './classify.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const context = { host: 'api.example', now: NOW, model: 'm' };

const headers = (rows: Record<string, string> = {}) => ({ get: (name: string) => rows[name] ?? null });

function answer(
  status: number,
  body: unknown,
  rows: Record<string, string> = {},
  contentType = 'application/json',
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return classifyAnswer({ status, contentType, body: text, headers: headers(rows) }, context);
}

const error = (message: string, more: Record<string, unknown> = {}) => ({ error: { message, ...more } });

const TABLE: readonly (readonly [FailureCode, number, unknown])[] = [
  [
    'auth',
    401,
    error('Incorrect API key provided: sk-abc.', { type: 'invalid_request_error', code: 'invalid_api_key' }),
  ],
  ['auth', 401, ''],
  ['auth', 403, { detail: 'Forbidden' }],
  ['auth', 400, error('API key not valid. Please pass a valid API key.', { status: 'INVALID_ARGUMENT' })],
  ['auth', 400, { error: 'Incorrect API key provided', code: 'Client specified an invalid argument' }],
  ['quota-exhausted', 402, error('Insufficient Balance')],
  ['quota-exhausted', 402, ''],
  ['quota-exhausted', 429, error('You exceeded your current quota', { code: 'insufficient_quota' })],
  [
    'rate-limit',
    429,
    error('You exceeded your current quota, please check your plan. Please retry in 36.6s.', {
      status: 'RESOURCE_EXHAUSTED',
    }),
  ],
  ['quota-exhausted', 403, { type: 'error', error: { type: 'billing_error', message: 'No plan.' } }],
  ['quota-exhausted', 400, error('Your credit balance is too low to access the API')],
  ['model-missing', 404, error("model 'llama9' not found", { type: 'not_found_error' })],
  [
    'model-missing',
    404,
    { object: 'error', message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 },
  ],
  [
    'model-missing',
    404,
    error('The model `gpt-9` does not exist or you do not have access to it.', { code: 'model_not_found' }),
  ],
  ['model-missing', 400, error('Model Not Exist', { type: 'invalid_request_error' })],
  ['model-missing', 400, error('foo/bar is not a valid model ID', { code: 400 })],
  ['model-missing', 400, { object: 'error', message: 'Invalid model: mistral-huge', type: 'invalid_model' }],
  [
    'model-missing',
    404,
    error('No models loaded. Please load a model in the developer page.', { code: 'model_not_found' }),
  ],
  [
    'model-missing',
    404,
    { type: 'error', error: { type: 'not_found_error', message: 'model: claude-nine' } },
  ],
  [
    'model-missing',
    404,
    error('models/gemini-9 is not found for API version v1beta, or is not supported.', {
      status: 'NOT_FOUND',
    }),
  ],
  ['model-missing', 404, error('No endpoints found that support tool use.', { code: 404 })],
  ['not-a-provider', 404, { detail: 'Not Found' }],
  ['not-a-provider', 404, '404 page not found'],
  ['not-a-provider', 404, error('Invalid URL (POST /chat/completions)', { type: 'invalid_request_error' })],
  ['not-a-provider', 405, { detail: 'Method Not Allowed' }],
  ['rate-limit', 429, error('Rate limit reached for m')],
  ['rate-limit', 429, ''],
  ['rate-limit', 429, [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota per minute' } }]],
  ['overloaded', 529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ['overloaded', 503, error('Loading model', { type: 'unavailable_error', code: 503 })],
  ['overloaded', 503, ''],
  ['overloaded', 500, { error: 'server busy, please try again.  maximum pending requests exceeded' }],
  ['overloaded', 429, error('The engine is currently overloaded', { type: 'engine_overloaded_error' })],
  ['server-error', 500, error('The server had an error')],
  ['server-error', 502, ''],
  ['server-error', 504, 'upstream timed out'],
  ['server-error', 408, ''],
  [
    'content-policy',
    400,
    error('The response was filtered', {
      code: 'content_filter',
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    }),
  ],
  [
    'content-policy',
    403,
    error('m requires moderation. Your input was flagged for "violence"', { code: 403 }),
  ],
  [
    'content-policy',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
    },
  ],
  ['bad-request', 400, error("Invalid value for 'messages'", { type: 'invalid_request_error' })],
  [
    'bad-request',
    422,
    { detail: [{ loc: ['body', 'messages'], msg: 'field required', type: 'value_error.missing' }] },
  ],
];

const OVERFLOWS: readonly (readonly [number, string, number?])[] = [
  [
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    8192,
  ],
  [
    400,
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 200000 tokens",
    131072,
  ],
  [
    400,
    'the request exceeds the available context size. try increasing the context size or enable context shift',
  ],
  [400, 'request (70494 tokens) exceeds the available context size (67584 tokens), try increasing it', 67584],
  [
    400,
    'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens',
    4096,
  ],
  [
    400,
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096)',
    4096,
  ],
  [400, 'prompt is too long: 213462 tokens > 200000 maximum', 200000],
  [400, 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000'],
  [400, 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).', 1048575],
  [400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131072],
  [400, 'Please reduce the length of the messages or completion.'],
  [400, "The input (9000 tokens) is longer than the model's context length (8192 tokens)."],
  [400, 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length'],
  [422, '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens'],
  [400, 'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)'],
  [400, 'Your input exceeds the context window of this model. Please adjust your input and try again.'],
  [400, 'prompt token count of 140000 exceeds the limit of 128000', 128000],
  [429, 'Request too large for m in organization o on tokens per min (TPM): Limit 6000, Requested 9000'],
  [500, 'the request exceeds the available context size'],
];

describe('answers with a status', () => {
  it.each(TABLE)('%s: %i %j', (code, status, body) => {
    const found = answer(status, body);
    expect(found).toMatchObject({ code, status, facts: { host: 'api.example', model: 'm' } });
    expect(found.message.startsWith(`api.example (${status}): `)).toBe(true);
  });

  it.each(OVERFLOWS.map(([status, message, window]) => ({ status, message, window })))(
    'context-overflow: $status $message',
    ({ status, message, window }) => {
      for (const body of [error(message), { error: message }, { message }, { detail: message }]) {
        const found = answer(status, body);
        expect(found.code).toBe('context-overflow');
        if (window !== undefined) expect(found.facts?.['window']).toBe(window);
      }
    },
  );

  it('a call that the vendor found garbled is worth another try, whatever the status', () => {
    const body = error("Failed to call a function. See 'failed_generation'.", { code: 'tool_use_failed' });
    expect(answer(400, body).code).toBe('bad-stream');
  });

  it('413 without a word is a request that is too long', () => {
    expect(answer(413, '').code).toBe('context-overflow');
  });

  it.each([
    [
      400,
      'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6500712 bytes > 5242880 bytes',
    ],
    [
      400,
      'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    ],
    [400, 'Too much media: 0 document pages + 103 images > 100'],
    [400, 'Too many images in request. Max is 10.'],
    [400, 'At most 5 image(s) may be provided in one request.'],
    [400, 'request contains 54 images, exceeding the maximum of 50 allowed per request'],
    [400, 'You uploaded an unsupported image. Please make sure your image is below 20 MB in size'],
    [400, 'Could not process image'],
    [400, 'Request payload size exceeds the limit: 20971520 bytes.'],
    [413, ''],
    [413, 'Request exceeds the maximum size'],
    [500, 'vision model only supports a single image per message'],
  ])('images-refused, where the request held any: %i %s', (status, message) => {
    const body = JSON.stringify(error(message));
    const judge = (images: number) =>
      classifyAnswer({ status, contentType: 'application/json', body }, { ...context, images }).code;
    expect(judge(2)).toBe('images-refused');
    expect(judge(0)).not.toBe('images-refused');
  });

  it('an image in the words of another trouble is not the trouble', () => {
    const judge = (status: number, message: string) =>
      classifyStreamError({ status, message }, { ...context, images: 1 }).code;
    expect(judge(429, 'Rate limit reached for images per minute')).toBe('rate-limit');
    expect(judge(400, 'prompt is too long: 213462 tokens > 200000 maximum')).toBe('context-overflow');
    expect(judge(400, "Invalid value for 'messages'")).toBe('bad-request');
  });

  it.each([
    [200, 'not-a-provider'],
    [413, 'context-overflow'],
    [400, 'not-a-provider'],
    [401, 'auth'],
    [403, 'not-a-provider'],
    [404, 'not-a-provider'],
    [429, 'rate-limit'],
    [502, 'server-error'],
    [503, 'overloaded'],
  ])('HTML with %i is %s, and its text goes nowhere', (status, code) => {
    const page =
      '<!DOCTYPE html><html><body>model not found, overloaded, context_length_exceeded</body></html>';
    for (const type of ['text/html; charset=utf-8', 'application/json']) {
      expect(answer(status, page, {}, type)).toMatchObject({
        code,
        message: `api.example (${status}): an HTML page`,
      });
    }
  });
});

describe('how long to wait', () => {
  it.each([
    ['seconds', { 'retry-after': '20' }, 20_000],
    ['fractions of seconds', { 'retry-after': '0.5' }, 500],
    ['a date', { 'retry-after': 'Mon, 30 Nov 2026 12:01:30 GMT' }, 90_000],
    ['a date that has passed', { 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
    ['milliseconds, which count more', { 'retry-after-ms': '1250', 'retry-after': '2' }, 1_250],
  ])('%s', (_, rows, ms) => {
    expect(answer(429, '', rows).retryAfterMs).toBe(ms);
    expect(answer(503, '', rows).retryAfterMs).toBe(ms);
  });

  it.each([
    ['Please try again in 20s.', 20_000],
    ['Please try again in 1m12.5s. Visit …', 72_500],
    ['Please try again in 20ms.', 20],
    ['Please retry in 36.8s.', 36_800],
    ['Try again in 5 seconds', 5_000],
    ['Limit resets: available after 2 minutes', 120_000],
    ['Try again in a while', undefined],
  ])('%s', (message, ms) => {
    expect(answer(429, error(message)).retryAfterMs).toBe(ms);
  });

  it.each([{}, { 'retry-after': 'soon' }, { 'retry-after': '-1' }, { 'retry-after': '' }])(
    'nothing usable: %j',
    (rows) => {
      expect(answer(429, '', rows)).not.toHaveProperty('retryAfterMs');
    },
  );
});

describe('errors inside a stream', () => {
  it.each([
    ['overloaded', { message: 'Overloaded', type: 'overloaded_error' }],
    ['overloaded', { code: 503, message: 'no' }],
    ['server-error', { code: 502, message: 'Provider returned error' }],
    ['rate-limit', { code: 429, message: 'Provider returned error', metadata: { raw: 'slow' } }],
    ['rate-limit', { message: 'Rate limit exceeded: free-models-per-min' }],
    ['context-overflow', 'The number of tokens to keep is greater than the context length'],
    ['bad-request', { message: 'tools are broken', type: 'invalid_request_error' }],
    ['server-error', { message: 'something' }],
    ['server-error', null],
    ['server-error', 17],
  ])('%s: %j', (code, value) => {
    expect(classifyStreamError(value, context).code).toBe(code);
  });
});

describe('what a failure says', () => {
  it('holds no key, in whichever form the server repeats it', () => {
    const secret = 'my-very-own-key';
    const said = `Bad key ${secret}, Bearer ${secret}, sk-proj-abcdef123456 or AIzaSyA1234567890, see https://x`;
    const found = classifyAnswer(
      { status: 401, contentType: null, body: JSON.stringify(error(said)) },
      { ...context, secret },
    );
    expect(found.message).toBe(
      'api.example (401): Bad key [key], Bearer [key], [key] or [key], see https://x',
    );
  });

  it('is short and well-formed', () => {
    const found = answer(500, error(`${'x'.repeat(499)}🚢${'y'.repeat(5_000)}\ud800`));
    expect(found.message.isWellFormed()).toBe(true);
    expect(found.message.length).toBeLessThan(540);
  });
});
