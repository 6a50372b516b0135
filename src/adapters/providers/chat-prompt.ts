// Our request as the prompt of the AI SDK's provider packages. Pure but for reading images. The request builder has
// made it valid; what is repaired here is only what this wire alone refuses.

import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { BlobHash, Json, JsonObject } from '../../engine/ids.ts';
import type { AssistantPart, ModelStamp, RequestMessage, UserPart } from '../../engine/messages.ts';
import type { ModelRequest } from '../../engine/provider.ts';
import { wellFormed } from '../../engine/text.ts';

export type ReadBlob = (hash: BlobHash) => Promise<Uint8Array | undefined>;

export async function chatOptions(
  request: ModelRequest,
  stamp: ModelStamp,
  readBlob: ReadBlob,
): Promise<LanguageModelV4CallOptions> {
  const messages = await Promise.all(request.messages.map((message) => messageOf(message, stamp, readBlob)));
  const system: LanguageModelV4Message[] =
    request.system.trim() === '' ? [] : [{ role: 'system', content: wellFormed(request.system) }];
  return {
    prompt: [...system, ...messages.flat()],
    ...(request.tools.length === 0 ? {} : { tools: toolsOf(request) }),
    ...(request.tools.length > 0 && request.toolChoice === 'none' ? { toolChoice: { type: 'none' } } : {}),
    ...(request.maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: Math.max(1, Math.floor(request.maxOutputTokens)) }),
  };
}

function toolsOf(request: ModelRequest): NonNullable<LanguageModelV4CallOptions['tools']> {
  return request.tools.map(({ name, description, input }) => ({
    type: 'function',
    name,
    description: wellFormed(description),
    inputSchema: input,
  }));
}

async function messageOf(
  message: RequestMessage,
  stamp: ModelStamp,
  readBlob: ReadBlob,
): Promise<readonly LanguageModelV4Message[]> {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: await userContent(message.parts, readBlob) }];
    case 'assistant':
      return assistantMessages(message.parts, sameModel(message.stamp, stamp));
    case 'tool':
      return [
        {
          role: 'tool',
          content: message.results.map(({ callId, tool, text }) => ({
            type: 'tool-result',
            toolCallId: callId,
            toolName: tool,
            output: { type: 'text', value: wellFormed(text) },
          })),
        },
      ];
  }
}

type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];

/** Text without images becomes one part: a plain string on the wire, which every server takes. */
async function userContent(parts: readonly UserPart[], readBlob: ReadBlob): Promise<UserContent> {
  const content: UserContent = [];
  for (const part of parts) {
    const last = content.at(-1);
    if (part.type === 'image') {
      const data = await readBlob(part.blob);
      content.push(
        data === undefined
          ? { type: 'text', text: '(An image stood here; it is no longer kept.)' }
          : { type: 'file', mediaType: part.mediaType, data: { type: 'data', data } },
      );
    } else if (last?.type === 'text') {
      last.text += `\n\n${wellFormed(part.text)}`;
    } else {
      content.push({ type: 'text', text: wellFormed(part.text) });
    }
  }
  return content;
}

function sameModel(a: ModelStamp | undefined, b: ModelStamp): boolean {
  return a?.provider === b.provider && a.model === b.model && a.endpoint === b.endpoint;
}

/** Thinking and opaque data go back to the model that made them only (P5); a message of thinking alone says nothing. */
function assistantMessages(
  parts: readonly AssistantPart[],
  same: boolean,
): readonly LanguageModelV4Message[] {
  const content: Extract<LanguageModelV4Message, { role: 'assistant' }>['content'] = [];
  let speaks = false;
  for (const part of parts) {
    if (part.type === 'reasoning') {
      if (same) content.push({ type: 'reasoning', text: wellFormed(part.text) });
      continue;
    }
    if (part.type === 'text') {
      if (part.text === '') continue;
      content.push({ type: 'text', text: wellFormed(part.text) });
      speaks ||= part.text.trim() !== '';
      continue;
    }
    speaks = true;
    const own = same ? providerOptions(part.providerData) : undefined;
    content.push({
      type: 'tool-call',
      toolCallId: part.callId,
      toolName: part.tool,
      input: argumentsOf(part.argumentsText),
      ...(own === undefined ? {} : { providerOptions: own }),
    });
  }
  return speaks ? [{ role: 'assistant', content }] : [];
}

/** The text as it was, where the wire takes it; the SDK quotes what it holds for dangerous, so that goes parsed. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    return /__proto__|constructor|\\u005f/i.test(text) ? value : wellFormed(text);
  } catch {
    return {};
  }
}

function providerOptions(data: Json | undefined): Record<string, JSONObject> | undefined {
  if (!isObject(data)) return undefined;
  const rows = Object.entries(data).flatMap(([name, value]) =>
    isObject(value) ? [[name, value as JSONObject]] : [],
  );
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
