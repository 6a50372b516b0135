// A body of JSON lines, read as it comes, wherever its bytes are cut. A line that is no JSON is a broken stream.

import { FailureError, failure } from '../../engine/failures.ts';

const LONGEST_LINE = 16_000_000;

/** Ends early, without a word, when `signal` aborts. Throws what the connection throws. */
export async function* readLines(response: Response, signal: AbortSignal): AsyncGenerator<unknown, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  let waiting = '';
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      waiting += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = waiting.split('\n');
      waiting = done ? '' : (lines.pop() ?? '');
      if (waiting.length > LONGEST_LINE)
        throw new FailureError(failure('bad-stream', 'a line without an end'));
      for (const line of lines) if (line.trim() !== '') yield parse(line);
      if (done) return;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new FailureError(failure('bad-stream', 'a line that is no JSON'));
  }
}
