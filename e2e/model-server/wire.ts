// Encodes an answer as OpenAI Chat Completions puts it on the wire: SSE chunks, or one object without streaming.
// Pure: no sockets, no clock but the `created` it is given.

import { randomUUID } from 'node:crypto';
import type { Answer, Finish, ScriptedCall, Usage } from './reply.ts';

export type WireHead = {
  id: string;
  model: string;
  created: number;
  includeUsage: boolean;
  promptChars: number;
};

/** A call as it was sent, for the witness who compares it with what comes back. */
export type SentCall = { id: string; name: string; args: string };

const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

export const sentCalls = (calls: readonly ScriptedCall[] = []): SentCall[] =>
  calls.map(({ id, name, args }) => ({
    id: id ?? newCallId(),
    name,
    args: typeof args === 'string' ? args : JSON.stringify(args),
  }));

const finishOf = (answer: Answer): Finish => answer.finish ?? (answer.calls?.length ? 'tool_calls' : 'stop');

const estimate = (answer: Answer, calls: readonly SentCall[], promptChars: number): Usage => {
  const written = [...answer.deltas, ...calls.map((call) => call.name + call.args)].join('').length;
  const thought = (answer.reasoning ?? []).join('').length;
  const reasoning = Math.ceil(thought / 4);
  return {
    input: Math.ceil(promptChars / 4),
    output: Math.ceil(written / 4) + reasoning,
    cached: 0,
    reasoning,
  };
};

const usageOf = (answer: Answer, calls: readonly SentCall[], head: WireHead): Record<string, unknown> => {
  const {
    input,
    output,
    cached = 0,
    reasoning = 0,
  } = answer.usage ?? estimate(answer, calls, head.promptChars);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
  };
};

const fragments = (text: string): string[] => text.match(/[\s\S]{1,7}/gu) ?? [''];

const deltasOf = (answer: Answer, calls: readonly SentCall[]): Record<string, unknown>[] => [
  { role: 'assistant', content: '' },
  ...(answer.reasoning ?? []).map((text) => ({ reasoning_content: text })),
  ...answer.deltas.map((text) => ({ content: text })),
  ...calls.flatMap((call, index) => [
    { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] },
    ...fragments(call.args).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
  ]),
];

/** The `data:` events of a streamed answer in order, `[DONE]` last. */
export const streamEvents = (answer: Answer, calls: readonly SentCall[], head: WireHead): string[] => {
  const chunk = (choices: unknown[], usage: Record<string, unknown> | null): string =>
    `data: ${JSON.stringify({
      id: head.id,
      object: 'chat.completion.chunk',
      created: head.created,
      model: head.model,
      system_fingerprint: 'fp_scripted',
      choices,
      ...(head.includeUsage ? { usage } : {}),
    })}\n\n`;
  const choice = (delta: Record<string, unknown>, finish: Finish | null): unknown[] => [
    { index: 0, delta, logprobs: null, finish_reason: finish },
  ];
  return [
    ...deltasOf(answer, calls).map((delta) => chunk(choice(delta, null), null)),
    chunk(choice({}, finishOf(answer)), null),
    ...(head.includeUsage ? [chunk([], usageOf(answer, calls, head))] : []),
    'data: [DONE]\n\n',
  ];
};

/** The whole answer as one `chat.completion` object. */
export const wholeAnswer = (answer: Answer, calls: readonly SentCall[], head: WireHead): string => {
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
    usage: usageOf(answer, calls, head),
  });
};
