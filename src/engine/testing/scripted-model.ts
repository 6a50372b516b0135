// A model that says what a test wrote down, through the real `Provider` interface, and refuses to go on when a request
// breaks an invariant of the wire. It knows neither tools nor time.

import type { Failure } from '../failures.ts';
import { asId, type Json } from '../ids.ts';
import type { StopReason, Usage } from '../messages.ts';
import type { ModelCapabilities, ModelEvent, ModelRequest, Provider, ResolvedModel } from '../provider.ts';
import { wireProblems } from './wire-invariants.ts';

export interface ScriptedCall {
  readonly tool: string;
  /** A string goes out as it is, valid JSON or not. */
  readonly arguments?: Json;
  /** As the provider names it; missing: a new one. */
  readonly id?: string;
}

/** What the model says, in this order: reasoning, text, calls. */
export interface ScriptedReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  readonly stop?: StopReason;
  readonly usage?: Usage;
  /** Ends in `failure` before its event number `at` (0: before anything at all). */
  readonly fail?: { readonly at: number; readonly failure: Failure };
  /** Says nothing more from event number `hangAt` on, deaf to its signal. */
  readonly hangAt?: number;
  /** The stream ends before the last block does. */
  readonly cut?: boolean;
}

/** A text, a reply, or what comes out of the request. */
export type Script =
  | string
  | ScriptedReply
  | ((request: ModelRequest, index: number) => string | ScriptedReply);

export interface ScriptedModel extends Provider {
  /** Every request, in order. */
  readonly requests: readonly ModelRequest[];
  /** Requests that were neither answered to the end nor given up. */
  inFlight(): number;
}

/** Contract: a request that breaks a wire invariant, or one more than there are replies, throws: a bug, not a failure. */
export function scriptedModel(scripts: readonly Script[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  let inFlight = 0;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
    const index = requests.length;
    requests.push(structuredClone(request));
    const problems = wireProblems(request.messages);
    if (problems.length > 0) throw new TypeError(`request ${index + 1}: ${problems.join('; ')}`);
    const script = scripts[index] ?? (typeof scripts.at(-1) === 'function' ? scripts.at(-1) : undefined);
    if (script === undefined) throw new TypeError(`there is no reply for request ${index + 1}`);
    const said = typeof script === 'function' ? script(request, index) : script;
    const reply = typeof said === 'string' ? { text: said } : said;
    inFlight++;
    const end = (): void => void inFlight--;
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    let at = 0;
    for (const event of eventsOf(reply, index)) {
      if (reply.fail?.at === at) {
        signal.removeEventListener('abort', end);
        end();
        yield { type: 'fail', failure: reply.fail.failure };
        return;
      }
      if (reply.hangAt === at) await new Promise(() => undefined);
      if (event.type === 'end') {
        signal.removeEventListener('abort', end);
        end();
      }
      yield event;
      at++;
    }
  }

  return {
    id: 'scripted',
    requests,
    inFlight: () => inFlight,
    stamp: (model) => ({ provider: 'scripted', model, endpoint: 'memory' }),
    stream,
    complete: async (request, signal) => {
      let text = '';
      for await (const event of stream(request, signal)) {
        if (event.type === 'text-delta') text += event.delta;
        if (event.type === 'fail') return event.failure;
        if (event.type === 'end') return { text, stop: event.stop, usage: event.usage };
      }
      return { text, stop: 'other', usage: undefined };
    },
    validateAuth: () => Promise.resolve({ ok: true, models: ['one'] }),
  };
}

/** The model as a run takes it: a window of 100,000 tokens, no price. */
export function resolved(provider: Provider, more: Partial<ModelCapabilities> = {}): ResolvedModel {
  return {
    provider,
    model: 'one',
    name: 'scripted/one',
    capabilities: {
      window: 100_000,
      windowKnown: true,
      tools: true,
      images: false,
      reasoning: true,
      local: false,
      ...more,
    },
  };
}

export const call = (tool: string, args: Json = {}, id?: string): ScriptedReply => ({
  calls: [{ tool, arguments: args, ...(id === undefined ? {} : { id }) }],
});

export const calls = (...wanted: readonly ScriptedCall[]): ScriptedReply => ({ calls: wanted });

function eventsOf(reply: ScriptedReply, index: number): readonly ModelEvent[] {
  const events: ModelEvent[] = [{ type: 'open' }];
  const { reasoning, text } = reply;
  if (reasoning !== undefined) {
    events.push({ type: 'reasoning-start', id: 'r' });
    events.push({ type: 'reasoning-delta', id: 'r', delta: reasoning });
    events.push({ type: 'reasoning-end', id: 'r' });
  }
  if (text !== undefined) {
    events.push({ type: 'text-start', id: 't' });
    // Two deltas, cut where a careless joiner would get it wrong.
    const half = Math.ceil(text.length / 2);
    for (const delta of [text.slice(0, half), text.slice(half)])
      if (delta !== '') events.push({ type: 'text-delta', id: 't', delta });
    events.push({ type: 'text-end', id: 't' });
  }
  const asked = reply.calls ?? [];
  asked.forEach(({ tool, arguments: args = {}, id }, place) => {
    const block = `c${place}`;
    const callId = id ?? asId(`call-${index + 1}-${place + 1}`);
    events.push({ type: 'tool-input-start', id: block, tool });
    events.push({
      type: 'tool-input-delta',
      id: block,
      delta: typeof args === 'string' ? args : JSON.stringify(args),
    });
    events.push({ type: 'tool-input-end', id: block, callId });
  });
  if (reply.cut === true) events.pop();
  const stop = reply.stop ?? (reply.cut === true ? 'length' : asked.length > 0 ? 'tool-calls' : 'stop');
  events.push({ type: 'end', stop, ...(reply.usage === undefined ? {} : { usage: reply.usage }) });
  return events;
}
