// Models in this very page, behind the same provider as a server's: the request goes into the model's own chat template,
// what it says is read for calls. How the model is fetched, loaded and run is the host's.

import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { type Failure, FailureError, asFailure, failure } from '../../engine/failures.ts';
import type { Json, JsonObject } from '../../engine/ids.ts';
import type { RequestMessage } from '../../engine/messages.ts';
import type { ModelEvent, ModelRequest } from '../../engine/provider.ts';
import {
  findInPageModel,
  type InPageModel,
  type PullingProvider,
} from '../../features/providers/providers.ts';
import type { ModelHost, Said } from '../model-host.ts';
import type { ModelJob } from '../model-talk.ts';
import { chatMessages } from './ollama-prompt.ts';
import { createPartEvents } from './part-events.ts';
import { callOptions } from './prompt.ts';
import { createSpokenReader, type Spoken } from './spoken-calls.ts';
import { createWireProvider, type Listener, type WireOptions } from './wire-stream.ts';

export interface InPageOptions extends WireOptions {
  readonly models: ModelHost;
}

export function createInPage(options: InPageOptions): Promise<PullingProvider> {
  const { models, readBlob } = options;
  const wire = createWireProvider(options, {
    wire: 'in-page',
    begin: async ({ request, signal }) => {
      const model = known(request.model);
      const job = await jobOf(request, model);
      return (listener) => read(models.run(model, job, signal), request, signal, listener);
    },
  });

  async function jobOf(request: ModelRequest, model: InPageModel): Promise<ModelJob> {
    const { prompt, maxOutputTokens } = await callOptions(
      model.readsDates ? request : { ...request, messages: request.messages.map(withoutDate) },
      wire.stamp(request.model),
      {
        images: false,
        imagesInResults: false,
        markErrors: false,
        thinking: 'never',
        shortCallIds: false,
        noUserAfterResults: false,
      },
      readBlob,
    );
    return {
      messages: prompt.flatMap(chatMessages).map(forTemplate),
      // There is no way to list tools and forbid them: what may not be called isn't listed.
      tools: toolsOf(request).map(({ name, description, input }) => ({
        type: 'function',
        function: { name, description, parameters: input },
      })),
      window: model.window,
      maxOutput: Math.min(maxOutputTokens ?? model.maxOutput, model.maxOutput),
    };
  }

  return Promise.resolve({
    ...wire,
    pull: async (id, progress, signal): Promise<Failure | undefined> => {
      try {
        await models.fetch(
          known(id),
          (completed, total) => progress({ status: '', completed, total }),
          signal,
        );
        return undefined;
      } catch (thrown) {
        return asFailure(thrown, 'connection-lost');
      }
    },
  });
}

function known(id: string): InPageModel {
  const model = findInPageModel(id);
  if (model === undefined)
    throw new FailureError(
      failure('model-missing', `no model ${id} runs in this page`, { facts: { model: id } }),
    );
  return model;
}

/** The engine lets the date ride with what the person says, as a part of its own. */
const DATE = /^\(Sent on \d{4}-\d\d-\d\d, UTC\.\)$/;

function withoutDate(message: RequestMessage): RequestMessage {
  if (message.role !== 'user') return message;
  return { ...message, parts: message.parts.filter((part) => part.type !== 'text' || !DATE.test(part.text)) };
}

const toolsOf = ({ tools, toolChoice }: ModelRequest): ModelRequest['tools'] =>
  toolChoice === undefined ? tools : [];

/** As templates know calls and results. */
function forTemplate(message: object): JsonObject {
  const fields = message as Readonly<Record<string, Json>>;
  const { tool_calls: calls, tool_name: name, ...rest } = fields;
  return {
    ...rest,
    ...(name === undefined ? {} : { name }),
    ...(Array.isArray(calls)
      ? { tool_calls: calls.map((call) => ({ type: 'function', ...(call as JsonObject) })) }
      : {}),
  };
}

async function* read(
  said: AsyncIterable<Said>,
  request: ModelRequest,
  signal: AbortSignal,
  listener: Listener,
): AsyncGenerator<ModelEvent, void> {
  const reader = createSpokenReader(toolsOf(request).map(({ name }) => name));
  const events = createPartEvents();
  const out: ModelEvent[] = [];
  let calls = 0;
  const take = (spoken: readonly Spoken[]): void => {
    for (const one of spoken) {
      if (one.type === 'call') calls += 1;
      events.take(partOf(one, `call${calls}`), out);
    }
  };
  listener.wait();
  for await (const message of said) {
    if (signal.aborted) return;
    listener.rest();
    switch (message.type) {
      case 'begun':
        break;
      case 'text':
        take(reader.push(message.delta));
        listener.content();
        yield* out.splice(0);
        break;
      case 'too-long':
        throw new FailureError(
          failure('context-overflow', `the request has ${message.inputTokens} tokens`, {
            facts: { model: request.model },
          }),
        );
      case 'run-failed':
        throw new FailureError(failure('server-error', `the model stopped: ${message.message}`));
      case 'ended': {
        take(reader.end());
        const raw = message.why === 'length' ? 'length' : 'stop';
        const finished = events.finish({ unified: 'other', raw });
        if (!finished.ok) throw new FailureError(failure(finished.code, finished.message));
        events.close(out);
        yield* out.splice(0);
        const { inputTokens, outputTokens } = message;
        yield {
          type: 'end',
          stop: finished.stop,
          rawStop: raw,
          usage: { inputTokens, outputTokens, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
        };
        return;
      }
    }
    listener.wait();
  }
  if (!signal.aborted) throw new FailureError(failure('bad-stream', 'the model ended without saying why'));
}

function partOf(spoken: Spoken, callId: string): LanguageModelV4StreamPart {
  return spoken.type === 'call'
    ? { type: 'tool-call', toolCallId: callId, toolName: spoken.tool, input: spoken.argumentsText }
    : { type: `${spoken.type}-delta`, id: spoken.type, delta: spoken.delta };
}
