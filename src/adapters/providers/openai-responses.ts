// OpenAI Responses. Nothing is kept on the vendor's side: thinking comes encrypted and goes back so. The session's cache
// key is hashed to the length that the vendor takes (P6).

import type { Provider } from '../../engine/provider.ts';
import '../../features/schema.ts';
import { createHasher } from '../hash.ts';
import { createSdkProvider, NO_KEY } from './sdk-wire.ts';
import type { WireOptions } from './wire-stream.ts';

const KEY_LENGTH = 64;

export async function createOpenAiResponses(options: WireOptions): Promise<Provider> {
  const { baseUrl } = options.endpoint;
  const { createOpenAI } = await import('@ai-sdk/openai');
  const hasher = createHasher();
  return createSdkProvider(options, {
    wire: 'openai-responses',
    model: (name, send) => createOpenAI({ baseURL: baseUrl, apiKey: NO_KEY, fetch: send }).responses(name),
    rules: ({ images }) => ({
      images,
      imagesInResults: false,
      markErrors: false,
      thinking: 'sealed',
      shortCallIds: false,
      noUserAfterResults: false,
    }),
    settle: async (call, { sessionKey }, { reasoning }) => ({
      ...call,
      providerOptions: {
        openai: {
          store: false,
          ...(reasoning ? { include: ['reasoning.encrypted_content'], forceReasoning: true } : {}),
          ...(sessionKey === undefined
            ? {}
            : { promptCacheKey: (await hasher.hash(sessionKey)).slice(0, KEY_LENGTH) }),
        },
      },
    }),
    // A reply that came to its end has no reason on this wire.
    finish: ({ unified, raw }) => ({
      unified,
      raw: raw ?? (unified === 'interrupted' || unified === 'error' ? undefined : 'completed'),
    }),
  });
}
