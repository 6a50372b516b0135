// `complete` on top of `stream` (P1): the same events, without a second path. Shared by every provider.

import { type Failure, failure } from '../../engine/failures.ts';
import type { StopReason, Usage } from '../../engine/messages.ts';
import type { Completion, ModelEvent } from '../../engine/provider.ts';

/** A stream that ends without `end` or `fail` was aborted: that comes back as `connection-lost`. */
export async function drain(events: AsyncIterable<ModelEvent>): Promise<Completion | Failure> {
  let text = '';
  let stop: StopReason | undefined;
  let usage: Usage | undefined;
  for await (const event of events) {
    if (event.type === 'text-delta') text += event.delta;
    else if (event.type === 'fail') return event.failure;
    else if (event.type === 'end') ({ stop, usage } = event);
  }
  return stop === undefined ? failure('connection-lost', 'given up') : { text, stop, usage };
}
