// Requests of the Responses interface that the vendor takes, and those that it refuses, each with the judge's code.

import { type BadRow, type GoodRow, gif, type Json, pixel, schema } from './vendor-rows.ts';

const user = (content: unknown = 'Read a.txt'): Json => ({ role: 'user', content });
const part = (type: string, more: Json): Json => ({ type, ...more });
const inputText = (text: unknown = 'Hello'): Json => part('input_text', { text });
const image = (url: unknown = `data:image/png;base64,${pixel}`, more: Json = {}): Json =>
  part('input_image', { image_url: url, ...more });
const says = (text: unknown = 'Done.', more: Json = {}): Json => ({
  type: 'message',
  role: 'assistant',
  content: [part('output_text', { text, annotations: [] })],
  ...more,
});
const call = (id: unknown = 'call_1', more: Json = {}): Json => ({
  type: 'function_call',
  call_id: id,
  name: 'read_file',
  arguments: '{"path":"a.txt"}',
  ...more,
});
const output = (id: unknown = 'call_1', text: unknown = 'text of a.txt'): Json => ({
  type: 'function_call_output',
  call_id: id,
  output: text,
});
const summary = [part('summary_text', { text: 'Hm.' })];
const reasoning = (more: Json = {}): Json => ({
  type: 'reasoning',
  id: 'rs_1',
  summary,
  encrypted_content: 'c2VjcmV0',
  ...more,
});
const tool = (more: Json = {}): Json => ({
  type: 'function',
  name: 'read_file',
  description: 'Reads a file.',
  parameters: schema,
  ...more,
});
const request = (input: unknown, more: Json = {}): Json => ({
  model: 'gpt-5',
  input,
  tools: [tool()],
  store: false,
  stream: true,
  ...more,
});
const asked = (...rest: Json[]): Json => request([user(), ...rest]);
const withTool = (more: Json): Json => request([user()], { tools: [tool(more)] });
const seals = new Map([['c2VjcmV0', JSON.stringify(['rs_1', summary])]]);
const strictSchema = { ...schema, additionalProperties: false };

export const goodResponses: readonly GoodRow[] = [
  ['a text as input', request('Hello')],
  ['one user message', request([user()])],
  ['instructions', request([user()], { instructions: 'You are a helper.' })],
  ['a developer message', request([{ role: 'developer', content: 'Be brief.' }, user()])],
  ['a call and its output', asked(call(), output())],
  ['parallel calls', asked(call(), call('call_2'), output('call_2'), output())],
  ['text beside calls', asked(says(), call(), output())],
  ['an item with its id', asked(says('x', { id: 'msg_1' }), call('c', { id: 'fc_1' }), output('c'))],
  ['reasoning that comes back', asked(reasoning(), call(), output()), { seals }],
  ['reasoning twice, then a call', asked(reasoning(), reasoning({ id: 'rs_2' }), call(), output())],
  [
    'reasoning by id where it is stored',
    request([user(), reasoning({ encrypted_content: null }), says(), user()], { store: true }),
  ],
  ['an empty summary', asked(reasoning({ summary: [] }), says(), user())],
  ['an image of the user', request([user([inputText(), image()])])],
  ['an image in an output', asked(call(), output('call_1', [inputText(), image()]))],
  [
    'encrypted thinking asked for',
    request([user()], {
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
    }),
  ],
  ['a strict tool', withTool({ strict: true, parameters: strictSchema })],
  ['a tool choice', request([user()], { tool_choice: { type: 'function', name: 'read_file' } })],
  ['no choice without tools', request([user()], { tools: undefined, tool_choice: 'none' })],
  ['a limit', request([user()], { max_output_tokens: 16 })],
  ['an empty output', asked(call(), output('call_1', ''))],
];

export const badResponses: readonly BadRow[] = [
  ['a body that is not JSON', '{"model":', 'not-json'],
  ['a list as body', [user()], 'not-an-object'],
  ['no model', request([user()], { model: undefined }), 'model'],
  ['no input', request(undefined), 'messages-empty'],
  ['an empty input', request([]), 'messages-empty'],
  ['messages of another dialect', request([user()], { messages: [] }), 'unknown-key'],
  ['a limit of another dialect', request([user()], { max_tokens: 50 }), 'unknown-key'],
  ['effort of another dialect', request([user()], { reasoning_effort: 'low' }), 'unknown-key'],
  ['usage asked for', request([user()], { stream_options: { include_usage: true } }), 'stream-options'],
  [
    'stream options without a stream',
    request([user()], { stream: false, stream_options: {} }),
    'stream-options',
  ],
  ['stream as a text', request([user()], { stream: 'true' }), 'stream'],
  ['a limit below sixteen', request([user()], { max_output_tokens: 8 }), 'limit'],
  ['a temperature of 3', request([user()], { temperature: 3 }), 'range'],
  ['an unknown effort', request([user()], { reasoning: { effort: 'huge' } }), 'option-type'],
  ['an unknown summary', request([user()], { reasoning: { summary: 'long' } }), 'option-type'],
  ['an unknown include', request([user()], { include: ['reasoning.content'] }), 'option-type'],
  ['a long cache key', request([user()], { prompt_cache_key: 'k'.repeat(65) }), 'option-type'],
  [
    'seventeen pairs of metadata',
    request([user()], { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, 'v'])) }),
    'option-type',
  ],
  ['a response that is not kept', request([user()], { previous_response_id: 'resp_1' }), 'item-gone'],
  ['more than the vendor takes', request([user('x'.repeat(400))]), 'too-large', { maxBytes: 300 }],
  ['half a surrogate pair', request([user('cut \ud83d')]), 'lone-surrogate'],
  ['a tool message of another dialect', asked({ role: 'tool', content: 'x' }), 'role'],
  ['an unknown item', asked({ type: 'tool_result', call_id: 'x' }), 'item-type'],
  ['an item that is a text', request(['Hello']), 'item-type'],
  ['a message without content', request([{ role: 'user' }]), 'content-missing'],
  ['a number as content', request([user(5)]), 'content-type'],
  ['a part of another dialect', request([user([part('text', { text: 'x' })])]), 'part-type'],
  ['input text of the assistant', asked({ role: 'assistant', content: [inputText()] }, user()), 'part-type'],
  ['output text of the user', request([user([part('output_text', { text: 'x' })])]), 'part-type'],
  ['an image of the assistant', asked({ role: 'assistant', content: [image()] }, user()), 'part-type'],
  ['a text that is none', request([user([inputText(5)])]), 'part-shape'],
  [
    'an image address as an object',
    request([user([image({ url: 'https://a.example/x.png' })])]),
    'part-shape',
  ],
  ['an image without an address', request([user([part('input_image', {})])]), 'part-shape'],
  ['an unknown detail', request([user([image(undefined, { detail: 'huge' })])]), 'part-shape'],
  ['an image from a blob address', request([user([image('blob:x')])]), 'image-url'],
  ['an SVG image', request([user([image('data:image/svg+xml;base64,PHN2Zz4=')])]), 'image-type'],
  ['a GIF that says it is a PNG', request([user([image(`data:image/png;base64,${gif}`)])]), 'image-type'],
  [
    'an image that is cut',
    request([user([image(`data:image/png;base64,${pixel.slice(0, 41)}`)])]),
    'image-data',
  ],
  [
    '501 images',
    request([user(Array.from({ length: 501 }, () => image('https://a.example/x.png')))]),
    'image-count',
  ],
  ['a key in an item', asked(call('call_1', { index: 0 }), output()), 'message-key'],
  ['a call without an id', asked(call(null), output(null)), 'call-id'],
  ['a call id of 65 characters', asked(call('x'.repeat(65)), output('x'.repeat(65))), 'call-id'],
  ['a name with a dot', asked(call('call_1', { name: 'files.read' }), output()), 'call-name'],
  ['arguments as an object', asked(call('call_1', { arguments: {} }), output()), 'call-arguments'],
  ['arguments cut short', asked(call('call_1', { arguments: '{"path":"a' }), output()), 'call-arguments'],
  ['a call without an output', asked(call()), 'result-missing'],
  ['one of two outputs missing', asked(call(), call('call_2'), output()), 'result-missing'],
  ['an output of nothing', asked(output()), 'result-orphan'],
  ['an output before its call', asked(output(), call(), output()), 'result-orphan'],
  ['two outputs of one call', asked(call(), output(), output()), 'result-duplicate'],
  ['one id for two calls', asked(call(), output(), call(), output()), 'call-id-duplicate'],
  ['an item id of another vendor', asked(says('x', { id: 'chatcmpl-1' }), user()), 'item-id'],
  ['a call with the id of a message', asked(call('call_1', { id: 'call_1' }), output()), 'item-id'],
  ['reasoning without an id', asked(reasoning({ id: undefined }), says(), user()), 'item-id'],
  ['an item twice', asked(says('x', { id: 'msg_1' }), says('y', { id: 'msg_1' }), user()), 'item-duplicate'],
  [
    'reasoning by id where nothing is stored',
    asked(reasoning({ encrypted_content: undefined }), says(), user()),
    'item-gone',
  ],
  [
    'a reference where nothing is stored',
    asked({ type: 'item_reference', id: 'msg_1' }, user()),
    'item-gone',
  ],
  ['reasoning without a summary', asked(reasoning({ summary: undefined }), says(), user()), 'thinking'],
  ['a summary as texts', asked(reasoning({ summary: ['Hm.'] }), says(), user()), 'thinking'],
  ['reasoning before a user', asked(reasoning(), user()), 'reasoning-pair'],
  ['reasoning at the end', asked(reasoning()), 'reasoning-pair'],
  [
    'encrypted content of somebody else',
    asked(reasoning({ encrypted_content: 'b3RoZXI=' }), says(), user()),
    'seal',
    { seals },
  ],
  ['encrypted content under another id', asked(reasoning({ id: 'rs_9' }), says(), user()), 'seal', { seals }],
  ['a summary that was changed', asked(reasoning({ summary: [] }), says(), user()), 'seal', { seals }],
  ['a tool of another dialect', withTool({ function: { name: 'f' } }), 'tool-shape'],
  ['a tool without a type', withTool({ type: undefined }), 'tool-shape'],
  ['a tool name with a slash', withTool({ name: 'mcp/read' }), 'tool-name'],
  ['a tool name twice', request([user()], { tools: [tool(), tool()] }), 'tool-name-duplicate'],
  [
    '129 tools',
    request([user()], { tools: Array.from({ length: 129 }, (_, n) => tool({ name: `t${n}` })) }),
    'tools-too-many',
  ],
  ['a schema of another type', withTool({ parameters: { type: 'string' } }), 'tool-schema'],
  [
    'an array without items',
    withTool({ parameters: { type: 'object', properties: { a: { type: 'array' } } } }),
    'tool-schema',
  ],
  [
    'a strict tool with an optional property',
    withTool({ strict: true, parameters: { ...strictSchema, required: [] } }),
    'tool-schema',
  ],
  ['a strict tool that admits more', withTool({ strict: true }), 'tool-schema'],
  ['a choice of no tool', request([user()], { tool_choice: { type: 'function', name: 'x' } }), 'tool-choice'],
  [
    'a tool required without tools',
    request([user()], { tools: undefined, tool_choice: 'required' }),
    'tool-choice',
  ],
];
