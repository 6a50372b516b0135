// The beats of a story as the events of each wire. Pure: no sockets. Only what the vendors document; nothing is held
// back or checked here.

import { errorBody, errorObject, REFUSALS } from './fault-bodies.ts';
import type { Beat, FaultWire, Stop, Written } from './fault-story.ts';

const SSE = 'text/event-stream; charset=utf-8';
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, fields: object = {}): string => `event: ${type}\n${data({ type, ...fields })}`;

const USED = { input: 12, output: 3 } as const;

type Write = (beats: readonly Beat[]) => Written;

const chat: Write = (beats) => {
  const chunk = (choices: readonly unknown[], more: object = {}): string =>
    data({ id: 'chatcmpl-fault', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more });
  const delta = (fields: object, finish: string | null = null): string =>
    chunk([{ index: 0, delta: fields, finish_reason: finish }]);
  const finish: Readonly<Record<Stop, string>> = {
    stop: 'stop',
    'tool-calls': 'tool_calls',
    length: 'length',
    malformed: 'stop',
  };
  const usage = {
    prompt_tokens: USED.input,
    completion_tokens: USED.output,
    total_tokens: USED.input + USED.output,
  };
  return {
    contentType: SSE,
    open: [delta({ role: 'assistant', content: '' })],
    said: beats.flatMap((beat) => {
      switch (beat.kind) {
        case 'reasoning':
          return [delta({ reasoning_content: beat.text })];
        case 'text':
          return [delta({ content: beat.text })];
        case 'call': {
          const fn = { name: beat.tool, arguments: '' };
          const head = { index: 0, id: 'call_fault', type: 'function', function: fn };
          return [
            delta({ tool_calls: [head] }),
            delta({ tool_calls: [{ index: 0, function: { arguments: beat.input } }] }),
          ];
        }
        case 'end':
          return [delta({}, finish[beat.stop]), chunk([], { usage }), 'data: [DONE]\n\n'];
        case 'error':
          return [data({ error: errorObject('openai-chat', beat.reason) })];
      }
    }),
  };
};

const responses: Write = (beats) => {
  let number = 0;
  const event = (type: string, fields: object): string =>
    named(type, { sequence_number: (number += 1), ...fields });
  const response = { id: 'resp_fault', object: 'response', created_at: 1, model: 'm', status: 'in_progress' };
  let output = -1;
  let closing: readonly string[] = [];
  const item = (fields: object, open: readonly string[], done: object): readonly string[] => {
    const before = closing;
    const at = { output_index: output };
    closing = [
      event('response.output_item.done', { ...at, item: { ...fields, status: 'completed', ...done } }),
    ];
    return [
      ...before,
      event('response.output_item.added', { ...at, item: { ...fields, status: 'in_progress' } }),
      ...open,
    ];
  };
  const opened = [event('response.created', { response }), event('response.in_progress', { response })];
  const said = beats.flatMap((beat) => {
    output += 1;
    const at = { output_index: output };
    const id = `item_${output}`;
    switch (beat.kind) {
      case 'reasoning': {
        const fields = { id, type: 'reasoning', summary: [], encrypted_content: 'sealed' };
        const part = { item_id: id, ...at, summary_index: 0 };
        const open = [
          event('response.reasoning_summary_part.added', {
            ...part,
            part: { type: 'summary_text', text: '' },
          }),
          event('response.reasoning_summary_text.delta', { ...part, delta: beat.text }),
        ];
        return item(fields, open, { summary: [{ type: 'summary_text', text: beat.text }] });
      }
      case 'text': {
        const fields = { id, type: 'message', role: 'assistant', content: [] };
        const open = [
          event('response.output_text.delta', { item_id: id, ...at, content_index: 0, delta: beat.text }),
        ];
        return item(fields, open, { content: [{ type: 'output_text', text: beat.text, annotations: [] }] });
      }
      case 'call': {
        const fields = { id, type: 'function_call', call_id: 'call_fault', name: beat.tool, arguments: '' };
        const open = [
          event('response.function_call_arguments.delta', { item_id: id, ...at, delta: beat.input }),
        ];
        const events = item(fields, open, { arguments: beat.input });
        if (beat.open === true) closing = [];
        return events;
      }
      case 'end': {
        const cut = beat.stop === 'length';
        const usage = {
          input_tokens: USED.input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: USED.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: USED.input + USED.output,
        };
        const last = {
          ...response,
          status: cut ? 'incomplete' : 'completed',
          incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
          usage,
        };
        return [...closing, event(cut ? 'response.incomplete' : 'response.completed', { response: last })];
      }
      case 'error': {
        const { message, type, code } = REFUSALS['openai-responses'][beat.reason];
        const failed = { ...response, status: 'failed', error: { code: code ?? type, message } };
        return [
          event('error', { error: errorObject('openai-responses', beat.reason) }),
          event('response.failed', { response: failed }),
        ];
      }
    }
  });
  return { contentType: SSE, open: opened, said };
};

const anthropic: Write = (beats) => {
  let index = -1;
  let closing: readonly string[] = [];
  const usage = { input_tokens: USED.input, output_tokens: 1 };
  const block = (
    fields: object,
    deltas: readonly object[],
    last: readonly object[] = [],
  ): readonly string[] => {
    const before = closing;
    index += 1;
    const at = index;
    const write = (delta: object): string => named('content_block_delta', { index: at, delta });
    closing = [...last.map(write), named('content_block_stop', { index: at })];
    return [
      ...before,
      named('content_block_start', { index: at, content_block: fields }),
      ...deltas.map(write),
    ];
  };
  const reasons: Readonly<Record<Stop, string>> = {
    stop: 'end_turn',
    'tool-calls': 'tool_use',
    length: 'max_tokens',
    malformed: 'end_turn',
  };
  const message = {
    id: 'msg_fault',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const said = beats.flatMap((beat) => {
    switch (beat.kind) {
      case 'reasoning':
        return block(
          { type: 'thinking', thinking: '', signature: '' },
          [{ type: 'thinking_delta', thinking: beat.text }],
          [{ type: 'signature_delta', signature: 'sealed' }],
        );
      case 'text':
        return block({ type: 'text', text: '' }, [{ type: 'text_delta', text: beat.text }]);
      case 'call': {
        const fields = { type: 'tool_use', id: 'toolu_fault', name: beat.tool, input: {} };
        const events = block(fields, [{ type: 'input_json_delta', partial_json: beat.input }]);
        if (beat.open === true) closing = [];
        return events;
      }
      case 'end': {
        const delta = { stop_reason: reasons[beat.stop], stop_sequence: null };
        return [
          ...closing,
          named('message_delta', { delta, usage: { output_tokens: USED.output } }),
          named('message_stop'),
        ];
      }
      case 'error':
        return [`event: error\ndata: ${errorBody('anthropic', beat.reason)}\n\n`];
    }
  });
  return {
    contentType: SSE,
    open: [named('message_start', { message }), named('ping')],
    said,
  };
};

const google: Write = (beats) => {
  const chunk = (parts: readonly object[], more: object = {}, all: object = {}): string =>
    data({
      candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
      modelVersion: 'm',
      ...all,
    });
  const reasons: Readonly<Record<Stop, string>> = {
    stop: 'STOP',
    'tool-calls': 'STOP',
    length: 'MAX_TOKENS',
    malformed: 'MALFORMED_FUNCTION_CALL',
  };
  const usageMetadata = {
    promptTokenCount: USED.input,
    candidatesTokenCount: USED.output,
    totalTokenCount: USED.input + USED.output,
  };
  return {
    contentType: SSE.replace('; charset=utf-8', ''),
    open: [],
    said: beats.flatMap((beat) => {
      switch (beat.kind) {
        case 'reasoning':
          return [chunk([{ text: beat.text, thought: true }])];
        case 'text':
          return [chunk([{ text: beat.text }])];
        case 'call': {
          // Calls come whole on this wire: what is cut is the event.
          if (beat.open === true)
            return [
              `data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"${beat.tool}","args":${beat.input}`,
            ];
          const args: unknown = JSON.parse(beat.input);
          return [chunk([{ functionCall: { name: beat.tool, args } }])];
        }
        case 'end':
          return [chunk([{ text: '' }], { finishReason: reasons[beat.stop] }, { usageMetadata })];
        case 'error':
          return [data({ error: errorObject('google', beat.reason) })];
      }
    }),
  };
};

const ollama: Write = (beats) => {
  const line = (message: object, more: object = {}): string =>
    `${JSON.stringify({ model: 'm', created_at: '2026-11-30T12:00:00Z', message: { role: 'assistant', content: '', ...message }, done: false, ...more })}\n`;
  return {
    contentType: 'application/x-ndjson',
    open: [],
    said: beats.flatMap((beat) => {
      switch (beat.kind) {
        case 'reasoning':
          return [line({ thinking: beat.text })];
        case 'text':
          return [line({ content: beat.text })];
        case 'call': {
          if (beat.open === true)
            return [
              `{"model":"m","message":{"role":"assistant","tool_calls":[{"function":{"name":"${beat.tool}","arguments":${beat.input}`,
            ];
          return [line({ tool_calls: [{ function: { name: beat.tool, arguments: inputOf(beat.input) } }] })];
        }
        case 'end': {
          const counts = { prompt_eval_count: USED.input, eval_count: USED.output };
          return [
            line({}, { done: true, done_reason: beat.stop === 'length' ? 'length' : 'stop', ...counts }),
          ];
        }
        case 'error':
          return [`${errorBody('ollama', beat.reason)}\n`];
      }
    }),
  };
};

/** Arguments are an object on this wire; what is none goes as the text it is. */
function inputOf(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

export const WRITERS: Readonly<Record<FaultWire, Write>> = {
  'openai-chat': chat,
  'openai-responses': responses,
  anthropic,
  google,
  ollama,
};
