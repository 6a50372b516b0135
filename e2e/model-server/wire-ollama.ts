// Ollama's own interface as the server speaks it: a JSON object a line, or one object without streaming; the list of
// models and what each can do. Calls go out whole.

import { idOr, imageOf, type Reading, textOf, type Turn } from './conversation.ts';
import { isList, isRecord } from './problem.ts';
import type { Answer } from './reply.ts';
import { validateOllamaRequest } from './validate-ollama.ts';
import {
  type AnswerHead,
  type Asked,
  bearerKey,
  jsonPlain,
  type SentCall,
  usageOf,
  type VendorWire,
} from './wire.ts';

type Fields = Record<string, unknown>;
const recordsIn = (value: unknown): Fields[] => (isList(value) ? value.filter(isRecord) : []);

/** Calls without an id are known by their place: the n-th call of the conversation has the n-th result. */
const turnsOf = (messages: readonly Fields[]): Turn[] => {
  let called = 0;
  let answered = 0;
  return messages.flatMap((message): Turn[] => {
    const { role, content, images } = message;
    if (role === 'user') {
      const pictures = isList(images) ? images.map((image) => imageOf(String(image))) : [];
      return [{ kind: 'user', text: textOf(content), images: pictures }];
    }
    if (role === 'tool') {
      answered += 1;
      const id = idOr(message['tool_call_id'], answered);
      return [{ kind: 'result', id, text: textOf(content) }];
    }
    return recordsIn(message['tool_calls']).flatMap(({ id, function: made }): Turn[] => {
      if (!isRecord(made)) return [];
      called += 1;
      const args = isRecord(made['arguments']) ? made['arguments'] : {};
      return [{ kind: 'call', id: idOr(id, called), name: String(made['name']), args }];
    });
  });
};

const read = ({ body }: Asked): Reading => {
  const request = isRecord(body) ? body : {};
  const messages = recordsIn(request['messages']);
  const tools = recordsIn(request['tools']).flatMap(({ function: declared }) =>
    isRecord(declared) ? [String(declared['name'])] : [],
  );
  const system = messages.filter(({ role }) => role === 'system');
  return {
    model: String(request['model']),
    system: system.map(({ content }) => textOf(content)).join(''),
    turns: turnsOf(messages),
    tools,
    mayCall: tools.length > 0,
  };
};

const messagesOf = (answer: Answer, calls: readonly SentCall[]): Fields[] => [
  ...(answer.reasoning ?? []).map((thinking) => ({ content: '', thinking })),
  ...answer.deltas.map((content) => ({ content })),
  ...calls.map(({ id, name, args }, index) => ({
    content: '',
    tool_calls: [{ id, function: { index, name, arguments: JSON.parse(args) } }],
  })),
];

const lineOf = (head: AnswerHead, message: Fields, more: Fields): Fields => ({
  model: head.model,
  created_at: new Date(head.created * 1000).toISOString(),
  message: { role: 'assistant', ...message },
  ...more,
});

const ending = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Fields => {
  const { input, output } = usageOf(answer, calls, head);
  return {
    done: true,
    done_reason: answer.finish === 'length' ? 'length' : 'stop',
    total_duration: 5_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: input,
    prompt_eval_duration: 1_000_000,
    eval_count: output,
    eval_duration: 3_000_000,
  };
};

const whole = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): string => {
  const thinking = (answer.reasoning ?? []).join('');
  const made = messagesOf(answer, calls).flatMap(({ tool_calls: list }) => recordsIn(list));
  const message = {
    content: answer.deltas.join(''),
    ...(thinking === '' ? {} : { thinking }),
    ...(made.length === 0 ? {} : { tool_calls: made }),
  };
  return JSON.stringify(lineOf(head, message, ending(answer, calls, head)));
};

const details = {
  parent_model: '',
  format: 'gguf',
  family: 'scripted',
  families: ['scripted'],
  parameter_size: '8B',
  quantization_level: 'Q4_K_M',
};

const lookUp = (method: string, path: string, models: readonly string[], body: unknown): unknown => {
  if (method === 'GET' && path === '/api/version') return { version: '0.12.6' };
  if (method === 'GET' && path === '/api/tags')
    return {
      models: models.map((id) => ({
        name: id,
        model: id,
        modified_at: '2025-05-14T00:00:00Z',
        size: 5_000_000_000,
        digest: 'a'.repeat(64),
        details,
      })),
    };
  if (method === 'GET' && path === '/api/ps')
    return {
      models: models.map((id) => ({
        name: id,
        model: id,
        size: 5e9,
        size_vram: 5e9,
        context_length: 32_768,
      })),
    };
  const name = isRecord(body) ? (body['model'] ?? body['name']) : undefined;
  if (method === 'POST' && path === '/api/show' && typeof name === 'string' && models.includes(name))
    return {
      details,
      model_info: { 'general.architecture': 'scripted', 'scripted.context_length': 131_072 },
      capabilities: ['completion', 'tools', 'thinking', 'vision'],
      modified_at: '2025-05-14T00:00:00Z',
    };
  return undefined;
};

export const ollamaWire: VendorWire = {
  name: 'ollama',
  base: '',
  keyOf: bearerKey,
  granted: ['authorization'],
  headersOf: () => ({}),
  isTurn: (path) => path === '/api/chat',
  judge: ({ text }, options) => validateOllamaRequest(text, options),
  read,
  wantsStream: ({ body }) => !isRecord(body) || body['stream'] !== false,
  streamType: 'application/x-ndjson',
  streamed: (answer, calls, head) => [
    ...messagesOf(answer, calls).map(
      (message) => `${JSON.stringify(lineOf(head, message, { done: false }))}\n`,
    ),
    `${JSON.stringify(lineOf(head, { content: '' }, ending(answer, calls, head)))}\n`,
  ],
  errorPiece: (error) => `${JSON.stringify({ error: isRecord(error) ? error['message'] : String(error) })}\n`,
  whole,
  refuse: (status, { message, code, at }) =>
    jsonPlain({ error: code === undefined ? message : `${at ?? ''}: ${message} (${code ?? ''})` }, status),
  lookUp,
};
