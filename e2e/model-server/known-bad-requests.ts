// The table of requests that vendors refuse, each with the code that the judge must give. One fault a row.
// A row that the judge accepts is a hole in every test that trusts it.

import type { ProblemCode } from './problem.ts';
import {
  call,
  calls,
  type Json,
  path,
  request,
  result,
  says,
  schema,
  system,
  tool,
  user,
} from './sample-requests.ts';

type Row = readonly [name: string, body: unknown, code: ProblemCode];

const withTools = (...tools: unknown[]): Json => request([user()], { tools });
const withSchema = (parameters: unknown): Json => withTools(tool('read_file', parameters));
const asked = (...rest: unknown[]): Json => request([user(), ...rest]);

const bodies: readonly Row[] = [
  ['a body that is not JSON', '{"model":', 'not-json'],
  [
    'a body with a cycle',
    (() => {
      const body: Json = {};
      body['self'] = body;
      return body;
    })(),
    'not-json',
  ],
  ['a list as body', [user()], 'not-an-object'],
  ['no model', request([user()], { model: undefined }), 'model'],
  ['an empty model', request([user()], { model: '' }), 'model'],
  ['no messages', request(undefined), 'messages-empty'],
  ['an empty list of messages', request([]), 'messages-empty'],
  ['an unknown top-level key', request([user()], { session_id: 'x' }), 'unknown-key'],
  ['a key of another dialect', request([user()], { max_output_tokens: 5 }), 'unknown-key'],
  ['stream as a string', request([user()], { stream: 'true', stream_options: undefined }), 'stream'],
  ['stream options without a stream', request([user()], { stream: false }), 'stream-options'],
  [
    'usage asked for with a number',
    request([user()], { stream_options: { include_usage: 1 } }),
    'stream-options',
  ],
  ['a limit of zero tokens', request([user()], { max_tokens: 0 }), 'limit'],
  ['a negative limit', request([user()], { max_tokens: -5 }), 'limit'],
  ['a broken limit', request([user()], { max_completion_tokens: 10.5 }), 'limit'],
  ['a limit that is not a number', request([user()], { max_tokens: Number.NaN }), 'limit'],
  ['both limits', request([user()], { max_tokens: 5, max_completion_tokens: 5 }), 'limit'],
  ['a temperature of 3', request([user()], { temperature: 3 }), 'range'],
  ['five stop words', request([user()], { stop: ['a', 'b', 'c', 'd', 'e'] }), 'option-type'],
  ['a cache key of 65 characters', request([user()], { prompt_cache_key: 'k'.repeat(65) }), 'option-type'],
  [
    'JSON mode without the word',
    request([user()], { response_format: { type: 'json_object' } }),
    'response-format',
  ],
];

const messages: readonly Row[] = [
  ['a message that is a string', request(['hello']), 'message-shape'],
  ['a message without a role', request([{ content: 'x' }, user()]), 'role'],
  ['an unknown role', request([{ role: 'commander', content: 'x' }, user()]), 'role'],
  ['the old function role', request([user(), { role: 'function', name: 'f', content: 'x' }, user()]), 'role'],
  ['a system message in the middle', asked(says(), system(), user()), 'system-not-first'],
  [
    'a system message between call and result',
    asked(calls(call('c1')), system(), result('c1')),
    'result-interrupted',
  ],
  ['an unknown key in a message', request([{ ...user(), id: 'm1' }]), 'message-key'],
  ['tool calls on a user', request([{ ...user(), tool_calls: [call('c1')] }]), 'message-key'],
  ['a name with spaces', request([{ ...user(), name: 'The User' }]), 'message-name'],
  ['a user without content', request([{ role: 'user' }]), 'content-missing'],
  ['a user with null', request([user(null)]), 'content-missing'],
  ['a user with an empty string', request([user('')]), 'content-empty'],
  ['a user with blanks only', request([user(' \n\t')]), 'content-empty'],
  ['a user with no parts', request([user([])]), 'content-empty'],
  ['a user with an empty text part only', request([user([{ type: 'text', text: '' }])]), 'content-empty'],
  ['an empty system message', request([system(''), user()]), 'content-empty'],
  ['an assistant with null and no calls', asked(says(null), user()), 'content-missing'],
  ['an assistant with an empty string and no calls', asked(says(''), user()), 'content-empty'],
  ['a number as content', request([user(42)]), 'content-type'],
  ['an object as content', request([user({ text: 'x' })]), 'content-type'],
  ['an unknown part type', request([user([{ type: 'tool_result', text: 'x' }])]), 'part-type'],
  [
    'an image in a tool result',
    asked(
      calls(call('c1')),
      result('c1', [{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }]),
    ),
    'part-type',
  ],
  [
    'an image of the assistant',
    asked(says([{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }]), user()),
    'part-type',
  ],
  ['a part without text', request([user([{ type: 'text' }])]), 'part-shape'],
  [
    'an image address that is a string',
    request([user([{ type: 'image_url', image_url: 'https://a.example/x.png' }])]),
    'part-shape',
  ],
  [
    'an image from a blob address',
    request([user([{ type: 'image_url', image_url: { url: 'blob:x' } }])]),
    'image-url',
  ],
  [
    'an SVG image',
    request([user([{ type: 'image_url', image_url: { url: 'data:image/svg+xml;base64,PHN2Zz4=' } }])]),
    'image-url',
  ],
  ['an assistant speaking last', asked(says()), 'last-role'],
  ['calls standing last', asked(calls(call('c1'))), 'result-missing'],
  ['a system message alone', request([system()]), 'last-role'],
];

const pairing: readonly Row[] = [
  ['an empty list of calls', asked({ ...says(), tool_calls: [] }, user()), 'calls-empty'],
  ['calls that are no list', asked({ ...says(), tool_calls: call('c1') }, user()), 'calls-empty'],
  ['null for calls', asked({ ...says(), tool_calls: null }, user()), 'calls-empty'],
  ['a call without an id', asked(calls(call(undefined)), result('c1')), 'call-id'],
  ['an empty id', asked(calls(call('')), result('')), 'call-id'],
  ['a number as id', asked(calls(call(1)), result(1)), 'call-id'],
  ['an id of 65 characters', asked(calls(call('x'.repeat(65))), result('x'.repeat(65))), 'call-id'],
  [
    'two calls with one id',
    asked(calls(call('c1'), call('c1')), result('c1'), result('c1')),
    'call-id-duplicate',
  ],
  [
    'an id used again in a later turn',
    asked(calls(call('c1')), result('c1'), calls(call('c1')), result('c1')),
    'call-id-duplicate',
  ],
  ['a call of another type', asked(calls({ ...call('c1'), type: 'custom' }), result('c1')), 'call-shape'],
  ['a call without a type', asked(calls({ ...call('c1'), type: undefined }), result('c1')), 'call-shape'],
  ['a call without a function', asked(calls({ id: 'c1', type: 'function' }), result('c1')), 'call-shape'],
  ['an unknown key in a call', asked(calls({ ...call('c1'), status: 'done' }), result('c1')), 'call-shape'],
  ['a name with a dot', asked(calls(call('c1', 'files.read')), result('c1')), 'call-name'],
  ['an empty name', asked(calls(call('c1', '')), result('c1')), 'call-name'],
  ['a name of 65 characters', asked(calls(call('c1', 'n'.repeat(65))), result('c1')), 'call-name'],
  [
    'arguments as an object',
    asked(calls(call('c1', 'read_file', { path: 'a' })), result('c1')),
    'call-arguments',
  ],
  [
    'arguments cut short',
    asked(calls(call('c1', 'read_file', '{"path":"a')), result('c1')),
    'call-arguments',
  ],
  ['empty arguments', asked(calls(call('c1', 'read_file', '')), result('c1')), 'call-arguments'],
  [
    'arguments that parse as a list',
    asked(calls(call('c1', 'read_file', '["a"]')), result('c1')),
    'call-arguments',
  ],
  [
    'arguments that parse as null',
    asked(calls(call('c1', 'read_file', 'null')), result('c1')),
    'call-arguments',
  ],
  [
    'arguments that parse as a string',
    asked(calls(call('c1', 'read_file', '"a"')), result('c1')),
    'call-arguments',
  ],
  ['a call without a result', asked(calls(call('c1')), user()), 'result-missing'],
  [
    'one of two results missing',
    asked(calls(call('c1'), call('c2')), result('c1'), user()),
    'result-missing',
  ],
  [
    'a user between call and result',
    asked(calls(call('c1')), user('Hurry'), result('c1')),
    'result-interrupted',
  ],
  [
    'a user between two results',
    asked(calls(call('c1'), call('c2')), result('c1'), user('Hurry'), result('c2')),
    'result-interrupted',
  ],
  [
    'an assistant between call and result',
    asked(calls(call('c1')), says(), result('c1')),
    'result-interrupted',
  ],
  ['a result without any call', asked(result('c1')), 'result-orphan'],
  ['a result of an unknown id', asked(calls(call('c1')), result('c1'), result('c9')), 'result-orphan'],
  [
    'a result for a call of an earlier turn',
    asked(calls(call('c1')), result('c1'), calls(call('c2')), result('c2'), result('c1')),
    'result-orphan',
  ],
  ['a result as the first message', request([result('c1'), user()]), 'result-orphan'],
  ['the same result twice', asked(calls(call('c1')), result('c1'), result('c1')), 'result-duplicate'],
  [
    'results in the wrong order',
    asked(calls(call('c1'), call('c2')), result('c2'), result('c1')),
    'result-order',
  ],
  ['a result without an id', asked(calls(call('c1')), { role: 'tool', content: 'x' }), 'call-id'],
  ['a result with null', asked(calls(call('c1')), result('c1', null)), 'content-missing'],
];

const text: readonly Row[] = [
  ['a high surrogate alone', request([user('cut \ud83d')]), 'lone-surrogate'],
  ['a low surrogate alone', request([user('\udea2 cut')]), 'lone-surrogate'],
  ['a pair the wrong way round', request([user('\udea2\ud83d')]), 'lone-surrogate'],
  ['a lone surrogate in a result', asked(calls(call('c1')), result('c1', 'tail \ud83d')), 'lone-surrogate'],
  ['a lone surrogate in a text part', request([user([{ type: 'text', text: '\ud83d' }])]), 'lone-surrogate'],
  [
    'a lone surrogate in arguments',
    asked(calls(call('c1', 'read_file', '{"path":"\ud83d"}')), result('c1')),
    'lone-surrogate',
  ],
  [
    'an escaped lone surrogate in arguments',
    asked(calls(call('c1', 'read_file', '{"path":"\\ud83d"}')), result('c1')),
    'lone-surrogate',
  ],
  [
    'an escaped lone surrogate in the raw body',
    '{"model":"m","messages":[{"role":"user","content":"\\uDEA2"}]}',
    'lone-surrogate',
  ],
  [
    'a lone surrogate in a tool description',
    withTools({ type: 'function', function: { name: 'f', description: '\ud83d' } }),
    'lone-surrogate',
  ],
  [
    'a lone surrogate as a schema key',
    withSchema({ type: 'object', properties: { '\ud83d': { type: 'string' } } }),
    'lone-surrogate',
  ],
];

const tools: readonly Row[] = [
  ['an empty list of tools', withTools(), 'tools-empty'],
  ['129 tools', withTools(...Array.from({ length: 129 }, (_, index) => tool(`t${index}`))), 'tools-too-many'],
  ['a bare function as tool', withTools({ name: 'read_file', parameters: schema() }), 'tool-shape'],
  [
    'a tool of another dialect',
    withTools({ type: 'function', function: { name: 'f', input_schema: schema() } }),
    'tool-shape',
  ],
  ['a tool name with a slash', withTools(tool('mcp/read')), 'tool-name'],
  ['a tool name of 65 characters', withTools(tool('n'.repeat(65))), 'tool-name'],
  ['one tool name twice', withTools(tool(), tool()), 'tool-name-duplicate'],
  [
    'a description of 1025 characters',
    withTools({ type: 'function', function: { name: 'f', description: 'd'.repeat(1025) } }),
    'tool-description',
  ],
  ['parameters that are no object', withSchema('object'), 'tool-schema'],
  ['a top level of another type', withSchema({ type: 'string', properties: {} }), 'tool-schema'],
  ['a top level without a type', withSchema({ properties: path }), 'tool-schema'],
  ['no properties', withSchema({ type: 'object' }), 'tool-schema'],
  ['a union at the top level', withSchema(schema({ anyOf: [{ required: [] }] })), 'tool-schema'],
  ['a required name that is no property', withSchema(schema({ required: ['path', 'text'] })), 'tool-schema'],
  ['required as null', withSchema(schema({ required: null })), 'tool-schema'],
  [
    'an array without items',
    withSchema(schema({ properties: { ...path, list: { type: 'array' } } })),
    'tool-schema',
  ],
  [
    'an unknown type deep inside',
    withSchema(schema({ properties: { ...path, list: { type: 'array', items: { type: 'file' } } } })),
    'tool-schema',
  ],
  ['an empty enum', withSchema(schema({ properties: { ...path, mode: { enum: [] } } })), 'tool-schema'],
  ['tool choice without tools', request([user()], { tools: undefined, tool_choice: 'auto' }), 'tool-choice'],
  [
    'a choice of an undeclared tool',
    request([user()], { tool_choice: { type: 'function', function: { name: 'x' } } }),
    'tool-choice',
  ],
  [
    'parallel calls without tools',
    request([user()], { tools: undefined, parallel_tool_calls: true }),
    'tool-choice',
  ],
];

export const knownBadRequests: readonly Row[] = [...bodies, ...messages, ...pairing, ...text, ...tools];
