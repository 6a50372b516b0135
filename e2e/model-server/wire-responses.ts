// OpenAI Responses as the server speaks it: named SSE events with sequence numbers, or one response without streaming.
// What the model thought goes out encrypted where the request asks for it.

import { imageOf, parseArguments, type Reading, textOf, type Turn } from './conversation.ts';
import { isList, isRecord } from './problem.ts';
import type { Answer } from './reply.ts';
import { validateResponsesRequest } from './validate-responses.ts';
import {
  type AnswerHead,
  type Asked,
  bearerKey,
  fragments,
  type SentCall,
  serverSent,
  usageOf,
  type VendorWire,
} from './wire.ts';
import { chatWire } from './wire-chat.ts';

type Fields = Record<string, unknown>;
const recordsIn = (value: unknown): Fields[] => (isList(value) ? value.filter(isRecord) : []);

const imagesIn = (content: unknown): string[] =>
  recordsIn(content).flatMap(({ type, image_url: url }) =>
    type === 'input_image' ? [imageOf(String(url))] : [],
  );

const turnsOf = (item: Fields): Turn[] => {
  const { type, role, content, call_id: id, output } = item;
  if (type === 'function_call')
    return [
      { kind: 'call', id: String(id), name: String(item['name']), args: parseArguments(item['arguments']) },
    ];
  if (type === 'function_call_output')
    return [{ kind: 'result', id: String(id), text: textOf(output), images: imagesIn(output) }];
  return role === 'user' ? [{ kind: 'user', text: textOf(content), images: imagesIn(content) }] : [];
};

const bodyOf = ({ body }: Asked): Fields => (isRecord(body) ? body : {});

const read = (asked: Asked): Reading => {
  const { model, input, instructions, tools, tool_choice: choice } = bodyOf(asked);
  const names = recordsIn(tools).map(({ name }) => String(name));
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : recordsIn(input);
  const system = items.filter(({ role }) => role === 'system' || role === 'developer');
  return {
    model: String(model),
    system: textOf(instructions) + system.map(({ content }) => textOf(content)).join(''),
    turns: items.flatMap(turnsOf),
    tools: names,
    mayCall: names.length > 0 && choice !== 'none',
  };
};

/** An item of the output: as it is added, the events that fill it, as it is done. */
type Item = { added: Fields; events: Fields[]; done: Fields };

const reasoningItem = (answer: Answer, head: AnswerHead): Item => {
  const id = `rs_${head.id.replaceAll('-', '')}`;
  const text = (answer.reasoning ?? []).join('');
  const summary = [{ type: 'summary_text', text }];
  const { include } = bodyOf(head.asked);
  const secret =
    isList(include) && include.includes('reasoning.encrypted_content')
      ? { encrypted_content: head.seal(JSON.stringify([id, summary])) }
      : {};
  const place = { item_id: id, summary_index: 0 };
  return {
    // The vendor's first content is another one than its last; only the last counts.
    added: {
      type: 'reasoning',
      id,
      summary: [],
      ...(secret.encrypted_content && { encrypted_content: 'ZmlyczQ=' }),
    },
    events: [
      { type: 'response.reasoning_summary_part.added', ...place, part: { type: 'summary_text', text: '' } },
      ...(answer.reasoning ?? []).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...place,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', ...place, text },
      { type: 'response.reasoning_summary_part.done', ...place, part: summary[0] },
    ],
    done: { type: 'reasoning', id, summary, ...secret },
  };
};

const messageItem = (answer: Answer, head: AnswerHead): Item => {
  const id = `msg_${head.id.replaceAll('-', '')}`;
  const text = answer.deltas.join('');
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  const place = { item_id: id, content_index: 0 };
  const item = { type: 'message', id, role: 'assistant' };
  return {
    added: { ...item, status: 'in_progress', content: [] },
    events: [
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      ...answer.deltas.map((delta) => ({
        type: 'response.output_text.delta',
        ...place,
        delta,
        logprobs: [],
      })),
      { type: 'response.output_text.done', ...place, text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
    ],
    done: { ...item, status: 'completed', content: [part] },
  };
};

const callItem = (call: SentCall, index: number, head: AnswerHead): Item => {
  const id = `fc_${head.id.replaceAll('-', '')}${index}`;
  const item = { type: 'function_call', id, call_id: call.id, name: call.name };
  return {
    added: { ...item, arguments: '', status: 'in_progress' },
    events: [
      ...fragments(call.args).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        item_id: id,
        delta,
      })),
      { type: 'response.function_call_arguments.done', item_id: id, name: call.name, arguments: call.args },
    ],
    done: { ...item, arguments: call.args, status: 'completed' },
  };
};

const itemsOf = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Item[] => [
  ...((answer.reasoning ?? []).length > 0 ? [reasoningItem(answer, head)] : []),
  ...(answer.deltas.length > 0 ? [messageItem(answer, head)] : []),
  ...calls.map((call, index) => callItem(call, index, head)),
];

const responseOf = (head: AnswerHead, status: string, more: Fields): Fields => ({
  id: `resp_${head.id.replaceAll('-', '')}`,
  object: 'response',
  created_at: head.created,
  status,
  error: null,
  incomplete_details: null,
  model: head.model,
  output: [],
  parallel_tool_calls: true,
  store: bodyOf(head.asked)['store'] ?? true,
  usage: null,
  ...more,
});

const ended = (answer: Answer, calls: readonly SentCall[], head: AnswerHead, output: unknown[]): Fields => {
  const { input, output: written, cached, reasoning } = usageOf(answer, calls, head);
  const reason = { length: 'max_output_tokens', content_filter: 'content_filter', stop: '', tool_calls: '' }[
    answer.finish ?? 'stop'
  ];
  return responseOf(head, reason === '' ? 'completed' : 'incomplete', {
    output,
    ...(reason === '' ? {} : { incomplete_details: { reason } }),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: written,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + written,
    },
  });
};

const streamed = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): string[] => {
  const items = itemsOf(answer, calls, head);
  const response = ended(
    answer,
    calls,
    head,
    items.map(({ done }) => done),
  );
  const events: Fields[] = [
    { type: 'response.created', response: responseOf(head, 'in_progress', {}) },
    { type: 'response.in_progress', response: responseOf(head, 'in_progress', {}) },
    ...items.flatMap(({ added, events: inner, done }, index) => [
      { type: 'response.output_item.added', output_index: index, item: added },
      ...inner.map((event) => ({ output_index: index, ...event })),
      { type: 'response.output_item.done', output_index: index, item: done },
    ]),
    { type: `response.${String(response['status'])}`, response },
  ];
  return events.map((event, index) =>
    serverSent({ ...event, sequence_number: index }, String(event['type'])),
  );
};

export const responsesWire: VendorWire = {
  ...chatWire,
  name: 'responses',
  keyOf: bearerKey,
  isTurn: (path) => path === '/v1/responses',
  judge: ({ text }, options) => validateResponsesRequest(text, options),
  read,
  wantsStream: (asked) => bodyOf(asked)['stream'] === true,
  streamed,
  errorPiece: (error) =>
    serverSent({ type: 'error', ...(isRecord(error) ? error : {}), sequence_number: 0 }, 'error'),
  whole: (answer, calls, head) =>
    JSON.stringify(
      ended(
        answer,
        calls,
        head,
        itemsOf(answer, calls, head).map(({ done }) => done),
      ),
    ),
};
