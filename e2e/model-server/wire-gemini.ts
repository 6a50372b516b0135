// Gemini generateContent as the server speaks it: an SSE chunk a piece, or one response without streaming. Calls have ids
// and go out whole; each step is signed, on its first call or at the end of its text, as the newer models do.

import { idOr, imageOf, type Reading, textOf, type Turn } from './conversation.ts';
import { isList, isRecord } from './problem.ts';
import type { Answer, Finish } from './reply.ts';
import { validateGeminiRequest } from './validate-gemini.ts';
import {
  type AnswerHead,
  type Asked,
  jsonPlain,
  type SentCall,
  serverSent,
  usageOf,
  type VendorWire,
} from './wire.ts';

type Fields = Record<string, unknown>;
const recordsIn = (value: unknown): Fields[] => (isList(value) ? value.filter(isRecord) : []);

const turnPath = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent)(\?|$)/;
const modelOf = ({ path }: Asked): string => decodeURIComponent(turnPath.exec(path)?.[1] ?? '');

/** What a response says: its one text, or all of it as JSON. */
const saidIn = (response: unknown): string => {
  if (!isRecord(response)) return '';
  const text = response['output'] ?? response['result'] ?? response['content'] ?? response['error'];
  return typeof text === 'string' ? text : JSON.stringify(response);
};

const imagesIn = (parts: readonly Fields[]): string[] =>
  parts.flatMap(({ inlineData: blob }) => (isRecord(blob) ? [imageOf(String(blob['data']))] : []));

/** Calls without an id are known by their place: the n-th call of the conversation has the n-th response. */
const turnsOf = (contents: readonly Fields[]): Turn[] => {
  let called = 0;
  let answered = 0;
  return contents.flatMap(({ role, parts: list }): Turn[] => {
    const parts = recordsIn(list);
    const inner = parts.flatMap(({ functionCall: call, functionResponse: response }): Turn[] => {
      if (isRecord(call)) {
        called += 1;
        const args = isRecord(call['args']) ? call['args'] : {};
        return [{ kind: 'call', id: idOr(call['id'], called), name: String(call['name']), args }];
      }
      if (!isRecord(response)) return [];
      answered += 1;
      const id = idOr(response['id'], answered);
      const images = imagesIn(recordsIn(response['parts']));
      return [{ kind: 'result', id, text: saidIn(response['response']), images }];
    });
    const said = parts.filter((part) => part['text'] !== undefined || part['inlineData'] !== undefined);
    return role === 'user' && said.length > 0
      ? [...inner, { kind: 'user', text: textOf(said), images: imagesIn(said) }]
      : inner;
  });
};

const read = (asked: Asked): Reading => {
  const request = isRecord(asked.body) ? asked.body : {};
  const { systemInstruction, contents, tools, toolConfig } = request;
  const calling = isRecord(toolConfig) ? toolConfig['functionCallingConfig'] : undefined;
  const names = recordsIn(tools).flatMap(({ functionDeclarations: declared }) =>
    recordsIn(declared).map(({ name }) => String(name)),
  );
  return {
    model: modelOf(asked),
    system: isRecord(systemInstruction) ? textOf(systemInstruction['parts']) : '',
    turns: turnsOf(recordsIn(contents)),
    tools: names,
    mayCall: names.length > 0 && !(isRecord(calling) && calling['mode'] === 'NONE'),
  };
};

const partsOf = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Fields[] => [
  ...(answer.reasoning ?? []).map((text) => ({ text, thought: true })),
  ...answer.deltas.map((text) => ({ text })),
  ...calls.map(({ id, name, args: text }, index) => {
    const args: unknown = JSON.parse(text);
    return {
      functionCall: { id, name, args },
      ...(index === 0 ? { thoughtSignature: head.seal(JSON.stringify([name, args])) } : {}),
    };
  }),
  // Without a call the signature comes last, on a text that says nothing.
  ...(calls.length === 0 ? [{ text: '', thoughtSignature: head.seal('') }] : []),
];

const finishes: Record<Finish, string> = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

const chunkOf = (
  head: AnswerHead,
  parts: readonly Fields[],
  finish: string | undefined,
  usageMetadata: Fields,
): Fields => ({
  candidates: [
    {
      content: { parts, role: 'model' },
      ...(finish === undefined ? {} : { finishReason: finish }),
      index: 0,
    },
  ],
  usageMetadata,
  modelVersion: head.model,
  responseId: head.id,
});

const usage = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): Fields => {
  const { input, output, cached, reasoning } = usageOf(answer, calls, head);
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
    ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
  };
};

const finishOf = (answer: Answer): string => finishes[answer.finish ?? 'stop'];

const streamed = (answer: Answer, calls: readonly SentCall[], head: AnswerHead): string[] => {
  const cost = usage(answer, calls, head);
  return [
    ...partsOf(answer, calls, head).map((part) =>
      serverSent(chunkOf(head, [part], undefined, { promptTokenCount: cost['promptTokenCount'] })),
    ),
    serverSent(chunkOf(head, [{ text: '' }], finishOf(answer), cost)),
  ];
};

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
};

export const geminiWire: VendorWire = {
  name: 'gemini',
  base: '/v1beta',
  keyOf: (headers) => (typeof headers['x-goog-api-key'] === 'string' ? headers['x-goog-api-key'] : undefined),
  granted: ['x-goog-api-key'],
  headersOf: () => ({}),
  isTurn: (path) => turnPath.test(path),
  judge: (asked, options) => validateGeminiRequest(asked.text, { ...options, model: modelOf(asked) }),
  read,
  wantsStream: ({ path }) => path.includes(':streamGenerateContent') && /[?&]alt=sse\b/.test(path),
  streamType: 'text/event-stream',
  streamed,
  errorPiece: (error) => serverSent({ error }),
  whole: (answer, calls, head) =>
    JSON.stringify(chunkOf(head, partsOf(answer, calls, head), finishOf(answer), usage(answer, calls, head))),
  refuse: (status, { message, code, at }) =>
    jsonPlain(
      {
        error: {
          code: status,
          message: code === undefined ? message : `${at ?? ''}: ${message} (${code ?? ''})`,
          status: statuses[status] ?? 'UNKNOWN',
        },
      },
      status,
    ),
  lookUp: (method, path, models) =>
    method === 'GET' && path === '/v1beta/models'
      ? {
          models: models.map((id) => ({
            name: `models/${id}`,
            version: '001',
            displayName: id,
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 65_536,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
          })),
        }
      : undefined,
};
