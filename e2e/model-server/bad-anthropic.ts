// Requests of the Messages interface that the vendor takes, and those that it refuses, each with the judge's code.

import { type BadRow, type GoodRow, gif, type Json, pixel, pngOf, schema } from './vendor-rows.ts';

const user = (content: unknown = 'Read a.txt'): Json => ({ role: 'user', content });
const says = (...content: Json[]): Json => ({ role: 'assistant', content });
const text = (words: unknown = 'Well.'): Json => ({ type: 'text', text: words });
const use = (id: unknown = 't1', more: Json = {}): Json => ({
  type: 'tool_use',
  id,
  name: 'read_file',
  input: { path: 'a.txt' },
  ...more,
});
const result = (id: unknown = 't1', content: unknown = 'text of a.txt', more: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});
const thought = (words: unknown = 'Hm.', signature: unknown = 'c2lnbmVk'): Json => ({
  type: 'thinking',
  thinking: words,
  signature,
});
const tool = (more: Json = {}): Json => ({
  name: 'read_file',
  description: 'Reads a file.',
  input_schema: schema,
  ...more,
});
const image = (data: unknown = pixel, type: unknown = 'image/png'): Json => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data },
});
const request = (messages: unknown, more: Json = {}): Json => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 4096,
  messages,
  tools: [tool()],
  stream: true,
  ...more,
});
const asked = (...rest: Json[]): Json => request([user(), ...rest]);
const thinking = { thinking: { type: 'enabled', budget_tokens: 2048 } };
const thoughtful = (...rest: Json[]): Json => request([user(), ...rest], thinking);
const marked = { cache_control: { type: 'ephemeral' } };
const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } };
const seals = new Map([['c2lnbmVk', 'Hm.']]);
const round = [says(use()), user([result()])];

export const goodAnthropic: readonly GoodRow[] = [
  ['one user message', request([user()])],
  ['system as text', request([user()], { system: 'You are a helper.' })],
  ['system as blocks with a mark', request([user()], { system: [{ ...text(), ...marked }] })],
  ['a call and its result', asked(...round)],
  ['parallel calls', asked(says(text(), use(), use('t2')), user([result(), result('t2')]))],
  [
    'results in two user messages in a row',
    asked(says(use(), use('t2')), user([result()]), user([result('t2')])),
  ],
  ['results, then words', asked(says(use()), user([result(), text('Faster.')]))],
  ['an empty result', asked(says(use()), user([result('t1', '')]))],
  ['a failed call', asked(says(use()), user([result('t1', 'No such file', { is_error: true })]))],
  ['an image of the user', request([user([image(), text('What is this?')])])],
  ['an image in a result', asked(says(use()), user([result('t1', [text('A picture:'), image()])]))],
  ['twenty-one small images', request([user([...Array.from({ length: 21 }, () => image())])])],
  ['thinking that comes back', thoughtful(says(thought(), use()), user([result()])), { seals }],
  [
    'a model that decides itself and has not thought',
    request([user(), ...round], { thinking: { type: 'adaptive' } }),
  ],
  ['thinking of an earlier turn left out', thoughtful(...round, says(text()), user('And b.txt?'))],
  ['four marks', request([user([1, 2, 3, 4].map(() => ({ ...text(), ...marked })))])],
  [
    'a longer mark before a shorter',
    request([
      user([
        { ...text(), ...hour },
        { ...text(), ...marked },
      ]),
    ]),
  ],
  ['marks in a result', asked(says(use()), user([{ ...result(), ...marked }]))],
  [
    'an argument called cache_control',
    asked(says(use('t1', { input: { cache_control: 1 } })), user([result()])),
  ],
  ['two users in a row', request([user(), user()])],
];

export const badAnthropic: readonly BadRow[] = [
  ['a body that is not JSON', '{"model":', 'not-json'],
  ['a list as body', [user()], 'not-an-object'],
  ['no model', request([user()], { model: undefined }), 'model'],
  ['no limit of tokens', request([user()], { max_tokens: undefined }), 'limit'],
  ['a limit of zero', request([user()], { max_tokens: 0 }), 'limit'],
  ['no messages', request([]), 'messages-empty'],
  ['a key of another dialect', request([user()], { max_completion_tokens: 5 }), 'unknown-key'],
  ['stream options', request([user()], { stream_options: {} }), 'unknown-key'],
  ['a temperature of 2', request([user()], { temperature: 2 }), 'range'],
  ['a blank stop sequence', request([user()], { stop_sequences: [' '] }), 'option-type'],
  ['a long user id', request([user()], { metadata: { user_id: 'x'.repeat(257) } }), 'option-type'],
  ['more than the vendor takes', request([user('x'.repeat(400))]), 'too-large', { maxBytes: 300 }],
  ['half a surrogate pair', request([user('cut \ud83d')]), 'lone-surrogate'],
  ['an empty system text', request([user()], { system: '' }), 'content-empty'],
  ['an image as system', request([user()], { system: [image()] }), 'system-shape'],
  ['a system message', request([{ role: 'system', content: 'x' }, user()]), 'role'],
  ['a tool role', asked(says(text()), { role: 'tool', content: 'x' }, user()), 'role'],
  ['a key in a message', request([{ ...user(), name: 'me' }]), 'message-key'],
  ['a message that is a text', request(['x']), 'message-shape'],
  ['a number as content', request([user(5)]), 'content-type'],
  ['an empty list of blocks', asked(says(), user()), 'content-empty'],
  ['an empty text', request([user('')]), 'content-empty'],
  ['a blank text block', request([user([text(' \n')])]), 'content-empty'],
  ['an empty text in a result', asked(says(use()), user([result('t1', [text('')])])), 'content-empty'],
  ['an assistant first', request([says(text()), user()]), 'first-role'],
  ['an assistant last', asked(says(text())), 'last-role'],
  ['a block of another dialect', request([user([{ type: 'image_url', image_url: {} }])]), 'part-type'],
  ['a call of the user', request([user([use()])]), 'part-type'],
  ['a result of the assistant', asked(says(result()), user()), 'part-type'],
  ['thinking of the user', request([user([thought()])]), 'part-type'],
  ['a key in a block', request([user([{ ...text(), id: 1 }])]), 'part-shape'],
  ['a call id with a dot', asked(says(use('t.1')), user([result('t.1')])), 'call-id'],
  ['an empty call id', asked(says(use('')), user([result('')])), 'call-id'],
  ['a call name with a space', asked(says(use('t1', { name: 'read file' })), user([result()])), 'call-name'],
  ['arguments as a text', asked(says(use('t1', { input: '{}' })), user([result()])), 'call-arguments'],
  ['one id for two calls', asked(...round, ...round), 'call-id-duplicate'],
  ['a call without a result', asked(says(use()), user()), 'result-missing'],
  ['one of two results missing', asked(says(use(), use('t2')), user([result()])), 'result-missing'],
  ['a result of nothing', asked(says(text()), user([result()])), 'result-orphan'],
  [
    'a result of an earlier call',
    asked(...round, says(use('t2')), user([result('t2'), result()])),
    'result-orphan',
  ],
  ['the same result twice', asked(says(use()), user([result(), result()])), 'result-duplicate'],
  ['words before a result', asked(says(use()), user([text(), result()])), 'text-order'],
  [
    'words between results',
    asked(says(use(), use('t2')), user([result(), text(), result('t2')])),
    'text-order',
  ],
  ['a number as result', asked(says(use()), user([result('t1', 5)])), 'content-type'],
  [
    'an image in a failed result',
    asked(says(use()), user([result('t1', [image()], { is_error: true })])),
    'part-type',
  ],
  [
    'a budget below the least',
    request([user()], { thinking: { type: 'enabled', budget_tokens: 100 } }),
    'thinking',
  ],
  [
    'a budget above the limit',
    request([user()], { thinking: { type: 'enabled', budget_tokens: 4096 } }),
    'thinking',
  ],
  [
    'a budget with adaptive',
    request([user()], { thinking: { type: 'adaptive', budget_tokens: 2048 } }),
    'thinking',
  ],
  ['thinking with a temperature', request([user()], { ...thinking, temperature: 0 }), 'thinking'],
  ['thinking with top_k', request([user()], { ...thinking, top_k: 5 }), 'thinking'],
  [
    'thinking with a forced tool',
    request([user()], { ...thinking, tool_choice: { type: 'any' } }),
    'thinking',
  ],
  ['thinking without a signature', thoughtful(says(thought('Hm.', ''), use()), user([result()])), 'thinking'],
  ['thinking at the end', thoughtful(says(thought(), text(), thought()), user()), 'thinking'],
  ['a turn that goes on without its thinking', thoughtful(...round), 'thinking-missing'],
  [
    'thinking behind the call',
    thoughtful(says(use(), thought(), text()), user([result()])),
    'thinking-missing',
  ],
  [
    'a signature of somebody else',
    thoughtful(says(thought('Hm.', 'b3RoZXI='), use()), user([result()])),
    'seal',
    { seals },
  ],
  ['thinking that was changed', thoughtful(says(thought('Hm!'), use()), user([result()])), 'seal', { seals }],
  [
    'redacted thinking of somebody else',
    thoughtful(says({ type: 'redacted_thinking', data: 'x' }, use()), user([result()])),
    'seal',
    { seals },
  ],
  ['five marks', request([user([1, 2, 3, 4, 5].map(() => ({ ...text(), ...marked })))]), 'cache-control'],
  [
    'a mark of another kind',
    request([user([{ ...text(), cache_control: { type: 'persistent' } }])]),
    'cache-control',
  ],
  [
    'a ttl of two hours',
    request([user([{ ...text(), cache_control: { type: 'ephemeral', ttl: '2h' } }])]),
    'cache-control',
  ],
  [
    'a longer mark after a shorter',
    request([
      user([
        { ...text(), ...marked },
        { ...text(), ...hour },
      ]),
    ]),
    'cache-control',
  ],
  [
    'a mark on thinking',
    thoughtful(says({ ...thought(), ...marked }, use()), user([result()])),
    'part-shape',
  ],
  ['calls without tools', request([user(), ...round], { tools: undefined }), 'tools-missing'],
  [
    'a tool of another dialect',
    request([user()], { tools: [{ type: 'function', function: {} }] }),
    'tool-shape',
  ],
  [
    'parameters instead of input_schema',
    request([user()], { tools: [tool({ parameters: schema })] }),
    'tool-shape',
  ],
  ['a tool name with a dot', request([user()], { tools: [tool({ name: 'files.read' })] }), 'tool-name'],
  [
    'a tool name of 129 characters',
    request([user()], { tools: [tool({ name: 'n'.repeat(129) })] }),
    'tool-name',
  ],
  ['a tool name twice', request([user()], { tools: [tool(), tool()] }), 'tool-name-duplicate'],
  ['no schema', request([user()], { tools: [tool({ input_schema: undefined })] }), 'tool-schema'],
  [
    'a union at the top',
    request([user()], { tools: [tool({ input_schema: { ...schema, anyOf: [schema] } })] }),
    'tool-schema',
  ],
  [
    'an unknown type',
    request([user()], {
      tools: [tool({ input_schema: { type: 'object', properties: { a: { type: 'file' } } } })],
    }),
    'tool-schema',
  ],
  [
    'a property with a space',
    request([user()], { tools: [tool({ input_schema: { type: 'object', properties: { 'a b': {} } } })] }),
    'tool-schema',
  ],
  ['a choice as a text', request([user()], { tool_choice: 'auto' }), 'tool-choice'],
  ['a choice of no tool', request([user()], { tool_choice: { type: 'tool', name: 'x' } }), 'tool-choice'],
  [
    'a choice without tools',
    request([user()], { tools: undefined, tool_choice: { type: 'auto' } }),
    'tool-choice',
  ],
  ['an SVG image', request([user([image('PHN2Zz4=', 'image/svg+xml')])]), 'image-type'],
  ['a GIF that says it is a PNG', request([user([image(gif)])]), 'image-type'],
  ['a data address as data', request([user([image(`data:image/png;base64,${pixel}`)])]), 'image-data'],
  ['an image of 9000 pixels', request([user([image(pngOf(9000, 10))])]), 'image-size'],
  [
    'large images among many',
    request([user(Array.from({ length: 21 }, () => image(pngOf(2400, 10))))]),
    'image-size',
  ],
  [
    'an image above five megabytes',
    request([user([image(pixel.slice(0, 88) + 'A'.repeat(5_242_880))])]),
    'image-size',
  ],
  ['101 images', request([user(Array.from({ length: 101 }, () => image()))]), 'image-count'],
];
