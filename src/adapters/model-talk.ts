// What the harness and the model worker say to each other. Types only; files travel as blobs, which are read where
// they are used.

import type { JsonObject } from '../engine/ids.ts';

export interface ModelFiles {
  /** Path below the model's folder → content. */
  readonly files: ReadonlyMap<string, Blob>;
  /** The engine's own binary, of the kind that `engineKind` asked for. */
  readonly engine: Blob;
}

/** `jspi`: also drives the graphics card, where the browser can wait inside the binary. `plain`: everywhere else. */
export type EngineKind = 'jspi' | 'plain';

export type Device = 'webgpu' | 'wasm';

/** As chat templates take them. */
export type TemplateMessage = JsonObject;

export interface ModelJob {
  readonly messages: readonly TemplateMessage[];
  readonly tools: readonly JsonObject[];
  readonly window: number;
  readonly maxOutput: number;
}

export type ToModel =
  | {
      readonly type: 'load';
      readonly model: string;
      readonly content: ModelFiles;
      readonly kind: EngineKind;
      /** False: not worth the graphics card. */
      readonly mayUseGpu: boolean;
      /** Tests only: takes a graphics card that is made of software. */
      readonly softwareGpu: boolean;
    }
  | ({
      readonly type: 'run';
      readonly id: number;
      /** Anything but 0 in it stops this answer, heard without giving way to messages. Missing where none may be shared. */
      readonly halt?: SharedArrayBuffer;
    } & ModelJob)
  | { readonly type: 'stop'; readonly id: number };

export type FromModel =
  | { readonly type: 'loaded'; readonly device: Device }
  | { readonly type: 'load-failed'; readonly message: string }
  | { readonly type: 'begun'; readonly id: number; readonly inputTokens: number }
  | { readonly type: 'text'; readonly id: number; readonly delta: string }
  | {
      readonly type: 'ended';
      readonly id: number;
      readonly why: 'stop' | 'length' | 'stopped';
      readonly inputTokens: number;
      readonly outputTokens: number;
    }
  | { readonly type: 'too-long'; readonly id: number; readonly inputTokens: number }
  | { readonly type: 'run-failed'; readonly id: number; readonly message: string };
