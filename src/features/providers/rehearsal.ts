// The deterministic model for demos and tests (P3, U2): plays a part, has no intelligence, and says so. Each reply
// follows from the request alone: the task, the tools offered, the results so far. It asks nobody anything.

import type { Clock } from '../../engine/ports.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../engine/provider.ts';
import { cutHead } from '../../engine/text.ts';
import { drain } from './drain.ts';
import { REHEARSAL } from './presets.ts';
import { explore } from './rehearsal-explore.ts';
import { type Reply, speak } from './rehearsal-speech.ts';
import { playTask } from './rehearsal-tasks.ts';
import { type View, viewOf } from './rehearsal-view.ts';

export interface RehearsalOptions {
  readonly clock: Clock;
  /** 1 = as people see it; 0 = without waits. */
  readonly pace: number;
}

export function createRehearsal(voice: RehearsalOptions): Provider {
  const stream = async function* (
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void> {
    if (signal.aborted) return;
    const view = viewOf(request);
    yield* speak(replyTo(request, view), request, view.calls, voice, signal);
  };
  return {
    id: REHEARSAL,
    stamp: (model) => ({ provider: REHEARSAL, model, endpoint: 'in-page' }),
    stream,
    complete: (request, signal) => drain(stream(request, signal)),
    validateAuth: () => Promise.resolve({ ok: true, models: [REHEARSAL] }),
  };
}

function replyTo(request: ModelRequest, view: View): Reply {
  if (request.role === 'title') return { say: titleOf(view.asked) };
  if (request.role === 'summarizer') return { say: summaryOf(request) };
  return playTask(view) ?? explore(view);
}

function titleOf(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  const words = line.trim().split(/\s+/).slice(0, 7).join(' ');
  return cutHead(words, 48).replace(/[\s,.;:!?，。；：！？…]+$/u, '');
}

/** The first words of everything said: nothing in it that was not said. */
function summaryOf(request: ModelRequest): string {
  const lines = request.messages.flatMap((message) => {
    if (message.role === 'tool') return [];
    const said = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
    const short = cutHead(said.replace(/\s+/g, ' ').trim(), 200);
    return short === '' ? [] : [`- ${message.role}: ${short}`];
  });
  return lines.join('\n');
}
