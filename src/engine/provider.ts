// The model behind one interface (P1). The engine knows nothing else of providers.

import type { Failure } from './failures.ts';
import type { Json, JsonObject } from './ids.ts';
import type { ModelStamp, RequestMessage, StopReason, Usage } from './messages.ts';

export type ModelRole = 'main' | 'planner' | 'worker' | 'critic' | 'summarizer' | 'title';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

export interface ModelRequest {
  readonly role: ModelRole;
  readonly model: string;
  readonly system: string;
  readonly messages: readonly RequestMessage[];
  readonly tools: readonly ToolDefinition[];
  /** `none`: the tools stay listed (history names them), but may not be called. */
  readonly toolChoice?: 'none';
  /** None on the main turn (E11), but near the money limit and for helpers. */
  readonly maxOutputTokens?: number;
  /** Stable per session: cache key where supported (P6). */
  readonly sessionKey?: string;
  /** Names the call within its session for the request inspector (F5); nothing of it is sent. */
  readonly call?: string;
}

/**
 * What a model says, in order. Deltas carry only the delta. `id` names the block within this stream.
 * Contract: a stream ends with exactly one `end` or `fail` and never throws for an expected failure; after an abort
 * it may simply end.
 */
export type ModelEvent =
  | { readonly type: 'open' }
  | { readonly type: 'text-start'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'text-end'; readonly id: string; readonly providerData?: Json }
  | { readonly type: 'reasoning-start'; readonly id: string }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'reasoning-end'; readonly id: string; readonly providerData?: Json }
  | { readonly type: 'tool-input-start'; readonly id: string; readonly tool: string }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  /** `callId` as the provider named it; may be empty or a duplicate, the engine makes it unique. */
  | {
      readonly type: 'tool-input-end';
      readonly id: string;
      readonly callId: string;
      readonly providerData?: Json;
    }
  | { readonly type: 'end'; readonly stop: StopReason; readonly rawStop?: string; readonly usage?: Usage }
  | { readonly type: 'fail'; readonly failure: Failure };

export interface Completion {
  readonly text: string;
  readonly stop: StopReason;
  readonly usage: Usage | undefined;
}

export type AuthCheck =
  | { readonly ok: true; readonly models: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

export interface Provider {
  readonly id: string;
  /** Stamps what this provider says with `model`. */
  stamp(model: string): ModelStamp;
  /** Aborting `signal` closes the connection. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Drains `stream`; a `fail` comes back as `Failure`. */
  complete(request: ModelRequest, signal: AbortSignal): Promise<Completion | Failure>;
  validateAuth(signal: AbortSignal): Promise<AuthCheck>;
}

/** Money in US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly cacheWrite?: number;
}

/** What of images a provider takes in one request. */
export interface ImageLimits {
  /** Pixels of the longer side; larger ones are scaled down. */
  readonly side: number;
  /** Of one image. */
  readonly bytes: number;
  readonly count: number;
  /** Bytes of all images together. */
  readonly total: number;
}

/** What a model can do (P4). `known` is false where the window is only a guess. */
export interface ModelCapabilities {
  readonly window: number;
  readonly windowKnown: boolean;
  readonly maxOutput?: number;
  readonly tools: boolean;
  readonly images: boolean;
  /** Missing where it sees none. */
  readonly imageLimits?: ImageLimits;
  readonly reasoning: boolean;
  readonly price?: Price;
  /** A model on this machine: lenient time-outs, no money. */
  readonly local: boolean;
}

/** Models that may take each other's place (P7). */
export interface Rotation {
  /**
   * Those that can hold a request of `tokens`, best first, as of now. Contract: never empty; `own` is among them,
   * whether it can hold it or not.
   */
  order(own: ResolvedModel, tokens: number): readonly ResolvedModel[];
  /** It failed in a way that another account may not: it stands behind the others for a while. */
  failed(model: ResolvedModel, cause: Failure): void;
}

/** The model that a run talks to: resolved once, frozen for the run (E17). */
export interface ResolvedModel {
  readonly provider: Provider;
  readonly model: string;
  /** `provider/model`, as people and the log write it. */
  readonly name: string;
  readonly capabilities: ModelCapabilities;
  /** Missing: there is no other. */
  readonly rotation?: Rotation;
}
