// One model call: takes a provider's stream, passes its deltas on, and ends with the message it made. Decides
// nothing about retries; a broken stream comes back with what had been said.

import { orAborted, type Stop, untilAborted } from './abort.ts';
import type { LiveEvent, RunEvent } from './events.ts';
import { failure, type Failure } from './failures.ts';
import type { CallId, Json } from './ids.ts';
import type { AssistantPart, StopReason, ToolCallPart, Usage } from './messages.ts';
import type { ModelEvent, ModelRequest, Provider } from './provider.ts';
import type { Relay } from './relay.ts';
import { wellFormed } from './text.ts';

export interface TurnResult {
  readonly parts: readonly AssistantPart[];
  readonly stop: StopReason;
  readonly rawStop?: string;
  readonly usage?: Usage;
  /** Set where the stream broke; `parts` is then what had come. */
  readonly failure?: Failure;
  readonly aborted: boolean;
  /** Text or a tool call had begun (E7, P7). */
  readonly hadContent: boolean;
}

interface Open {
  readonly part: 'text' | 'reasoning' | 'tool-input';
  readonly tool: string;
  readonly index: number;
  text: string;
}

/** `signal` closes the connection, `stop` ends the waiting; both abort together. `callId` turns the provider's id into one that is unique in the session. */
export async function streamTurn(
  provider: Provider,
  request: ModelRequest,
  callId: (wanted: string) => CallId,
  signal: AbortSignal,
  stop: Stop,
  relay: Relay<RunEvent>,
): Promise<TurnResult> {
  const parts: (AssistantPart | undefined)[] = [];
  const open = new Map<string, Open>();
  let hadContent = false;

  const begin = (event: Extract<ModelEvent, { type: `${string}-start` }>): LiveEvent => {
    const part =
      event.type === 'text-start' ? 'text' : event.type === 'reasoning-start' ? 'reasoning' : 'tool-input';
    const tool = event.type === 'tool-input-start' ? event.tool : '';
    open.set(event.id, { part, tool, index: parts.length, text: '' });
    parts.push(undefined);
    if (part !== 'reasoning') hadContent = true;
    return part === 'tool-input'
      ? { type: 'part-start', part, id: event.id, tool }
      : { type: 'part-start', part, id: event.id };
  };
  const close = (
    id: string,
    providerData: Json | undefined,
    wanted: string | undefined,
  ): LiveEvent | undefined => {
    const block = open.get(id);
    if (block === undefined) return undefined;
    open.delete(id);
    const data = providerData === undefined ? {} : { providerData };
    if (block.part === 'tool-input') {
      const call: ToolCallPart = {
        type: 'tool-call',
        callId: callId(wanted ?? ''),
        tool: block.tool,
        argumentsText: wellFormed(block.text),
        ...data,
      };
      parts[block.index] = call;
    } else if (block.part === 'reasoning') {
      parts[block.index] = { type: 'reasoning', text: wellFormed(block.text), ...data };
    } else if (block.text !== '') {
      parts[block.index] = { type: 'text', text: wellFormed(block.text), ...data };
    }
    return { type: 'part-end', part: block.part, id };
  };
  const settle = (): AssistantPart[] => {
    for (const id of [...open.keys()]) close(id, undefined, undefined);
    return parts.filter((part) => part !== undefined);
  };
  const broken = (cause: Failure): TurnResult => ({
    parts: settle(),
    stop: 'other',
    failure: cause,
    aborted: false,
    hadContent,
  });

  for await (const event of untilAborted(provider.stream(request, signal), stop)) {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'tool-input-delta': {
        const block = open.get(event.id);
        if (block === undefined) break;
        block.text += event.delta;
        relay.pass({ type: 'part-delta', part: block.part, id: event.id, delta: event.delta });
        break;
      }
      case 'text-start':
      case 'reasoning-start':
      case 'tool-input-start':
        relay.pass(begin(event));
        break;
      case 'text-end':
      case 'reasoning-end':
      case 'tool-input-end': {
        const ended = close(
          event.id,
          event.providerData,
          event.type === 'tool-input-end' ? event.callId : undefined,
        );
        if (ended !== undefined) relay.pass(ended);
        break;
      }
      case 'fail':
        return broken(event.failure);
      case 'end': {
        // A call that is still open was cut: it is kept, so that the model can be told, and never run (E11, E18).
        const cut = [...open.values()].some((block) => block.part === 'tool-input');
        const result = {
          parts: settle(),
          stop: cut ? 'length' : event.stop,
          aborted: false,
          hadContent,
        } as const;
        return {
          ...result,
          ...(event.rawStop === undefined ? {} : { rawStop: event.rawStop }),
          ...(event.usage === undefined ? {} : { usage: event.usage }),
        };
      }
      case 'open':
        break;
    }
    const lag = relay.room();
    if (lag !== undefined) await orAborted(lag, stop);
  }
  if (stop.aborted) return { parts: settle(), stop: 'other', aborted: true, hadContent };
  return broken(failure('bad-stream', 'the stream ended without an end'));
}
