// Sends our messages through a real wire into a port that answers nothing, and asks the independent judge of that
// wire's vendor what a server would say to the bytes.

import { problemsIn } from '../adapters/providers/fixtures/judges.ts';
import { PIXEL } from '../adapters/providers/fixtures/server.ts';
import { createMakers } from '../adapters/providers/makers.ts';
import type { Wire } from '../features/providers/providers.ts';
import type { ModelStamp, RequestMessage } from './messages.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';

export interface WireJudge {
  /** Whose messages go back as its own. */
  readonly stamp: ModelStamp;
  /** What a server would refuse; empty: nothing. */
  refusals(messages: readonly RequestMessage[]): Promise<readonly unknown[]>;
}

const tools = ['read_file', 'write_file'].map((name) => ({
  name,
  description: 'Does it.',
  input: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
}));

export async function createWireJudge(wire: Wire = 'openai-chat', model = 'one'): Promise<WireJudge> {
  const bodies: string[] = [];
  const makers = createMakers({
    clock: createVirtualClock(),
    blobs: { get: async () => Uint8Array.from(atob(PIXEL), (byte) => byte.charCodeAt(0)) },
    http: {
      entries: () => [],
      read: Promise.resolve(),
      fetch: async ({ body, url }) => {
        if (typeof body === 'string' && !url.endsWith('/api/show')) bodies.push(body);
        return new Response('{"error":{"message":"not today"}}', {
          status: 500,
          headers: { 'content-type': 'application/json' },
        });
      },
    },
  });
  const provider = await makers[wire]({
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
  });
  return {
    stamp: provider.stamp(model),
    refusals: async (messages) => {
      bodies.length = 0;
      const request = { role: 'main', model, system: 'Be good.', messages, tools } as const;
      for await (const { type } of provider.stream(request, new AbortController().signal))
        if (type === 'end') throw new TypeError('nobody was to answer');
      const [body, ...more] = bodies;
      if (body === undefined || more.length > 0) throw new TypeError(`${bodies.length} requests`);
      return problemsIn(wire, body, model);
    },
  };
}
