// Which adapter speaks which wire: the one list for every platform. Each is loaded when its first account is used.

import type { BlobStore, Clock } from '../../engine/ports.ts';
import type { MakeProvider, Wire } from '../../features/providers/providers.ts';
import type { FetchHttp } from '../http.ts';

export interface MakersOptions {
  readonly http: FetchHttp;
  readonly clock: Clock;
  readonly blobs: Pick<BlobStore, 'get'>;
}

export function createMakers({ http, clock, blobs }: MakersOptions): Readonly<Record<Wire, MakeProvider>> {
  return {
    'openai-chat': async (endpoint) => {
      const { createOpenAiCompatible } = await import('./openai-compatible.ts');
      return createOpenAiCompatible({ endpoint, http, clock, readBlob: (hash) => blobs.get(hash) });
    },
  };
}
