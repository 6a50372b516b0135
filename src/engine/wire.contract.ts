// Sends our messages through the real chat wire into a port that answers nothing, and asks the independent judge of
// chat requests what a server would say to the bytes.

import { refusals } from '../../e2e/model-server/validate-chat.ts';
import { createOpenAiCompatible } from '../adapters/providers/openai-compatible.ts';
import type { ModelStamp, RequestMessage } from './messages.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

export interface WireJudge {
  /** Whose messages go back as its own. */
  readonly stamp: ModelStamp;
  /** What a server would refuse; empty: nothing. */
  refusals(messages: readonly RequestMessage[]): Promise<readonly unknown[]>;
}

export async function createWireJudge(): Promise<WireJudge> {
  const bodies: string[] = [];
  const provider = await createOpenAiCompatible({
    endpoint: {
      provider: 'b',
      baseUrl: 'http://localhost:1',
      local: true,
      key: async () => undefined,
      capabilities: async () => ({
        window: 32_768,
        windowKnown: true,
        tools: true,
        images: true,
        reasoning: true,
        local: true,
      }),
    },
    clock: createVirtualClock(),
    readBlob: async () => new Uint8Array([1, 2, 3]),
    http: {
      entries: () => [],
      fetch: async ({ body }) => {
        if (typeof body === 'string') bodies.push(body);
        return new Response('{"error":{"message":"not today"}}', {
          status: 500,
          headers: { 'content-type': 'application/json' },
        });
      },
    },
  });
  return {
    stamp: provider.stamp('one'),
    refusals: async (messages) => {
      bodies.length = 0;
      const request = { role: 'main', model: 'one', system: 'Be good.', messages, tools: [] } as const;
      for await (const { type } of provider.stream(request, new AbortController().signal))
        if (type === 'end') throw new TypeError('nobody was to answer');
      const [body, ...more] = bodies;
      if (body === undefined || more.length > 0) throw new TypeError(`${bodies.length} requests`);
      return refusals(body);
    },
  };
}
