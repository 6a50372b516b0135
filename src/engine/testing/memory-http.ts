// The in-memory Http port: answers from a script, keeps what it was asked. No stream: the body is whole text.

import { FailureError, type FailureCode, failure } from '../failures.ts';
import type { Http, HttpRequest } from '../ports.ts';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `hang`: no answer until the request is aborted. */
export type HttpScript = (request: HttpRequest) => ScriptedAnswer | FailureCode | 'hang';

export interface MemoryHttp extends Http {
  /** Oldest first. */
  readonly requests: readonly HttpRequest[];
}

export function createMemoryHttp(script: HttpScript): MemoryHttp {
  const requests: HttpRequest[] = [];
  return {
    requests,
    fetch: (request) => {
      requests.push(request);
      const answer = script(request);
      if (answer === 'hang') return hang(request.signal);
      if (typeof answer === 'string') return Promise.reject(new FailureError(failure(answer, 'scripted')));
      const { status = 200, headers = {}, body = '' } = answer;
      const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      return Promise.resolve({
        ok: status >= 200 && status <= 299,
        status,
        url: request.url,
        headers: { get: (name: string) => lower.get(name.toLowerCase()) ?? null },
        text: () => Promise.resolve(body),
      });
    },
  };
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const give = (): void => reject(new FailureError(failure('connection-lost', 'given up')));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}
