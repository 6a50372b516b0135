// The deterministic model for demos and tests (P3, U2).

import type { Clock } from '../../engine/ports.ts';
import type { ModelCapabilities, ModelEvent, Provider } from '../../engine/provider.ts';
import { drain } from './drain.ts';

export const REHEARSAL_CAPABILITIES: ModelCapabilities = {
  window: 128_000,
  windowKnown: true,
  tools: true,
  images: false,
  reasoning: true,
  local: true,
};

export function createRehearsal(_options: { readonly clock: Clock; readonly pace: number }): Provider {
  const stream = async function* (): AsyncGenerator<ModelEvent, void> {
    yield { type: 'open' };
    yield { type: 'text-start', id: 'b1' };
    yield { type: 'text-delta', id: 'b1', delta: 'This is the rehearsal model.' };
    yield { type: 'text-end', id: 'b1' };
    yield { type: 'end', stop: 'stop', rawStop: 'stop' };
  };
  return {
    id: 'rehearsal',
    stamp: (model) => ({ provider: 'rehearsal', model, endpoint: 'in-page' }),
    stream,
    complete: () => drain(stream()),
    validateAuth: () => Promise.resolve({ ok: true, models: ['rehearsal'] }),
  };
}
