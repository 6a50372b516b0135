// OpenAI Chat Completions and everything that speaks it. What single vendors want otherwise stands in the presets, as
// data; here it is only carried out.

import type { Provider } from '../../engine/provider.ts';
import { readChatUsage } from '../../features/providers/providers.ts';
import '../../features/schema.ts';
import { createReasoningDetails } from './reasoning-details.ts';
import { createSdkProvider } from './sdk-wire.ts';
import type { WireOptions } from './wire-stream.ts';

export async function createOpenAiCompatible(options: WireOptions): Promise<Provider> {
  const { baseUrl, quirks = {} } = options.endpoint;
  const { thinking = 'text' } = quirks;
  // Imported late, and after schema.ts has told zod to compile nothing: else zod tries `new Function` as soon as the
  // package builds its schemas, which the policy of the page forbids and reports.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createSdkProvider(options, {
    wire: 'openai-chat',
    model: (name, send) =>
      createOpenAICompatible({
        name: 'chat',
        baseURL: baseUrl,
        includeUsage: quirks.asksForUsage !== false,
        fetch: send,
      }).chatModel(name),
    rules: ({ images, reasoning }) => ({
      images,
      imagesInResults: false,
      markErrors: false,
      // Models that don't think refuse the field.
      thinking: thinking === 'with-calls' && !reasoning ? 'never' : thinking,
      shortCallIds: quirks.shortCallIds === true,
      noUserAfterResults: quirks.noUserAfterResults === true,
    }),
    usage: ({ raw }) => readChatUsage(raw),
    ...(thinking === 'details' ? { extra: createReasoningDetails } : {}),
  });
}
