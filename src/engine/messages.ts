// What stands in a conversation: parts, messages, results. Provider-neutral; the adapters map it to each wire.

import type { FailureCode } from './failures.ts';
import type { BlobHash, CallId, Json, MessageId } from './ids.ts';

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /** Of a model's own text; as with reasoning. */
  readonly providerData?: Json;
}

export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  /** Opaque to us (signature, encrypted content); goes back byte-exact to the model that made it (P5). */
  readonly providerData?: Json;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  /** Ours, unique in the session, whatever the provider sent. */
  readonly callId: CallId;
  readonly tool: string;
  /** The arguments as streamed. Runs only if they parse strictly (E18). */
  readonly argumentsText: string;
  readonly providerData?: Json;
}

export interface ImagePart {
  readonly type: 'image';
  readonly mediaType: string;
  /** What is sent: made to fit the provider's limits. */
  readonly blob: BlobHash;
  readonly name?: string;
  /** Bytes and pixels of what is sent; missing where nobody measured it. */
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  /** As it was given, where that is something else. */
  readonly original?: BlobHash;
}

/** A file of the person's, read through `read_file` at its `attachmentPath`. */
export interface FilePart {
  readonly type: 'file';
  readonly name: string;
  readonly mediaType: string;
  readonly blob: BlobHash;
  readonly size: number;
}

export type UserPart = TextPart | ImagePart | FilePart;
/** What of it stands in a request: files are named in words. */
export type RequestPart = TextPart | ImagePart;
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;

/** Who made an assistant message: decides what may be sent back to whom (P5). */
export interface ModelStamp {
  readonly provider: string;
  readonly model: string;
  readonly endpoint: string;
}

export type StopReason = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'other';

/** Counted once, normalised (P10): input includes cached and cache-write tokens; output includes reasoning. */
export interface Usage {
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** True where the provider reported nothing and we estimated. */
  readonly estimated?: boolean;
}

export const NO_USAGE: Usage = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
  };
  return a.estimated === true || b.estimated === true ? { ...sum, estimated: true } : sum;
}

/** Where the text of a result comes from: decides fence and taint (G5). `own` is our own short words (ok, an error). */
export type Provenance = 'own' | 'workspace' | 'foreign';

export interface ToolResult {
  readonly callId: CallId;
  readonly tool: string;
  readonly ok: boolean;
  /** What the model reads, unfenced; the request builder fences it when `provenance` is not `own`. */
  readonly text: string;
  readonly provenance: Provenance;
  /** Names the source inside the fence: a path, an address. */
  readonly source?: string;
  readonly images?: readonly ImagePart[];
  readonly failure?: FailureCode;
  /** Behind the text, outside its fence: never anybody else's words than ours or the person's. */
  readonly note?: string;
  /** For people: few words and numbers on the tool's line ("12 matches in 4 files"); never read by the model. */
  readonly summary?: ResultSummary;
}

/** Numbers with fixed keys, so that the page words them in the reader's language. */
export interface ResultSummary {
  readonly path?: string;
  readonly files?: number;
  readonly folders?: number;
  readonly lines?: number;
  readonly fromLine?: number;
  readonly toLine?: number;
  readonly matches?: number;
  readonly bytes?: number;
  readonly added?: number;
  readonly removed?: number;
  readonly created?: boolean;
  readonly cut?: boolean;
}

/** As it stands in a provider request, after the normaliser. */
export type RequestMessage =
  | { readonly role: 'user'; readonly parts: readonly RequestPart[] }
  | { readonly role: 'assistant'; readonly parts: readonly AssistantPart[]; readonly stamp?: ModelStamp }
  | { readonly role: 'tool'; readonly results: readonly RequestResult[] };

export interface RequestResult {
  readonly callId: CallId;
  readonly tool: string;
  readonly ok: boolean;
  readonly text: string;
  /** The adapter puts them where its wire takes them (E14). */
  readonly images?: readonly ImagePart[];
}

export interface AssistantMessage {
  readonly id: MessageId;
  readonly parts: readonly AssistantPart[];
  readonly stamp: ModelStamp;
  readonly stop: StopReason;
  /** The provider's own word for `stop`. */
  readonly rawStop?: string;
}
