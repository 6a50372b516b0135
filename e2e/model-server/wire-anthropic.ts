// Anthropic Messages as the server speaks it: named SSE events, or one message without streaming. What the model thought
// goes out with a signature.

import { imageOf, type Reading, textOf, type Turn } from './conversation.ts';
import { isList, isRecord } from './problem.ts';
import type { Answer, Finish } from './reply.ts';
import { validateAnthropicRequest } from './validate-anthropic.ts';
import {
  type AnswerHead,
  type Asked,
  fragments,
  jsonPlain,
  type SentCall,
  serverSent,
  usageOf,
  type VendorWire,
} from './wire.ts';

type Fields = Record<string, unknown>;
const recordsIn = (value: unknown): Fields[] => (isList(value) ? value.filter(isRecord) : []);

const imagesIn = (content: unknown): string[] =>
  recordsIn(content).flatMap(({ type, source }) =>
    type === 'image' && isRecord(source) ? [imageOf(String(source['data']))] : [],
  );

const turnsOf = ({ role, content }: Fields): Turn[] => {
  if (typeof content === 'string') return role === 'user' ? [{ kind: 'user', text: content }] : [];
  const blocks = recordsIn(content);
  if (role !== 'user')
    return blocks.flatMap(({ type, id, name, input }): Turn[] =>
      type === 'tool_use'
        ? [{ kind: 'call', id: String(id), name: String(name), args: isRecord(input) ? input : {} }]
        : [],
    );
  const results = blocks.flatMap(({ type, tool_use_id: id, content: inner }): Turn[] =>
    type === 'tool_result'
      ? [{ kind: 'result', id: String(id), text: textOf(inner), images: imagesIn(inner) }]
      : [],
  );
  const said = blocks.filter(({ type }) => type === 'text' || type === 'image');
  return said.length === 0
    ? results
    : [...results, { kind: 'user', text: textOf(said), images: imagesIn(said) }];
};

const read = ({ body }: Asked): Reading => {
  const request = isRecord(body) ? body : {};
  const tools = recordsIn(request['tools']).map(({ name }) => String(name));
  const choice = request['tool_choice'];
  return {
    model: String(request['model']),
    system: textOf(request['system']),
    turns: recordsIn(request['messages']).flatMap(turnsOf),
    tools,
    mayCall: tools.length > 0 && !(isRecord(choice) && choice['type'] === 'none'),
  };
};

const stops: Record<Finish, string> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'refusal',
};
const stopOf = (answer: Answer): string =>
  stops[answer.finish ?? (answer.calls?.length ? 'tool_calls' : 'stop')];

const usage = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Fields => {
  const { input, output, cached } = usageOf(answer, calls, head);
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
};

/** A block as it opens, what is added to it, and as it is in the end. */
type Block = { start: Fields; deltas: Fields[]; whole: () => Fields };

const blocksOf = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Block[] => {
  const blocks: Block[] = [];
  const thinking = (answer.reasoning ?? []).join('');
  if (thinking !== '') {
    const signature = head.seal(thinking);
    blocks.push({
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...(answer.reasoning ?? []).map((text) => ({ type: 'thinking_delta', thinking: text })),
        { type: 'signature_delta', signature },
      ],
      whole: () => ({ type: 'thinking', thinking, signature }),
    });
  }
  if (answer.deltas.length > 0)
    blocks.push({
      start: { type: 'text', text: '' },
      deltas: answer.deltas.map((text) => ({ type: 'text_delta', text })),
      whole: () => ({ type: 'text', text: answer.deltas.join('') }),
    });
  for (const call of calls)
    blocks.push({
      start: { type: 'tool_use', id: call.id, name: call.name, input: {} },
      deltas: fragments(call.args).map((text) => ({ type: 'input_json_delta', partial_json: text })),
      whole: () => ({ type: 'tool_use', id: call.id, name: call.name, input: JSON.parse(call.args) }),
    });
  return blocks;
};

const messageOf = (head: AnswerHead, more: Fields): Fields => ({
  id: `msg_${head.id}`,
  type: 'message',
  role: 'assistant',
  model: head.model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  ...more,
});

const streamed = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): string[] => {
  const event = (name: string, data: Fields): string => serverSent({ type: name, ...data }, name);
  const cost = usage(answer, calls, head);
  return [
    event('message_start', { message: messageOf(head, { usage: { ...cost, output_tokens: 1 } }) }),
    ...blocksOf(answer, calls, head).flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...(index === 0 ? [event('ping', {})] : []),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', { delta: { stop_reason: stopOf(answer), stop_sequence: null }, usage: cost }),
    event('message_stop', {}),
  ];
};

const errorTypes: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
};

export const anthropicWire: VendorWire = {
  name: 'anthropic',
  base: '/v1',
  keyOf: (headers) => (typeof headers['x-api-key'] === 'string' ? headers['x-api-key'] : undefined),
  granted: ['x-api-key', 'anthropic-version', 'anthropic-beta', 'anthropic-dangerous-direct-browser-access'],
  headersOf: ({ origin }) => ({
    'anthropic-version': /^\d{4}-\d\d-\d\d$/,
    // Without it the vendor's answer to a page has no CORS headers.
    ...(origin === undefined ? {} : { 'anthropic-dangerous-direct-browser-access': /^true$/ }),
  }),
  isTurn: (path) => path === '/v1/messages',
  judge: ({ text }, options) => validateAnthropicRequest(text, options),
  read,
  wantsStream: ({ body }) => isRecord(body) && body['stream'] === true,
  streamType: 'text/event-stream; charset=utf-8',
  streamed,
  errorPiece: (error) => serverSent({ type: 'error', error }, 'error'),
  whole: (answer, calls, head) =>
    JSON.stringify(
      messageOf(head, {
        content: blocksOf(answer, calls, head).map(({ whole }) => whole()),
        stop_reason: stopOf(answer),
        usage: usage(answer, calls, head),
      }),
    ),
  refuse: (status, { message, code, at }) =>
    jsonPlain(
      {
        type: 'error',
        error: {
          type: errorTypes[status] ?? 'invalid_request_error',
          message: code === undefined ? message : `${at ?? ''}: ${message} (${code ?? ''})`,
        },
      },
      status,
    ),
  lookUp: (method, path, models) =>
    method === 'GET' && path === '/v1/models'
      ? {
          data: models.map((id) => ({
            type: 'model',
            id,
            display_name: id,
            created_at: '2025-05-14T00:00:00Z',
          })),
          has_more: false,
          first_id: models[0] ?? null,
          last_id: models.at(-1) ?? null,
        }
      : undefined,
};
