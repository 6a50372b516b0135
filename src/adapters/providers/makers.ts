// Which adapter speaks which wire: the one list for every platform. Each is loaded when its first account is used.

import type { BlobHash } from '../../engine/ids.ts';
import type { BlobStore, Clock } from '../../engine/ports.ts';
import type { MakeProvider, Wire } from '../../features/providers/providers.ts';
import type { FetchHttp } from '../http.ts';

export interface MakersOptions {
  readonly http: FetchHttp;
  readonly clock: Clock;
  readonly blobs: Pick<BlobStore, 'get'>;
}

export function createMakers({ http, clock, blobs }: MakersOptions): Readonly<Record<Wire, MakeProvider>> {
  const shared = { http, clock, readBlob: (hash: BlobHash) => blobs.get(hash) };
  return {
    'openai-chat': async (endpoint) =>
      (await import('./openai-compatible.ts')).createOpenAiCompatible({ ...shared, endpoint }),
    'openai-responses': async (endpoint) =>
      (await import('./openai-responses.ts')).createOpenAiResponses({ ...shared, endpoint }),
    anthropic: async (endpoint) =>
      (await import('./anthropic.ts')).createAnthropicWire({ ...shared, endpoint }),
    google: async (endpoint) => (await import('./google.ts')).createGoogleWire({ ...shared, endpoint }),
    ollama: async (endpoint) => (await import('./ollama.ts')).createOllama({ ...shared, endpoint }),
  };
}
