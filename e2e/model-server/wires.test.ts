// Holds the wires of the vendors to what the server promises of each: keys, headers, lists, errors in the vendor's form,
// and that a seal which is not returned, or returned changed, is noticed.

import { afterEach, describe, expect, test } from 'vitest';
import { allWires } from './all-wires.ts';
import { isList, isRecord } from './problem.ts';
import { callTool, say } from './reply.ts';
import { type ModelServer, startModelServer } from './server.ts';
import { schema } from './vendor-rows.ts';
import { anthropicWire } from './wire-anthropic.ts';
import type { VendorWire } from './wire.ts';

const servers: ModelServer[] = [];

const start = async (wire: VendorWire, apiKey?: string): Promise<ModelServer> => {
  const server = await startModelServer({
    wire,
    models: ['one'],
    script: ({ steps }) =>
      steps.length === 0
        ? callTool('read_file', { path: 'a.txt' }, { reasoning: ['Hm, ', 'a.txt.'] })
        : say('Done.'),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  servers.push(server);
  return server;
};

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

type Json = Record<string, unknown>;
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => {
    if (isList(inner)) return inner[Number(key)];
    return isRecord(inner) ? inner[key] : undefined;
  }, value);

/** How a request is made by hand: the first one, and the next, which returns what `edit` leaves of the answer. */
type Hand = {
  path: string;
  headers: Record<string, string>;
  first: Json;
  next(answer: unknown, edit: (part: unknown) => unknown): Json;
};

const version = { 'anthropic-version': '2023-06-01' };
const declared = { name: 'read_file', description: 'Reads a file.' };
const thought = 'reasoning.encrypted_content';

const hands: Readonly<Record<string, Hand>> = {
  anthropic: {
    path: '/messages',
    headers: version,
    first: {
      model: 'one',
      max_tokens: 100,
      tools: [{ ...declared, input_schema: schema }],
      messages: [{ role: 'user', content: 'Read a.txt' }],
    },
    next: (answer, edit) => {
      const blocks = at(answer, 'content');
      const result = { type: 'tool_result', tool_use_id: at(blocks, 1, 'id'), content: 'x' };
      return {
        ...hands['anthropic']?.first,
        messages: [
          { role: 'user', content: 'Read a.txt' },
          { role: 'assistant', content: [edit(at(blocks, 0)), at(blocks, 1)].filter(Boolean) },
          { role: 'user', content: [result] },
        ],
      };
    },
  },
  responses: {
    path: '/responses',
    headers: {},
    first: {
      model: 'one',
      store: false,
      include: [thought],
      tools: [{ type: 'function', ...declared, parameters: schema }],
      input: [{ role: 'user', content: 'Read a.txt' }],
    },
    next: (answer, edit) => {
      const items = at(answer, 'output');
      const output = { type: 'function_call_output', call_id: at(items, 1, 'call_id'), output: 'x' };
      return {
        ...hands['responses']?.first,
        input: [
          { role: 'user', content: 'Read a.txt' },
          ...[edit(at(items, 0)), at(items, 1), output].filter(Boolean),
        ],
      };
    },
  },
  gemini: {
    path: '/models/one:generateContent',
    headers: {},
    first: {
      tools: [{ functionDeclarations: [{ ...declared, parameters: schema }] }],
      contents: [{ role: 'user', parts: [{ text: 'Read a.txt' }] }],
    },
    next: (answer, edit) => {
      const part = at(answer, 'candidates', 0, 'content', 'parts', 2);
      const { functionCall: call } = isRecord(part) ? part : {};
      const response = { id: at(call, 'id'), name: 'read_file', response: { output: 'x' } };
      return {
        ...hands['gemini']?.first,
        contents: [
          { role: 'user', parts: [{ text: 'Read a.txt' }] },
          { role: 'model', parts: [edit(part) ?? { functionCall: call }] },
          { role: 'user', parts: [{ functionResponse: response }] },
        ],
      };
    },
  },
};

const post = (server: ModelServer, { path, headers }: Hand, body: Json): Promise<Response> =>
  fetch(server.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Every string of the part that is a seal by its length, another character in its middle. */
const forged = (part: unknown): unknown =>
  JSON.parse(
    JSON.stringify(part).replace(
      /"([A-Za-z0-9+/]{50})([A-Za-z0-9+/]+=*)"/,
      (_, head: string, tail: string) => `"${head}${tail.startsWith('A') ? 'B' : 'A'}${tail.slice(1)}"`,
    ),
  );

describe.each(allWires.filter(({ seals }) => seals))('$wire.name', ({ wire }) => {
  const hand = hands[wire.name];
  if (hand === undefined) throw new Error(wire.name);

  test.each([
    ['returned as it came', (part: unknown) => part, 200, []],
    [
      'left out',
      () => undefined,
      200,
      ['request 1: read_file ID came back without the seal that went out with it'],
    ],
    [
      'changed',
      forged,
      400,
      [expect.stringContaining('request 1: seal at'), expect.stringContaining('without the seal')],
    ],
  ])('a seal %s', async (_name, edit, status, violations) => {
    const server = await start(wire);
    const answer: unknown = await (await post(server, hand, hand.first)).json();
    expect(server.seals.size).toBe(1);
    const next = await post(server, hand, hand.next(answer, edit));
    expect(next.status).toBe(status);
    expect(server.violations.map((words) => words.replace(/call_\w+/, 'ID'))).toEqual(violations);
  });
});

describe('every wire', () => {
  const keyHeaders: Readonly<Record<string, (key: string) => Record<string, string>>> = {
    chat: (key) => ({ authorization: `Bearer ${key}` }),
    responses: (key) => ({ authorization: `Bearer ${key}` }),
    anthropic: (key) => ({ 'x-api-key': key, ...version }),
    gemini: (key) => ({ 'x-goog-api-key': key }),
    ollama: (key) => ({ authorization: `Bearer ${key}` }),
  };
  const lists: Readonly<Record<string, string>> = { ollama: '/api/tags' };

  test.each(allWires)(
    '$wire.name: models are listed for the right key, the wrong one is refused',
    async ({ wire }) => {
      const server = await start(wire, 'k');
      const list = server.baseUrl + (lists[wire.name] ?? '/models');
      const [right, wrong] = [keyHeaders[wire.name]?.('k'), keyHeaders[wire.name]?.('l')];
      expect(await (await fetch(list, { headers: right ?? {} })).text()).toContain('one"');
      const refused = await fetch(list, { headers: wrong ?? {} });
      expect([refused.status, await refused.json()]).toMatchObject([401, { error: expect.anything() }]);
    },
  );

  test('Anthropic wants its version, and of a page the word that it knows what it does', async () => {
    const server = await start(anthropicWire);
    const list = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${server.baseUrl}/models`, { headers });
    expect((await list({})).status).toBe(400);
    expect((await list({ ...version, origin: 'http://a.example' })).status).toBe(400);
    expect(server.violations).toEqual([
      expect.stringContaining('anthropic-version'),
      expect.stringContaining('anthropic-dangerous-direct-browser-access'),
    ]);
    expect((await list(version)).status).toBe(200);
  });
});
