// The many forms in which vendors say no inside a stream that began with 200, each as its documentation or a bug report
// has it, and the code that each must get. Through the product, so that a form which a wire drops shows as retries.

import { expect, it, onTestFinished, vi } from 'vitest';
import type { FailureCode } from '../../src/engine/failures.ts';
import { FAULT_KEY } from './fault-bodies.ts';
import { recordOf } from './fault-record.ts';
import { accountAt, createFaultRun } from './fault-run.ts';
import { startFaultServer } from './fault-server.ts';
import type { FaultWire } from './fault-story.ts';

// On a machine with other things to do.
vi.setConfig({ testTimeout: 60_000 });

type Case = readonly [wire: FaultWire, who: string, code: FailureCode, events: string];

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, value: object): string => `event: ${type}\n${data(value)}`;

const chunk = { id: 'gen-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
const router = (code: number | string, message: string): string =>
  data({
    ...chunk,
    provider: 'X',
    error: { code, message },
    choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'error' }],
  });
const failed = (code: string, message: string): string =>
  named('response.failed', {
    type: 'response.failed',
    sequence_number: 2,
    response: { id: 'r', object: 'response', status: 'failed', error: { code, message }, output: [] },
  });
const created = named('response.created', {
  type: 'response.created',
  sequence_number: 0,
  response: { id: 'r', object: 'response', created_at: 1, model: 'm', status: 'in_progress' },
});
const started = named('message_start', {
  type: 'message_start',
  message: {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
});
const anthropic = (type: string, message: string): string =>
  started + named('error', { type: 'error', error: { type, message } });

const CASES: readonly Case[] = [
  [
    'openai-chat',
    'a router, its provider went away',
    'server-error',
    router('server_error', 'Provider disconnected unexpectedly'),
  ],
  ['openai-chat', 'a router, upstream limit', 'rate-limit', router(429, 'Provider returned error')],
  ['openai-chat', 'a router, upstream gateway', 'server-error', router(502, 'Provider returned error')],
  [
    'openai-chat',
    'an error event by name',
    'server-error',
    named('error', { error: { message: 'internal error', type: 'internal_server_error' } }),
  ],
  [
    'openai-chat',
    'the error itself as the event',
    'context-overflow',
    data({
      object: 'error',
      message: "This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  ],
  [
    'openai-chat',
    'the error itself as the event, nothing known',
    'server-error',
    data({
      object: 'error',
      message: 'EngineCore encountered an issue',
      type: 'InternalServerError',
      param: null,
      code: 500,
    }),
  ],
  [
    'openai-chat',
    'a call that the model garbled, found by the vendor',
    'bad-stream',
    data({
      error: {
        message:
          "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
        type: 'invalid_request_error',
        code: 'tool_use_failed',
        failed_generation: '<function=x',
      },
    }),
  ],
  [
    'openai-chat',
    'a filter as the reason of the end',
    'content-policy',
    data({ ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }] }),
  ],
  [
    'openai-chat',
    'resources of the vendor as the reason of the end',
    'overloaded',
    data({
      ...chunk,
      choices: [{ index: 0, delta: { content: '' }, finish_reason: 'insufficient_system_resource' }],
    }),
  ],
  [
    'openai-responses',
    'a flat error',
    'rate-limit',
    created +
      named('error', {
        type: 'error',
        sequence_number: 1,
        code: 'rate_limit_exceeded',
        message: 'Rate limit reached for m',
        param: null,
      }),
  ],
  [
    'openai-responses',
    'a nested error',
    'overloaded',
    created +
      named('error', {
        type: 'error',
        sequence_number: 1,
        error: {
          type: 'service_unavailable_error',
          code: 'server_is_overloaded',
          message: 'Our servers are currently overloaded.',
          param: null,
        },
      }),
  ],
  [
    'openai-responses',
    'failed alone, limit',
    'rate-limit',
    created + failed('rate_limit_exceeded', 'Requests have exceeded token rate limit'),
  ],
  [
    'openai-responses',
    'failed alone, server',
    'server-error',
    created + failed('server_error', 'An error occurred while processing your request.'),
  ],
  [
    'openai-responses',
    'failed alone, no credit',
    'quota-exhausted',
    created + failed('insufficient_quota', 'You exceeded your current quota'),
  ],
  [
    'openai-responses',
    'failed alone, too long',
    'context-overflow',
    created + failed('context_length_exceeded', 'Your input exceeds the context window of this model.'),
  ],
  ['anthropic', 'overloaded', 'overloaded', anthropic('overloaded_error', 'Overloaded')],
  ['anthropic', 'an error of its own', 'server-error', anthropic('api_error', 'Internal server error')],
  [
    'anthropic',
    'limit',
    'rate-limit',
    anthropic('rate_limit_error', 'Number of request tokens has exceeded your per-minute limit'),
  ],
  [
    'anthropic',
    'without an opening event',
    'overloaded',
    named('error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  ],
  [
    'google',
    'limit',
    'rate-limit',
    data({ error: { code: 429, message: 'Resource has been exhausted', status: 'RESOURCE_EXHAUSTED' } }),
  ],
  [
    'google',
    'a prompt that is blocked',
    'content-policy',
    data({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 4, totalTokenCount: 4 },
    }),
  ],
  [
    'google',
    'an answer that is blocked',
    'content-policy',
    data({ candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'SAFETY', index: 0 }] }),
  ],
  [
    'google',
    'an answer that is blocked as prohibited',
    'content-policy',
    data({ candidates: [{ finishReason: 'PROHIBITED_CONTENT', index: 0 }] }),
  ],
  [
    'google',
    'a call that the model garbled',
    'bad-stream',
    data({
      candidates: [{ content: { parts: [{ text: '' }] }, finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }],
    }),
  ],
  ['ollama', 'the runner died', 'server-error', '{"error":"llama runner process no longer running: -1"}\n'],
  ['ollama', 'too long', 'context-overflow', '{"error":"the input length exceeds the context length"}\n'],
];

it.each(CASES)('%s: %s is %s', async (wire, _, code, raw) => {
  const server = await startFaultServer({
    steps: [],
    after: () => ({ does: 'stream', beats: [], raw, then: 'close' }),
  });
  onTestFinished(() => server.close());
  const account = accountAt(wire, server.baseUrl(wire));
  const product = await createFaultRun({ accounts: [{ account, key: FAULT_KEY }], model: `${account.id}/m` });
  onTestFinished(() => product.close());
  const events = await product.say('Do it.');
  expect(recordOf(events).ends).toBe(code);
});
