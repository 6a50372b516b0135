// The wall between ports that reject and tools that answer: a port's failure becomes a result, anything else is a
// bug and goes on.

import { type Failure, failure, FailureError } from '../../engine/failures.ts';
import type { ToolOutput } from '../../engine/tool.ts';

export async function attempt(work: () => Promise<ToolOutput>): Promise<ToolOutput> {
  const output = await failing(work);
  return 'code' in output ? { ok: false, failure: output } : output;
}

/** The same for any answer that is not a failure itself. */
export async function failing<T extends object>(work: () => Promise<T>): Promise<T | Failure> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof FailureError) return thrown.failure;
    throw thrown;
  }
}

/** Contract: throws a `FailureError`; nothing that has an effect comes after it in an aborted call. */
export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new FailureError(failure('interrupted', 'Stopped before it was done.'));
}
