// Our request as the prompt of the AI SDK's provider packages. Pure but for reading images. The request builder has
// made it valid; what is repaired here is only what one wire alone refuses, by rules that are data.

import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
} from '@ai-sdk/provider';
import type { Json, JsonObject } from '../../engine/ids.ts';
import type {
  AssistantPart,
  ImagePart,
  ModelStamp,
  RequestMessage,
  RequestPart,
  RequestResult,
} from '../../engine/messages.ts';
import type { ImageLimits, ModelRequest } from '../../engine/provider.ts';
import { wellFormed } from '../../engine/text.ts';
import { createCallIds } from './call-ids.ts';
import { createImages, type ReadBlob } from './images.ts';

export type { ReadBlob } from './images.ts';

export interface PromptRules {
  /** The model sees images. */
  readonly images: boolean;
  /** The wire takes images inside results; else they follow in a message of the user (E14). */
  readonly imagesInResults: boolean;
  /** The wire has a word of its own for a result that is an error. */
  readonly markErrors: boolean;
  /**
   * How the model's own thinking goes back. `sealed`: with its opaque data. `text`: as text. `with-calls`: as text on
   * messages that call, an empty one where there is none. `details`: as the opaque entries alone. `never`.
   */
  readonly thinking: 'sealed' | 'text' | 'with-calls' | 'details' | 'never';
  /** Ids of calls must be nine letters or digits. */
  readonly shortCallIds: boolean;
  /** A message of the user may not stand right behind results. */
  readonly noUserAfterResults: boolean;
}

const IMAGES_OF = (tool: string): string => `Image from the result of ${tool} above:`;
/** The word of the model that some wires want between results and the next message. */
const SEEN = 'I have read the results.';

interface Mapping {
  readonly rules: PromptRules;
  readonly stamp: ModelStamp;
  readonly callId: (id: string) => string;
  image(part: ImagePart): Promise<LanguageModelV4FilePart | TextOut>;
}

type TextOut = { type: 'text'; text: string };

export async function callOptions(
  request: ModelRequest,
  stamp: ModelStamp,
  rules: PromptRules,
  readBlob: ReadBlob,
  limits?: ImageLimits,
): Promise<LanguageModelV4CallOptions> {
  const mapping: Mapping = {
    rules,
    stamp,
    callId: rules.shortCallIds ? createCallIds() : (id) => id,
    image: createImages(request.messages, rules.images ? limits : 'none', readBlob),
  };
  const prompt: LanguageModelV4Message[] = [];
  if (request.system.trim() !== '') prompt.push({ role: 'system', content: wellFormed(request.system) });
  for (const message of request.messages) {
    for (const made of await messagesOf(message, mapping)) append(prompt, made, rules);
  }
  return {
    prompt,
    ...(request.tools.length === 0 ? {} : { tools: toolsOf(request) }),
    ...(request.tools.length > 0 && request.toolChoice === 'none' ? { toolChoice: { type: 'none' } } : {}),
    ...(request.maxOutputTokens === undefined
      ? {}
      : { maxOutputTokens: Math.max(1, Math.floor(request.maxOutputTokens)) }),
  };
}

/** Images of results and what the person says next are one message. */
function append(prompt: LanguageModelV4Message[], next: LanguageModelV4Message, rules: PromptRules): void {
  const last = prompt.at(-1);
  if (last?.role === 'user' && next.role === 'user') {
    last.content.push(...next.content);
    return;
  }
  if (rules.noUserAfterResults && last?.role === 'tool' && next.role === 'user')
    prompt.push({ role: 'assistant', content: [{ type: 'text', text: SEEN }] });
  prompt.push(next);
}

function toolsOf(request: ModelRequest): NonNullable<LanguageModelV4CallOptions['tools']> {
  return request.tools.map(({ name, description, input }) => ({
    type: 'function',
    name,
    description: wellFormed(description),
    inputSchema: input,
  }));
}

async function messagesOf(
  message: RequestMessage,
  mapping: Mapping,
): Promise<readonly LanguageModelV4Message[]> {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: await userContent(message.parts, mapping) }];
    case 'assistant':
      return assistantMessages(message.parts, sameModel(message.stamp, mapping.stamp), mapping);
    case 'tool':
      return resultMessages(message.results, mapping);
  }
}

type UserContent = Extract<LanguageModelV4Message, { role: 'user' }>['content'];
type ToolContent = Extract<LanguageModelV4Message, { role: 'tool' }>['content'];

/** Text without images becomes one part: a plain string on the wire, which every server takes. */
async function userContent(parts: readonly RequestPart[], mapping: Mapping): Promise<UserContent> {
  const content: UserContent = [];
  for (const part of parts) {
    const made: LanguageModelV4FilePart | TextOut =
      part.type === 'image' ? await mapping.image(part) : { type: 'text', text: wellFormed(part.text) };
    const last = content.at(-1);
    if (made.type === 'text' && last?.type === 'text') last.text += `\n\n${made.text}`;
    else content.push(made);
  }
  return content;
}

async function resultMessages(
  results: readonly RequestResult[],
  mapping: Mapping,
): Promise<readonly LanguageModelV4Message[]> {
  const { rules, callId } = mapping;
  const content: ToolContent = [];
  const shown: UserContent = [];
  for (const { callId: id, tool, ok, text, images = [] } of results) {
    const said = wellFormed(text);
    const pictures = await Promise.all(images.map((part) => mapping.image(part)));
    const inside = rules.imagesInResults || !rules.images;
    content.push({
      type: 'tool-result',
      toolCallId: callId(id),
      toolName: tool,
      output: outputOf(said, ok || !rules.markErrors, inside ? pictures : []),
    });
    if (!inside && pictures.length > 0) shown.push({ type: 'text', text: IMAGES_OF(tool) }, ...pictures);
  }
  const message: LanguageModelV4Message = { role: 'tool', content };
  return shown.length === 0 ? [message] : [message, { role: 'user', content: shown }];
}

type Output = Extract<ToolContent[number], { type: 'tool-result' }>['output'];

function outputOf(
  text: string,
  plain: boolean,
  pictures: readonly (LanguageModelV4FilePart | TextOut)[],
): Output {
  const words = [text, ...pictures.flatMap((part) => (part.type === 'text' ? [part.text] : []))].join('\n');
  const files = pictures.flatMap((part) => (part.type === 'file' ? [part] : []));
  // A text that says nothing beside an image is refused.
  const said = words.trim() === '' ? [] : [{ type: 'text', text: words } as const];
  if (files.length > 0) return { type: 'content', value: [...said, ...files] };
  return plain ? { type: 'text', value: words } : { type: 'error-text', value: words };
}

function sameModel(a: ModelStamp | undefined, b: ModelStamp): boolean {
  return a?.provider === b.provider && a.model === b.model && a.endpoint === b.endpoint;
}

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** Thinking and opaque data go back to the model that made them only (P5); a message of thinking alone says nothing. */
function assistantMessages(
  parts: readonly AssistantPart[],
  same: boolean,
  { rules, callId }: Mapping,
): readonly LanguageModelV4Message[] {
  const content: AssistantContent = [];
  let speaks = false;
  for (const part of parts) {
    const own = same && rules.thinking !== 'details' ? ownData(part.providerData) : {};
    if (part.type === 'reasoning') {
      if (same && sendsThinking(rules, parts))
        content.push({ type: 'reasoning', text: wellFormed(part.text), ...own });
    } else if (part.type === 'text') {
      if (part.text === '') continue;
      content.push({ type: 'text', text: wellFormed(part.text), ...own });
      speaks ||= part.text.trim() !== '';
    } else {
      speaks = true;
      content.push({
        type: 'tool-call',
        toolCallId: callId(part.callId),
        toolName: part.tool,
        input: argumentsOf(part.argumentsText),
        ...own,
      });
    }
  }
  if (!speaks) return [];
  const extra = messageData(parts, content, same, rules);
  return [{ role: 'assistant', content, ...(extra === undefined ? {} : { providerOptions: extra }) }];
}

function sendsThinking({ thinking }: PromptRules, parts: readonly AssistantPart[]): boolean {
  if (thinking === 'with-calls') return parts.some(({ type }) => type === 'tool-call');
  return thinking === 'sealed' || thinking === 'text';
}

/** Fields of the whole message, which the package for chat takes from this name. */
function messageData(
  parts: readonly AssistantPart[],
  content: AssistantContent,
  same: boolean,
  { thinking }: PromptRules,
): Record<string, JSONObject> | undefined {
  if (thinking === 'details' && same) {
    const found = parts.flatMap(({ type, providerData }) => {
      const fields = type === 'reasoning' && isObject(providerData) ? providerData['openaiCompatible'] : null;
      return isObject(fields) ? [fields as JSONObject] : [];
    });
    return found.length === 0 ? undefined : { openaiCompatible: Object.assign({}, ...found) };
  }
  const calls = content.some(({ type }) => type === 'tool-call');
  const thought = content.some((part) => part.type === 'reasoning' && part.text !== '');
  return thinking === 'with-calls' && calls && !thought
    ? { openaiCompatible: { reasoning_content: '' } }
    : undefined;
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

function ownData(data: Json | undefined): { readonly providerOptions?: Record<string, JSONObject> } {
  if (!isObject(data)) return {};
  const rows = Object.entries(data).flatMap(([name, value]) =>
    isObject(value) ? [[name, value as JSONObject]] : [],
  );
  return rows.length === 0 ? {} : { providerOptions: Object.fromEntries(rows) };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
