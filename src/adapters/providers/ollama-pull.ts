// Lets an Ollama server fetch a model, and tells how far it is. The server goes on by itself where it had stopped.

import { asFailure, type Failure, FailureError, failure } from '../../engine/failures.ts';
import type { PullProgress, WireContext } from '../../features/providers/providers.ts';
import { classifyStreamError } from '../../features/providers/providers.ts';
import { readLines } from './json-lines.ts';
import { post, type WireOptions } from './wire-stream.ts';

export async function pullModel(
  { endpoint, http, clock }: Pick<WireOptions, 'endpoint' | 'http' | 'clock'>,
  model: string,
  progress: (step: PullProgress) => void,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const { host } = new URL(endpoint.baseUrl);
  const key = await endpoint.key();
  if (typeof key === 'object') return key;
  const context: WireContext = { host, model, now: clock.now(), secret: key };
  try {
    const response = await post(http, {
      wire: 'ollama',
      url: `${endpoint.baseUrl}/api/pull`,
      key,
      body: JSON.stringify({ model, stream: true }),
      signal,
      context,
      takes: /ndjson|^$|octet-stream|text\/plain/i,
    });
    for await (const line of readLines(response, signal)) {
      const { error, status, completed, total } = line as Readonly<Record<string, unknown>>;
      if (error !== undefined) return classifyStreamError({ error }, context);
      if (status === 'success') return undefined;
      progress({
        status: typeof status === 'string' ? status : '',
        ...(typeof completed === 'number' ? { completed } : {}),
        ...(typeof total === 'number' ? { total } : {}),
      });
    }
    throw new FailureError(
      failure('connection-lost', signal.aborted ? 'given up' : 'the server stopped half-way'),
    );
  } catch (thrown) {
    const found = asFailure(thrown, 'connection-lost');
    return { ...found, facts: { host, ...found.facts } };
  }
}
