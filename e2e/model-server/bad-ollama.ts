// Requests of /api/chat that the server takes, and those that it refuses or quietly takes for something else, each with
// the judge's code.

import { type BadRow, type GoodRow, gif, type Json, jpeg, pixel, schema } from './vendor-rows.ts';

const user = (content: unknown = 'Read a.txt', more: Json = {}): Json => ({ role: 'user', content, ...more });
const says = (more: Json = {}): Json => ({ role: 'assistant', content: 'Done.', ...more });
const call = (more: Json = {}, beside: Json = {}): Json => ({
  function: { name: 'read_file', arguments: { path: 'a.txt' }, ...more },
  ...beside,
});
const calls = (...list: Json[]): Json => ({ role: 'assistant', content: '', tool_calls: list });
const result = (more: Json = {}): Json => ({
  role: 'tool',
  content: 'text of a.txt',
  tool_name: 'read_file',
  ...more,
});
const tool = (more: Json = {}, beside: Json = {}): Json => ({
  type: 'function',
  function: { name: 'read_file', description: 'Reads a file.', parameters: schema, ...more },
  ...beside,
});
const request = (messages: unknown, more: Json = {}): Json => ({
  model: 'qwen3',
  messages,
  tools: [tool()],
  stream: true,
  options: { num_ctx: 8192 },
  ...more,
});
const asked = (...rest: Json[]): Json => request([user(), ...rest]);
const options = (more: Json): Json => request([user()], { options: { num_ctx: 8192, ...more } });
const withSchema = (parameters: unknown): Json => request([user()], { tools: [tool({ parameters })] });

export const goodOllama: readonly GoodRow[] = [
  ['one user message', request([user()])],
  ['a system message first', request([{ role: 'system', content: 'You are a helper.' }, user()])],
  ['a call and its result', asked(calls(call()), result())],
  ['parallel calls', asked(calls(call(), call()), result(), result())],
  ['calls with ids', asked(calls(call({}, { id: 'c1' })), result({ tool_call_id: 'c1' }))],
  ['an empty result', asked(calls(call()), result({ content: '' }))],
  ['thinking that comes back', asked({ ...calls(call()), thinking: 'Hm.' }, result())],
  ['images of the user', request([user('What is this?', { images: [pixel, jpeg] })])],
  ['an image without words', request([user('', { images: [pixel] })])],
  ['thinking asked for', request([user()], { think: true, keep_alive: '10m' })],
  ['options of all kinds', options({ temperature: 0.5, num_predict: -1, stop: ['\n'], seed: 7 })],
  ['a schema as format', request([user()], { tools: undefined, format: schema })],
  ['a tool without parameters', withSchema({ type: 'object', properties: {} })],
];

export const badOllama: readonly BadRow[] = [
  ['a body that is not JSON', '{"model":', 'not-json'],
  ['a list as body', [user()], 'not-an-object'],
  ['no model', request([user()], { model: '' }), 'model'],
  ['no messages', request([]), 'messages-empty'],
  ['a limit that would be ignored', request([user()], { max_tokens: 50 }), 'unknown-key'],
  ['a temperature that would be ignored', request([user()], { temperature: 0 }), 'unknown-key'],
  ['an option that does not exist', options({ max_tokens: 50 }), 'unknown-key'],
  ['a window as a text', options({ num_ctx: '8192' }), 'option-type'],
  ['a broken window', options({ num_ctx: 8192.5 }), 'option-type'],
  ['a window of zero', options({ num_ctx: 0 }), 'limit'],
  ['a temperature as a text', options({ temperature: '0' }), 'option-type'],
  ['one stop word', options({ stop: 'x' }), 'option-type'],
  ['stream as a text', request([user()], { stream: 'true' }), 'option-type'],
  ['a duration without a unit', request([user()], { keep_alive: 'ten' }), 'option-type'],
  ['an unknown effort', request([user()], { think: 'huge' }), 'thinking'],
  ['a format of another dialect', request([user()], { format: 'json_object' }), 'response-format'],
  ['more than the window holds', request([user('x'.repeat(70_000))]), 'context-window'],
  ['more than the judge allows', request([user('x'.repeat(400))]), 'too-large', { maxBytes: 300 }],
  ['half a surrogate pair', request([user('cut \ud83d')]), 'lone-surrogate'],
  ['a developer', request([{ role: 'developer', content: 'x' }, user()]), 'role'],
  ['a system message later', asked(says(), { role: 'system', content: 'x' }, user()), 'system-not-first'],
  ['a message that is a text', request(['x', user()]), 'message-shape'],
  ['a key in a message', request([user('x', { name: 'me' })]), 'message-key'],
  ['calls of the user', request([{ ...user(), tool_calls: [call()] }, result()]), 'message-key'],
  ['parts as content', request([user([{ type: 'text', text: 'x' }])]), 'content-type'],
  ['a user that says nothing', request([user('')]), 'content-empty'],
  ['an assistant that says nothing', asked(says({ content: '' }), user()), 'content-empty'],
  ['thinking of the user', request([user('x', { thinking: 'Hm.' })]), 'thinking'],
  ['no calls in the list', asked(says({ tool_calls: [] }), user()), 'calls-empty'],
  ['arguments as a text', asked(calls(call({ arguments: '{}' })), result()), 'call-arguments'],
  ['no arguments', asked(calls(call({ arguments: undefined })), result()), 'call-arguments'],
  ['a call without a name', asked(calls(call({ name: '' })), result({ tool_name: '' })), 'call-name'],
  ['a call without a function', asked(calls({ id: 'c1' }), user()), 'call-shape'],
  ['a key in a call', asked(calls(call({}, { status: 'done' })), result()), 'call-shape'],
  ['a result without the name of its tool', asked(calls(call({})), result({ tool_name: '' })), 'call-name'],
  ['a call without a result', asked(calls(call()), user()), 'result-missing'],
  ['one of two results missing', asked(calls(call(), call()), result()), 'result-missing'],
  ['a result of nothing', asked(result()), 'result-orphan'],
  ['two results of one call', asked(calls(call()), result(), result()), 'result-orphan'],
  ['another tool answers', asked(calls(call()), result({ tool_name: 'list_files' })), 'result-order'],
  [
    'results the wrong way round',
    asked(
      calls(call({}, { id: 'a' }), call({}, { id: 'b' })),
      result({ tool_call_id: 'b' }),
      result({ tool_call_id: 'a' }),
    ),
    'result-order',
  ],
  ['an assistant last', asked(says()), 'last-role'],
  [
    'a tool of another dialect',
    request([user()], { tools: [{ name: 'f', parameters: schema }] }),
    'tool-shape',
  ],
  ['a strict tool', request([user()], { tools: [tool({ strict: true })] }), 'tool-shape'],
  ['a tool twice', request([user()], { tools: [tool(), tool()] }), 'tool-name-duplicate'],
  ['a tool without a name', request([user()], { tools: [tool({ name: undefined })] }), 'tool-name'],
  ['no properties', withSchema({ type: 'object' }), 'tool-schema'],
  ['an unknown type', withSchema({ type: 'object', properties: { a: { type: 'file' } } }), 'tool-schema'],
  [
    'a choice without a type',
    withSchema({ type: 'object', properties: { a: { enum: ['x'] } } }),
    'tool-schema',
  ],
  ['a GIF image', request([user('x', { images: [gif] })]), 'image-data'],
  [
    'a data address as image',
    request([user('x', { images: [`data:image/png;base64,${pixel}`] })]),
    'image-data',
  ],
];
