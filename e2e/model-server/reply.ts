// What a script may answer: a model's answer, a plain HTTP answer, or a fault. Pure data; wire.ts encodes it.

import { createGate, type Gate } from './gate.ts';

/** `args` as a string goes onto the wire as it is: that is how a script sends broken JSON. */
export type ScriptedCall = { name: string; args: Record<string, unknown> | string; id?: string };

export type Usage = { input: number; output: number; cached?: number; reasoning?: number };

export type Finish = 'stop' | 'tool_calls' | 'length' | 'content_filter';

/** A place in the answer: before its HTTP head, or before chunk n of the stream (0 = the role chunk). */
export type Place = 'head' | number;

export type Answer = {
  kind: 'answer';
  deltas: readonly string[];
  reasoning?: readonly string[];
  calls?: readonly ScriptedCall[];
  finish?: Finish;
  usage?: Usage;
  /** Waits at the place until the gate is opened or the client goes away. A gate never opened is a hang. */
  hold?: { at: Place; gate: Gate };
  /** Destroys the connection at the place. */
  dropAt?: Place;
  /** Sends an error event instead of the chunk at the place, inside a stream that began with 200. */
  errorAt?: { at: number; error: { message: string; type: string; code: string | null } };
  /** Milliseconds between chunks, for a stream that a test watches. */
  paceMs?: number;
  /** Writes in slices of this many bytes, so that events and characters are cut at awkward places. */
  sliceBytes?: number;
};

export type Plain = {
  kind: 'plain';
  status: number;
  headers?: Record<string, string>;
  type: string;
  body: string;
};

export type Reply = Answer | Plain;

export const say = (text: string | readonly string[], more: Partial<Answer> = {}): Answer => ({
  kind: 'answer',
  deltas: typeof text === 'string' ? (text.match(/\S+\s*|\s+/g) ?? []) : text,
  ...more,
});

export const callTools = (calls: readonly ScriptedCall[], more: Partial<Answer> = {}): Answer => ({
  kind: 'answer',
  deltas: [],
  calls,
  ...more,
});

export const callTool = (
  name: string,
  args: Record<string, unknown> | string,
  more: Partial<Answer> = {},
): Answer => callTools([{ name, args }], more);

/** Accepts the request and never sends a byte. */
export const silent = (): Answer => say('never', { hold: { at: 'head', gate: createGate() } });

/** Sends the head and `deltas` pieces of text, then nothing more. */
export const stalled = (deltas: readonly string[]): Answer =>
  say([...deltas, 'never'], { hold: { at: deltas.length + 1, gate: createGate() } });

/** Answers with text, the connection breaks after `chunks` chunks. */
export const dropped = (chunks: number): Answer =>
  say(
    Array.from({ length: chunks + 1 }, (_, index) => `piece ${index} `),
    {
      dropAt: chunks === 0 ? 'head' : chunks,
    },
  );

/** An error in the vendor's form. */
export const refuse = (
  status: number,
  error: { message: string; type: string; code?: string | null; param?: string | null },
  headers: Record<string, string> = {},
): Plain => ({
  kind: 'plain',
  status,
  headers,
  type: 'application/json',
  body: JSON.stringify({ error: { param: null, code: null, ...error } }),
});

export const rateLimited = (retryAfterSeconds: number): Plain =>
  refuse(
    429,
    { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' },
    { 'retry-after': String(retryAfterSeconds) },
  );

/** What a proxy in between answers: a page, with any status. */
export const html = (status = 502): Plain => ({
  kind: 'plain',
  status,
  type: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>',
});
