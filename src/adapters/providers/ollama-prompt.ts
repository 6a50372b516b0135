// Our request as Ollama's own interface takes it. The mapping of roles, images and thinking is the shared one; here it is
// only put into this server's words.

import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelStamp } from '../../engine/messages.ts';
import type { ImageLimits, ModelRequest } from '../../engine/provider.ts';
import { callOptions, type ReadBlob } from './prompt.ts';

interface Setting {
  readonly stamp: ModelStamp;
  readonly window: number;
  readonly images: boolean;
  readonly imageLimits?: ImageLimits;
  readonly thinks: boolean;
  readonly readBlob: ReadBlob;
}

export async function ollamaBody(request: ModelRequest, setting: Setting): Promise<string> {
  const { stamp, window, images, imageLimits, thinks, readBlob } = setting;
  const rules = {
    images,
    imagesInResults: false,
    markErrors: false,
    thinking: thinks ? 'text' : 'never',
    shortCallIds: false,
    noUserAfterResults: false,
  } as const;
  const { prompt, maxOutputTokens, toolChoice } = await callOptions(
    request,
    stamp,
    rules,
    readBlob,
    imageLimits,
  );
  // There is no way to list tools and forbid them: what may not be called isn't listed.
  const tools = toolChoice === undefined ? request.tools : [];
  return JSON.stringify({
    model: request.model,
    messages: prompt.flatMap(chatMessages),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, input }) => ({
            type: 'function',
            function: { name, description, parameters: input },
          })),
        }),
    ...(thinks ? { think: true } : {}),
    stream: true,
    // Too much is an error, not something to cut quietly.
    truncate: false,
    shift: false,
    options: {
      num_ctx: window,
      ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
    },
  });
}

/** The plain shape that chat templates grew around. */
export function chatMessages(message: LanguageModelV4Message): readonly object[] {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.content }];
    case 'user': {
      const texts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      const images = message.content.flatMap((part) => (part.type === 'file' ? base64(part.data) : []));
      return [{ role: 'user', content: texts.join('\n\n'), ...(images.length === 0 ? {} : { images }) }];
    }
    case 'assistant': {
      const joined = (type: 'text' | 'reasoning'): string =>
        message.content.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call'
          ? [{ id: part.toolCallId, function: { name: part.toolName, arguments: objectOf(part.input) } }]
          : [],
      );
      const thinking = joined('reasoning');
      return [
        {
          role: 'assistant',
          content: joined('text'),
          ...(thinking === '' ? {} : { thinking }),
          ...(calls.length === 0 ? {} : { tool_calls: calls }),
        },
      ];
    }
    case 'tool':
      return message.content.flatMap((part) => {
        if (part.type !== 'tool-result' || part.output.type !== 'text') return [];
        const { toolName, toolCallId, output } = part;
        return [{ role: 'tool', tool_name: toolName, tool_call_id: toolCallId, content: output.value }];
      });
  }
}

function objectOf(input: unknown): unknown {
  return typeof input === 'string' ? JSON.parse(input) : input;
}

function base64(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('data' in data)) return [];
  if (!(data.data instanceof Uint8Array)) return [];
  let text = '';
  for (let at = 0; at < data.data.length; at += 0x8000)
    text += String.fromCharCode(...data.data.subarray(at, at + 0x8000));
  return [btoa(text)];
}
