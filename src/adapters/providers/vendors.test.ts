// Switching between vendors in mid-session (P5): what one vendor said goes to every other without its opaque parts, and
// back to itself byte for byte; no request that its format forbids. Usage and price of each, by hand (P10).

import { describe, expect, it } from 'vitest';
import { costOf } from '../../engine/cost.ts';
import { asId, type BlobHash, type CallId } from '../../engine/ids.ts';
import type { ModelStamp, RequestMessage, RequestPart } from '../../engine/messages.ts';
import type { ModelEvent } from '../../engine/provider.ts';
import { problemsIn } from './fixtures/judges.ts';
import { collect, eventStream, PIXEL, partsOf, question, serve } from './fixtures/server.ts';
import { type Vendor, vendors } from './fixtures/vendors.ts';

const never = new AbortController().signal;
const image: RequestPart = { type: 'image', mediaType: 'image/png', blob: asId<BlobHash>('ab') };
const user = (text: string, ...more: readonly RequestPart[]): RequestMessage => ({
  role: 'user',
  parts: [{ type: 'text', text }, ...more],
});
const tools = ['list_files', 'read_file'].map((name) => ({
  name,
  description: 'Does it.',
  input: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
}));

const answerOf =
  (vendor: Vendor) =>
  ({ url }: { readonly url: string }): Response =>
    url.endsWith('/api/show')
      ? Response.json({ capabilities: ['completion', 'tools', 'vision', 'thinking'] })
      : eventStream(vendor.body, vendor.contentType);

async function serverOf(vendor: Vendor) {
  const { name, wire, baseUrl, quirks, traits } = vendor;
  const server = await serve(answerOf(vendor), {
    provider: name,
    wire,
    baseUrl,
    local: wire === 'ollama',
    ...(quirks === undefined ? {} : { quirks }),
    ...(traits === undefined ? {} : { traits }),
  });
  return { ...server, stamp: server.provider.stamp(vendor.model ?? 'm') };
}

/** The reply of a vendor with its results, as the request builder hands it on: ids made unique by `mark`. */
function turnOf(
  events: readonly ModelEvent[],
  stamp: ModelStamp,
  mark: string,
  { images = true } = {},
): readonly RequestMessage[] {
  const parts = partsOf(events).map((part) =>
    part.type === 'tool-call' ? { ...part, callId: asId<CallId>(`${part.callId}${mark}`) } : part,
  );
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
  return [
    { role: 'assistant', parts, stamp },
    {
      role: 'tool',
      results: calls.map(({ callId, tool }, at) => ({
        callId,
        tool,
        ok: at === 0,
        text: `result ${at}`,
        ...(at === 1 && images
          ? { images: [{ type: 'image', mediaType: 'image/png', blob: asId<BlobHash>('ab') }] }
          : {}),
      })),
    },
  ];
}

/** What `messages` are on the wire of `vendor`, judged; and what it answers. */
async function send(vendor: Vendor, messages: readonly RequestMessage[]) {
  const { provider, sent, stamp } = await serverOf(vendor);
  const events = await collect(
    provider.stream(
      { ...question, model: vendor.model ?? question.model, messages, tools, sessionKey: 's1' },
      never,
    ),
  );
  expect(events.at(-1)).toMatchObject({ type: 'end', stop: 'tool-calls' });
  const body = sent.find(({ url }) => !/\/api\/(show|ps)$/.test(url))?.body ?? '';
  expect(problemsIn(vendor.wire, JSON.parse(body))).toEqual([]);
  if (vendor.wire === 'openai-responses') expect(JSON.parse(body)).toMatchObject({ store: false });
  return { body, events, stamp };
}

/** The other's messages don't count as own, so its stamp is not this one's: as the request builder does it. */
const foreign = (messages: readonly RequestMessage[], stamp: ModelStamp): readonly RequestMessage[] =>
  messages.flatMap((message): readonly RequestMessage[] => {
    if (message.role !== 'assistant' || message.stamp?.provider === stamp.provider) return [message];
    const parts = message.parts.flatMap((part) => {
      if (part.type === 'reasoning') return [];
      const { providerData: _, ...plain } = part;
      return [plain];
    });
    return [{ role: 'assistant', parts }];
  });

describe.each(vendors)('$name', (vendor) => {
  it('says what it says: thinking, text, two calls in order, each with its own id', async () => {
    const { events } = await send(vendor, [user('Look.')]);
    const parts = partsOf(events);
    expect(parts.filter(({ type }) => type !== 'reasoning')).toMatchObject([
      { type: 'text', text: 'Looking.' },
      { type: 'tool-call', tool: 'list_files', argumentsText: expect.stringContaining('"src"') },
      { type: 'tool-call', tool: 'read_file', argumentsText: expect.stringContaining('"a.png"') },
    ]);
    const ids = parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
    expect(new Set(ids).size).toBe(2);
  });

  it('gets its own thinking back byte for byte, also after others have spoken in between', async () => {
    const first = await send(vendor, [user('Look.', image)]);
    const own = turnOf(first.events, first.stamp, '_a');
    const again = await send(vendor, [user('Look.', image), ...own]);
    for (const piece of vendor.returns) expect(again.body).toContain(piece);
    for (const other of vendors) {
      if (other === vendor) continue;
      const history = [user('Look.', image), ...own, user('And you?')];
      const theirs = await send(other, foreign(history, (await serverOf(other)).stamp));
      const more = [...history, ...turnOf(theirs.events, theirs.stamp, '_b'), user('And again?')];
      const { body } = await send(vendor, foreign(more, first.stamp));
      for (const piece of vendor.returns) expect(body, `after ${other.name}`).toContain(piece);
    }
  });

  it.each(vendors.filter((other) => other !== vendor))(
    'sends nothing of its own to $name, but images and calls',
    async (other) => {
      const first = await send(vendor, [user('Look.', image)]);
      const history = [user('Look.', image), ...turnOf(first.events, first.stamp, '_a'), user('And you?')];
      // As it stands in the log, without the request builder's help: the adapter looks at the stamp itself.
      const { body } = await send(other, history);
      for (const piece of vendor.secret) expect(body).not.toContain(piece);
      expect(body).toContain('list_files');
      expect(body).toContain('result 1');
      expect(body.split(PIXEL)).toHaveLength(3);
    },
  );

  it.each(vendors.filter((other) => other !== vendor))(
    'is taken over from by $name in the middle of a turn, right after the results',
    async (other) => {
      const first = await send(vendor, [user('Look.', image)]);
      // An image would go as a message of the person behind the results, and begin a turn of its own.
      const plain = { images: false };
      const history = [user('Look.', image), ...turnOf(first.events, first.stamp, '_a', plain)];
      const { stamp } = await serverOf(other);
      const theirs = turnOf((await send(other, foreign(history, stamp))).events, stamp, '_b', plain);
      await send(other, foreign([...history, ...theirs], stamp));
      await send(vendor, foreign([...history, ...theirs], first.stamp));
    },
  );

  it('takes an image as the whole of a result', async () => {
    const [call, result] = turnOf(
      (await send(vendor, [user('Look.')])).events,
      (await serverOf(vendor)).stamp,
      '_a',
    );
    if (call === undefined || result?.role !== 'tool') throw new Error('fixture');
    const results = result.results.map((one) => ({ ...one, text: '' }));
    const { body } = await send(vendor, [user('Look.'), call, { role: 'tool', results }]);
    expect(body).toContain(PIXEL);
  });

  it('without eyes it is told where images were', async () => {
    const { name, wire, baseUrl, quirks } = vendor;
    const { provider, sent } = await serve(answerOf(vendor), {
      provider: name,
      wire,
      baseUrl,
      ...(quirks === undefined ? {} : { quirks }),
      traits: { ...vendor.traits, images: false },
    });
    const first = await send(vendor, [user('Look.', image)]);
    const messages = [user('Look.', image), ...turnOf(first.events, first.stamp, '_a')];
    await collect(
      provider.stream({ ...question, model: vendor.model ?? question.model, messages, tools }, never),
    );
    const body = sent.find(({ url }) => !/\/api\/(show|ps)$/.test(url))?.body ?? '';
    expect(body).not.toContain(PIXEL);
    expect(body.split('this model does not take images')).toHaveLength(3);
    expect(problemsIn(wire, JSON.parse(body))).toEqual([]);
  });
});

describe('usage, normalised once', () => {
  const none = { cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  // The input of Anthropic excludes what was cached: 10 + 3 read + 5 written.
  it.each([
    [
      'anthropic',
      { inputTokens: 18, cachedTokens: 3, cacheWriteTokens: 5, outputTokens: 40, reasoningTokens: 0 },
    ],
    [
      'openai',
      { inputTokens: 18, cachedTokens: 3, cacheWriteTokens: 0, outputTokens: 40, reasoningTokens: 25 },
    ],
    // Thoughts are counted beside the answer: 15 + 25.
    [
      'google',
      { inputTokens: 18, cachedTokens: 3, cacheWriteTokens: 0, outputTokens: 40, reasoningTokens: 25 },
    ],
    [
      'openrouter',
      { inputTokens: 18, cachedTokens: 3, cacheWriteTokens: 0, outputTokens: 40, reasoningTokens: 25 },
    ],
    [
      'deepseek',
      { inputTokens: 18, cachedTokens: 3, cacheWriteTokens: 0, outputTokens: 40, reasoningTokens: 25 },
    ],
    ['ollama', { inputTokens: 18, outputTokens: 40, ...none }],
  ])('of %s', async (name, expected) => {
    const vendor = vendors.find((one) => one.name === name);
    if (vendor === undefined) throw new Error(name);
    const { events } = await send(vendor, [user('Look.')]);
    expect(events.at(-1)).toMatchObject({ usage: expected });
  });

  it('costs what the price list says: plain, read, written and said apart', () => {
    const usage = {
      inputTokens: 18,
      cachedTokens: 3,
      cacheWriteTokens: 5,
      outputTokens: 40,
      reasoningTokens: 0,
    };
    // (18 − 3 − 5) × 4 + 3 × 0.2 + 5 × 5 + 40 × 20 = 40 + 0.6 + 25 + 800 dollars per million
    expect(costOf(usage, { input: 4, output: 20, cached: 0.2, cacheWrite: 5 })).toBeCloseTo(865.6e-6, 12);
  });
});
