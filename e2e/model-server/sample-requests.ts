// Small constructors for chat requests and the table of well-formed ones. Used by the judge's own tests only.

export type Json = Record<string, unknown>;

export const user = (content: unknown = 'Read a.txt'): Json => ({ role: 'user', content });
export const system = (content: unknown = 'You are a helper.'): Json => ({ role: 'system', content });
export const says = (content: unknown = 'Done.'): Json => ({ role: 'assistant', content });
export const call = (id: unknown, name: unknown = 'read_file', args: unknown = '{"path":"a.txt"}'): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
export const calls = (...list: Json[]): Json => ({ role: 'assistant', content: null, tool_calls: list });
export const result = (id: unknown, content: unknown = 'text of a.txt'): Json => ({
  role: 'tool',
  tool_call_id: id,
  content,
});

export const path: Json = { path: { type: 'string', description: 'Path from the root.' } };
export const tool = (name: unknown = 'read_file', parameters: unknown = schema()): Json => ({
  type: 'function',
  function: { name, description: 'Reads a file.', parameters },
});
export const schema = (more: Json = {}): Json => ({
  type: 'object',
  properties: path,
  required: ['path'],
  additionalProperties: false,
  ...more,
});

/** A plain streaming request around `messages`; `more` overrides keys of the body. */
export const request = (messages: unknown, more: Json = {}): Json => ({
  model: 'some-model',
  messages,
  tools: [tool()],
  stream: true,
  stream_options: { include_usage: true },
  ...more,
});

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const goodRequests: readonly (readonly [string, Json])[] = [
  ['one user message', request([user()])],
  ['a system message first', request([system(), user()])],
  ['no tools at all', { model: 'm', messages: [user()], stream: true }],
  ['one call and its result', request([user(), calls(call('c1')), result('c1')])],
  [
    'parallel calls answered in order',
    request([user(), calls(call('c1'), call('c2')), result('c1'), result('c2')]),
  ],
  [
    'two rounds, then a new question',
    request([
      user(),
      calls(call('c1')),
      result('c1'),
      calls(call('c2')),
      result('c2'),
      says(),
      user('And b.txt?'),
    ]),
  ],
  ['text beside calls', request([user(), { ...calls(call('c1')), content: 'Let me look.' }, result('c1')])],
  ['an empty string beside calls', request([user(), { ...calls(call('c1')), content: '' }, result('c1')])],
  [
    'calls without a content key',
    request([user(), { role: 'assistant', tool_calls: [call('c1')] }, result('c1')]),
  ],
  ['a call without arguments', request([user(), calls(call('c1', 'read_file', '{}')), result('c1')])],
  ['an id of 64 characters', request([user(), calls(call('x'.repeat(64))), result('x'.repeat(64))])],
  ['an error as result', request([user(), calls(call('c1')), result('c1', 'Error: no such file')])],
  [
    'reasoning sent back to the server it came from',
    request([user(), { ...calls(call('c1')), reasoning_content: 'I should read it.' }, result('c1')]),
  ],
  [
    'an image of the user',
    request([
      user([
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}`, detail: 'low' } },
      ]),
    ]),
  ],
  ['a pair of surrogates', request([user('sail \u{1F6A2} away')])],
  [
    'an escaped pair in arguments',
    request([user(), calls(call('c1', 'read_file', '{"path":"\\ud83d\\udea2"}')), result('c1')]),
  ],
  ['no non-ASCII limits: Russian and Chinese', request([user('прочти файл 读文件')])],
  [
    'a tool without parameters',
    request([user()], { tools: [tool('now', { type: 'object', properties: {} })] }),
  ],
  ['tool choice none', request([user()], { tool_choice: 'none', parallel_tool_calls: false })],
  [
    'a named tool choice',
    request([user()], { tool_choice: { type: 'function', function: { name: 'read_file' } } }),
  ],
  ['a limit of tokens', request([user()], { max_tokens: 1 })],
  [
    'not streaming',
    { model: 'm', messages: [user()], temperature: 0, max_completion_tokens: 64, seed: 7, stop: ['\n'] },
  ],
  [
    'a schema with unions, arrays and enums',
    request([user()], {
      tools: [
        tool('pick', {
          type: 'object',
          properties: {
            mode: { type: 'string', enum: ['a', 'b'] },
            list: { type: 'array', items: { type: 'integer' } },
            either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            maybe: { type: ['number', 'null'] },
          },
          required: [],
        }),
      ],
    }),
  ],
];
