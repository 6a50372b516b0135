// What a model says before something goes wrong, in beats that each wire writes in its own way (fault-wires.ts). Data
// only; where the connection then closes, breaks or falls silent is the fault's business.

export const FAULT_WIRES = ['openai-chat', 'openai-responses', 'anthropic', 'google', 'ollama'] as const;
export type FaultWire = (typeof FAULT_WIRES)[number];

/** Why a vendor says no; its words for each stand in fault-bodies.ts. */
export type Reason =
  | 'rate-limit'
  | 'server-error'
  | 'overloaded'
  | 'wrong-key'
  | 'expired-token'
  | 'no-credit'
  | 'model-missing'
  | 'bad-request'
  | 'policy'
  | 'too-long'
  | 'image-too-large'
  | 'too-many-images';

/** `malformed`: Google's word for a call that the model garbled; elsewhere an ordinary end. */
export type Stop = 'stop' | 'tool-calls' | 'length' | 'malformed';

export type Beat =
  | { readonly kind: 'reasoning' | 'text'; readonly text: string }
  /** `input` as it goes onto the wire. `open`: the call is begun, and its end never said. */
  | { readonly kind: 'call'; readonly tool: string; readonly input: string; readonly open?: boolean }
  | { readonly kind: 'end'; readonly stop: Stop }
  /** An error inside a stream that began as a success. */
  | { readonly kind: 'error'; readonly reason: Reason };

/** A stream as the bytes of its events, in order. `open` comes before anything is said. */
export interface Written {
  readonly contentType: string;
  readonly open: readonly string[];
  readonly said: readonly string[];
}

export const think = (text: string): Beat => ({ kind: 'reasoning', text });
export const speak = (text: string): Beat => ({ kind: 'text', text });
export const call = (tool: string, input: string, more: { readonly open?: boolean } = {}): Beat => ({
  kind: 'call',
  tool,
  input,
  ...more,
});
export const end = (stop: Stop = 'stop'): Beat => ({ kind: 'end', stop });
export const error = (reason: Reason): Beat => ({ kind: 'error', reason });
