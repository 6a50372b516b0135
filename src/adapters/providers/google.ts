// Google Gemini. Signatures of thoughts ride on thoughts, texts and calls alike, and go back with them.

import type { Provider } from '../../engine/provider.ts';
import '../../features/schema.ts';
import { createSdkProvider, NO_KEY } from './sdk-wire.ts';
import type { WireOptions } from './wire-stream.ts';

export async function createGoogleWire(options: WireOptions): Promise<Provider> {
  const { baseUrl } = options.endpoint;
  const { createGoogle } = await import('@ai-sdk/google');
  let ids = 0;
  // The engine makes ids unique; random ones would make each replay another.
  const generateId = (): string => `g${(ids += 1)}`;
  return createSdkProvider(options, {
    wire: 'google',
    model: (name, send) =>
      createGoogle({ baseURL: baseUrl, apiKey: NO_KEY, generateId, fetch: send }).chat(name),
    rules: ({ images }) => ({
      images,
      imagesInResults: false,
      markErrors: true,
      thinking: 'sealed',
      shortCallIds: false,
      noUserAfterResults: false,
    }),
    settle: (call, { role }, { reasoning }) =>
      reasoning && role !== 'title'
        ? { ...call, providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
        : call,
  });
}
