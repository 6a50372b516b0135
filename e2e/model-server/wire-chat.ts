// OpenAI Chat Completions as the server speaks it: SSE chunks, or one object without streaming.

import { readChat } from './conversation.ts';
import { isRecord } from './problem.ts';
import { type Answer, type Finish, refuse } from './reply.ts';
import { validateChatRequest } from './validate-chat.ts';
import {
  type AnswerHead,
  bearerKey,
  fragments,
  type SentCall,
  serverSent,
  usageOf,
  type VendorWire,
} from './wire.ts';

const finishOf = (answer: Answer): Finish => answer.finish ?? (answer.calls?.length ? 'tool_calls' : 'stop');

const usage = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Record<string, unknown> => {
  const { input, output, cached, reasoning } = usageOf(answer, calls, head);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
};

const deltasOf = (answer: Answer, calls: readonly SentCall[]): Record<string, unknown>[] => [
  { role: 'assistant', content: '' },
  ...(answer.reasoning ?? []).map((text) => ({ reasoning_content: text })),
  ...answer.deltas.map((text) => ({ content: text })),
  ...calls.flatMap((call, index) => [
    { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] },
    ...fragments(call.args).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
  ]),
];

const asksForUsage = ({ asked }: AnswerHead): boolean => {
  const options = isRecord(asked.body) ? asked.body['stream_options'] : undefined;
  return isRecord(options) && options['include_usage'] === true;
};

/** The `data:` events of a streamed answer in order, `[DONE]` last. */
const streamed = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): string[] => {
  const includeUsage = asksForUsage(head);
  const chunk = (choices: unknown[], cost: Record<string, unknown> | null): string =>
    serverSent({
      id: head.id,
      object: 'chat.completion.chunk',
      created: head.created,
      model: head.model,
      system_fingerprint: 'fp_scripted',
      choices,
      ...(includeUsage ? { usage: cost } : {}),
    });
  const choice = (delta: Record<string, unknown>, finish: Finish | null): unknown[] => [
    { index: 0, delta, logprobs: null, finish_reason: finish },
  ];
  return [
    ...deltasOf(answer, calls).map((delta) => chunk(choice(delta, null), null)),
    chunk(choice({}, finishOf(answer)), null),
    ...(includeUsage ? [chunk([], usage(answer, calls, head))] : []),
    'data: [DONE]\n\n',
  ];
};

/** The whole answer as one `chat.completion` object. */
const whole = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): string => {
  const text = answer.deltas.join('');
  const reasoning = (answer.reasoning ?? []).join('');
  return JSON.stringify({
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    system_fingerprint: 'fp_scripted',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          refusal: null,
          ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
          ...(calls.length === 0
            ? {}
            : {
                tool_calls: calls.map(({ id, name, args }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: args },
                })),
              }),
        },
        logprobs: null,
        finish_reason: finishOf(answer),
      },
    ],
    usage: usage(answer, calls, head),
  });
};

const invalid = 'invalid_request_error';

export const chatWire: VendorWire = {
  name: 'chat',
  base: '/v1',
  keyOf: bearerKey,
  granted: ['authorization'],
  headersOf: () => ({}),
  isTurn: (path) => path === '/v1/chat/completions',
  judge: ({ text }, { maxBytes = 20_000_000 }) => validateChatRequest(text, { maxBytes }),
  read: ({ body }) => readChat(body),
  wantsStream: ({ body }) => isRecord(body) && body['stream'] === true,
  streamType: 'text/event-stream; charset=utf-8',
  streamed,
  errorPiece: (error) => serverSent({ error }),
  whole,
  refuse: (status, { message, code = null, at = null }) =>
    refuse(status, { message, type: invalid, code: status === 401 ? 'invalid_api_key' : code, param: at }),
  lookUp: (method, path, models) =>
    method === 'GET' && path === '/v1/models'
      ? {
          object: 'list',
          data: models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'bowline' })),
        }
      : undefined,
};
