// What each vendor answers when it says no: status, and body in its own form and much in its own words, as its
// documentation and public bug reports have them. The wires' own error events are written from the same rows.

import type { FaultWire, Reason } from './fault-story.ts';

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** `type` of OpenAI and Anthropic, `status` of Google. */
  readonly type: string;
  readonly code?: string;
}

type Rows = Readonly<Record<Reason, Refusal>>;

const row = (status: number, message: string, type = '', code?: string): Refusal => ({
  status,
  message,
  type,
  ...(code === undefined ? {} : { code }),
});

const REQUEST = 'invalid_request_error';

/** The key of every account: servers like to repeat the one that they refuse. */
export const FAULT_KEY = 'sk-fault-4711';

const OPENAI: Rows = {
  'rate-limit': row(
    429,
    'Rate limit reached for m on requests per min (RPM)',
    'requests',
    'rate_limit_exceeded',
  ),
  'server-error': row(500, 'The server had an error while processing your request.', 'server_error'),
  overloaded: row(
    503,
    'Our servers are currently overloaded. Please try again later.',
    'service_unavailable_error',
    'server_is_overloaded',
  ),
  'wrong-key': row(401, `Incorrect API key provided: ${FAULT_KEY}.`, REQUEST, 'invalid_api_key'),
  'expired-token': row(
    401,
    'Your authentication token has expired. Sign in again.',
    REQUEST,
    'token_expired',
  ),
  'no-credit': row(
    429,
    'You exceeded your current quota, please check your plan and billing details.',
    'insufficient_quota',
    'insufficient_quota',
  ),
  'model-missing': row(
    404,
    'The model `m` does not exist or you do not have access to it.',
    REQUEST,
    'model_not_found',
  ),
  'bad-request': row(400, "Invalid type for 'tools[0]': expected an object.", REQUEST, 'invalid_type'),
  policy: row(400, 'Your request was rejected by our safety system.', REQUEST, 'content_policy_violation'),
  'too-long': row(
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    REQUEST,
    'context_length_exceeded',
  ),
  'image-too-large': row(
    400,
    "You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    REQUEST,
    'sanitizer_server_error',
  ),
  'too-many-images': row(400, 'Too many images in request. Max is 10.', REQUEST),
};

const ANTHROPIC: Rows = {
  'rate-limit': row(
    429,
    'This request would exceed the rate limit of your organization.',
    'rate_limit_error',
  ),
  'server-error': row(500, 'Internal server error', 'api_error'),
  overloaded: row(529, 'Overloaded', 'overloaded_error'),
  'wrong-key': row(401, 'invalid x-api-key', 'authentication_error'),
  'expired-token': row(
    401,
    'OAuth token has expired. Please obtain a new token or refresh your existing token.',
    'authentication_error',
  ),
  'no-credit': row(400, 'Your credit balance is too low to access the Anthropic API.', REQUEST),
  'model-missing': row(404, 'model: m', 'not_found_error'),
  'bad-request': row(400, 'tools.0.name: Field required', REQUEST),
  policy: row(400, 'Output blocked by content filtering policy', REQUEST),
  'too-long': row(400, 'prompt is too long: 213462 tokens > 200000 maximum', REQUEST),
  'image-too-large': row(
    400,
    'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6500712 bytes > 5242880 bytes',
    REQUEST,
  ),
  'too-many-images': row(400, 'Too much media: 0 document pages + 103 images > 100', REQUEST),
};

const GOOGLE: Rows = {
  'rate-limit': row(429, 'Resource has been exhausted (e.g. check quota).', 'RESOURCE_EXHAUSTED'),
  'server-error': row(500, 'An internal error has occurred. Please retry.', 'INTERNAL'),
  overloaded: row(503, 'The model is overloaded. Please try again later.', 'UNAVAILABLE'),
  'wrong-key': row(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT'),
  'expired-token': row(
    401,
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    'UNAUTHENTICATED',
  ),
  'no-credit': row(
    429,
    'You exceeded your current quota, please check your plan and billing details.',
    'RESOURCE_EXHAUSTED',
  ),
  'model-missing': row(404, 'models/m is not found for API version v1beta.', 'NOT_FOUND'),
  'bad-request': row(
    400,
    'Invalid JSON payload received. Unknown name "x": Cannot find field.',
    'INVALID_ARGUMENT',
  ),
  policy: row(400, 'The prompt was blocked: PROHIBITED_CONTENT', 'INVALID_ARGUMENT'),
  'too-long': row(
    400,
    'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).',
    'INVALID_ARGUMENT',
  ),
  'image-too-large': row(400, 'Request payload size exceeds the limit: 20971520 bytes.', 'INVALID_ARGUMENT'),
  'too-many-images': row(
    400,
    'Unable to submit request because it has too many images: 17 image parts, the limit is 16.',
    'INVALID_ARGUMENT',
  ),
};

const OLLAMA: Rows = {
  'rate-limit': row(429, 'too many concurrent requests'),
  'server-error': row(500, 'llama runner process has terminated: exit status 2'),
  overloaded: row(503, 'server busy, please try again.  maximum pending requests exceeded'),
  'wrong-key': row(401, 'unauthorized'),
  'expired-token': row(401, 'unauthorized: token expired'),
  'no-credit': row(402, 'this model requires a subscription, upgrade for access'),
  'model-missing': row(404, "model 'm' not found"),
  'bad-request': row(400, 'json: cannot unmarshal string into Go struct field ChatRequest.tools'),
  policy: row(400, 'the request was flagged by the content filter'),
  'too-long': row(400, 'the input length exceeds the context length'),
  'image-too-large': row(
    500,
    'Failed to create new sequence: failed to process inputs: image: unknown format',
  ),
  'too-many-images': row(500, 'vision model only supports a single image per message'),
};

export const REFUSALS: Readonly<Record<FaultWire, Rows>> = {
  'openai-chat': OPENAI,
  'openai-responses': OPENAI,
  anthropic: ANTHROPIC,
  google: GOOGLE,
  ollama: OLLAMA,
};

/** The error object itself, as it stands in a body and in an event. */
export function errorObject(wire: FaultWire, reason: Reason): unknown {
  const { status, message, type, code } = REFUSALS[wire][reason];
  switch (wire) {
    case 'openai-chat':
    case 'openai-responses':
      return { message, type, param: null, code: code ?? null };
    case 'anthropic':
      return { type, message };
    case 'google':
      return { code: status, message, status: type };
    case 'ollama':
      return message;
  }
}

export function errorBody(wire: FaultWire, reason: Reason): string {
  const error = errorObject(wire, reason);
  return JSON.stringify(wire === 'anthropic' ? { type: 'error', error, request_id: 'req_fault' } : { error });
}
