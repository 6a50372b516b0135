// Which adapter speaks which wire: the one list for every platform. Each is loaded when its first account is used.

import { FailureError, failure } from '../../engine/failures.ts';
import type { BlobHash } from '../../engine/ids.ts';
import type { BlobStore, Clock } from '../../engine/ports.ts';
import type { MakeProvider, Wire } from '../../features/providers/providers.ts';
import type { FetchHttp } from '../http.ts';
import type { ModelHost } from '../model-host.ts';

export interface MakersOptions {
  readonly http: FetchHttp;
  readonly clock: Clock;
  readonly blobs: Pick<BlobStore, 'get'>;
  /** Missing: this platform has no page that a model could run in. */
  readonly models?: () => Promise<ModelHost>;
}

export function createMakers({
  http,
  clock,
  blobs,
  models,
}: MakersOptions): Readonly<Record<Wire, MakeProvider>> {
  const shared = { http, clock, readBlob: (hash: BlobHash) => blobs.get(hash) };
  return {
    'openai-chat': async (endpoint) =>
      (await import('./openai-compatible.ts')).createOpenAiCompatible({ ...shared, endpoint }),
    'openai-responses': async (endpoint) =>
      (await import('./openai-responses.ts')).createOpenAiResponses({ ...shared, endpoint }),
    anthropic: async (endpoint) =>
      (await import('./anthropic.ts')).createAnthropicWire({ ...shared, endpoint }),
    google: async (endpoint) => (await import('./google.ts')).createGoogleWire({ ...shared, endpoint }),
    'in-page': async (endpoint) => {
      if (models === undefined)
        throw new FailureError(failure('no-model', 'there is no page to run a model in'));
      return (await import('./in-page.ts')).createInPage({ ...shared, endpoint, models: await models() });
    },
    ollama: async (endpoint) => (await import('./ollama.ts')).createOllama({ ...shared, endpoint }),
  };
}
