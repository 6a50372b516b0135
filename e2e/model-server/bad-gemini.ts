// Requests of generateContent that the vendor takes, and those that it refuses, each with the judge's code.

import { type BadRow, type GoodRow, gif, type Json, jpeg, pixel, schema } from './vendor-rows.ts';

const text = (words: unknown = 'Read a.txt'): Json => ({ text: words });
const user = (...parts: unknown[]): Json => ({ role: 'user', parts: parts.length === 0 ? [text()] : parts });
const model = (...parts: unknown[]): Json => ({ role: 'model', parts });
const call = (more: Json = {}, beside: Json = {}): Json => ({
  functionCall: { name: 'read_file', args: { path: 'a.txt' }, ...more },
  ...beside,
});
const response = (more: Json = {}): Json => ({
  functionResponse: { name: 'read_file', response: { output: 'text of a.txt' }, ...more },
});
const image = (data: unknown = pixel, mimeType: unknown = 'image/png'): Json => ({
  inlineData: { mimeType, data },
});
const declared = (more: Json = {}): Json => ({
  name: 'read_file',
  description: 'Reads a file.',
  parameters: schema,
  ...more,
});
const request = (contents: unknown, more: Json = {}): Json => ({
  contents,
  tools: [{ functionDeclarations: [declared()] }],
  ...more,
});
const asked = (...rest: Json[]): Json => request([user(), ...rest]);
const withTool = (more: Json): Json =>
  request([user()], { tools: [{ functionDeclarations: [declared(more)] }] });
const withSchema = (parameters: Json): Json => withTool({ parameters });
const property = (inner: Json): Json => withSchema({ type: 'object', properties: { a: inner } });
const generation = (more: Json): Json => request([user()], { generationConfig: more });
const signed = { thoughtSignature: 'c2lnbmVk' };
const seals = new Map([['c2lnbmVk', JSON.stringify(['read_file', { path: 'a.txt' }])]]);
const third = { model: 'gemini-3-pro' };

export const goodGemini: readonly GoodRow[] = [
  ['one user content', request([user()])],
  ['a system instruction', request([user()], { systemInstruction: { parts: [text()] } })],
  ['a call and its response', asked(model(call()), user(response()))],
  ['parallel calls', asked(model(text(), call(), call()), user(response(), response()))],
  [
    'ids that meet',
    asked(model(call({ id: '1' }), call({ id: '2' })), user(response({ id: '2' }), response({ id: '1' }))),
  ],
  ['a signature that comes back', asked(model(call({}, signed)), user(response())), { ...third, seals }],
  [
    'only the first of two calls signed',
    asked(model(call({}, signed), call()), user(response(), response())),
    { ...third, seals },
  ],
  [
    'a pardoned call',
    asked(model(call({}, { thoughtSignature: 'skip_thought_signature_validator' })), user(response())),
    { ...third, seals },
  ],
  [
    'an unsigned call of an earlier turn',
    asked(model(call()), user(response()), model(text()), user()),
    third,
  ],
  ['an unsigned call of an older model', asked(model(call()), user(response())), { model: 'gemini-2.5-pro' }],
  ['thoughts that come back', asked(model({ ...text('Hm.'), thought: true }, text()), user())],
  ['an empty text that carries a signature', asked(model(text(), { ...text(''), ...signed }), user())],
  ['images of the user', request([user(image(), image(jpeg, 'image/jpeg'), text())])],
  [
    'a schema of JSON',
    withTool({ parameters: undefined, parametersJsonSchema: { ...schema, additionalProperties: false } }),
  ],
  ['a nullable choice', property({ type: 'string', enum: ['a'], nullable: true })],
  ['thinking asked for', generation({ thinkingConfig: { includeThoughts: true, thinkingBudget: -1 } })],
  ['no calls', request([user()], { toolConfig: { functionCallingConfig: { mode: 'NONE' } } })],
  ['no parameters', withTool({ parameters: undefined })],
];

export const badGemini: readonly BadRow[] = [
  ['a body that is not JSON', '{"contents":', 'not-json'],
  ['a list as body', [user()], 'not-an-object'],
  ['no contents', request(undefined), 'messages-empty'],
  ['empty contents', request([]), 'messages-empty'],
  ['a model in the body', request([user()], { model: 'gemini-2.5-pro' }), 'unknown-key'],
  ['stream in the body', request([user()], { stream: true }), 'unknown-key'],
  ['an unknown setting', generation({ maxTokens: 5 }), 'unknown-key'],
  ['a limit of zero', generation({ maxOutputTokens: 0 }), 'limit'],
  ['a temperature of 3', generation({ temperature: 3 }), 'range'],
  ['six stop sequences', generation({ stopSequences: ['a', 'b', 'c', 'd', 'e', 'f'] }), 'option-type'],
  ['an unknown level', generation({ thinkingConfig: { thinkingLevel: 'huge' } }), 'option-type'],
  [
    'a level and a budget',
    generation({ thinkingConfig: { thinkingLevel: 'low', thinkingBudget: 100 } }),
    'thinking',
  ],
  ['JSON beside functions', generation({ responseMimeType: 'application/json' }), 'response-format'],
  ['more than the vendor takes', request([user(text('x'.repeat(400)))]), 'too-large', { maxBytes: 300 }],
  ['half a surrogate pair', request([user(text('cut \ud83d'))]), 'lone-surrogate'],
  ['an empty instruction', request([user()], { systemInstruction: { parts: [text('')] } }), 'system-shape'],
  ['an instruction as a text', request([user()], { systemInstruction: 'Be brief.' }), 'system-shape'],
  ['an assistant', asked({ role: 'assistant', parts: [text()] }, user()), 'role'],
  ['a system content', request([{ role: 'system', parts: [text()] }, user()]), 'role'],
  ['a function role', asked(model(call()), { role: 'function', parts: [response()] }), 'role'],
  ['a content that is a text', request(['Hello']), 'message-shape'],
  ['content of another dialect', request([{ role: 'user', content: 'x', parts: [text()] }]), 'message-key'],
  ['no parts', request([{ role: 'user', parts: [] }]), 'content-empty'],
  ['a user that says nothing', request([user(text(' '))]), 'content-empty'],
  ['an empty text of the model', asked(model(text('')), user()), 'content-empty'],
  ['an empty part', request([user({})]), 'part-shape'],
  ['two kinds of data in one part', request([user({ ...text(), ...image() })]), 'part-shape'],
  ['a part of another dialect', request([user({ type: 'text', text: 'x' })]), 'part-shape'],
  ['a call of the user', request([user(call()), user(response())]), 'part-type'],
  ['a thought of the user', request([user({ ...text(), thought: true })]), 'part-type'],
  [
    'a name with a space',
    asked(model(call({ name: 'read file' })), user(response({ name: 'read file' }))),
    'call-name',
  ],
  ['arguments as a text', asked(model(call({ args: '{}' })), user(response())), 'call-arguments'],
  ['a key in a call', asked(model(call({ index: 0 })), user(response())), 'call-shape'],
  ['a response as a text', asked(model(call()), user(response({ response: 'text' }))), 'content-type'],
  ['a response as a list', asked(model(call()), user(response({ response: ['text'] }))), 'content-type'],
  ['a call first', request([model(call()), user(response())]), 'role-order'],
  ['a call after the model spoke', asked(model(text()), model(call()), user(response())), 'role-order'],
  ['a call without a response', asked(model(call()), user()), 'result-missing'],
  ['fewer responses than calls', asked(model(call(), call()), user(response())), 'result-missing'],
  ['more responses than calls', asked(model(call()), user(response(), response())), 'result-missing'],
  ['a response to nothing', asked(model(text()), user(response())), 'result-orphan'],
  ['a response first', request([user(response())]), 'result-orphan'],
  ['another function answers', asked(model(call()), user(response({ name: 'list_files' }))), 'result-order'],
  ['an id that nobody called', asked(model(call({ id: '1' })), user(response({ id: '2' }))), 'call-id'],
  ['the model last', asked(model(text())), 'last-role'],
  ['a call of this turn unsigned', asked(model(call()), user(response())), 'seal-missing', third],
  [
    'a second step unsigned',
    asked(model(call({}, signed)), user(response()), model(call()), user(response())),
    'seal-missing',
    third,
  ],
  [
    'a signature that is no base64',
    asked(model(call({}, { thoughtSignature: '{}' })), user(response())),
    'seal',
  ],
  [
    'a signature of somebody else',
    asked(model(call({}, { thoughtSignature: 'b3RoZXI=' })), user(response())),
    'seal',
    { ...third, seals },
  ],
  [
    'a signature under another call',
    asked(model(call({ args: {} }, signed)), user(response())),
    'seal',
    { ...third, seals },
  ],
  ['a signature of the user', request([user({ ...text(), ...signed })]), 'seal'],
  [
    'tools of another dialect',
    request([user()], { tools: [{ type: 'function', functionDeclarations: [declared()] }] }),
    'tool-shape',
  ],
  ['no functions', request([user()], { tools: [{ functionDeclarations: [] }] }), 'tools-empty'],
  ['a name that begins with a digit', withTool({ name: '1read' }), 'tool-name'],
  ['a name of 65 characters', withTool({ name: 'n'.repeat(65) }), 'tool-name'],
  [
    'a function twice',
    request([user()], { tools: [{ functionDeclarations: [declared(), declared()] }] }),
    'tool-name-duplicate',
  ],
  ['additionalProperties', withSchema({ ...schema, additionalProperties: false }), 'tool-schema'],
  ['$schema', withSchema({ ...schema, $schema: 'x' }), 'tool-schema'],
  ['a constant', property({ type: 'string', const: 'a' }), 'tool-schema'],
  ['an exclusive minimum', property({ type: 'integer', exclusiveMinimum: 0 }), 'tool-schema'],
  ['two types in a list', property({ type: ['string', 'null'] }), 'tool-schema'],
  ['an object without properties', withSchema({ type: 'object', properties: {} }), 'tool-schema'],
  ['an array without items', property({ type: 'array' }), 'tool-schema'],
  ['a choice of numbers', property({ type: 'integer', enum: [1, 2] }), 'tool-schema'],
  ['an empty choice', property({ type: 'string', enum: [''] }), 'tool-schema'],
  ['a format that is not known', property({ type: 'string', format: 'uri' }), 'tool-schema'],
  ['a required name that is no property', withSchema({ ...schema, required: ['text'] }), 'tool-schema'],
  ['both dialects at once', withTool({ parametersJsonSchema: schema }), 'tool-schema'],
  [
    'an unknown mode',
    request([user()], { toolConfig: { functionCallingConfig: { mode: 'required' } } }),
    'tool-choice',
  ],
  [
    'names in mode AUTO',
    request([user()], {
      toolConfig: { functionCallingConfig: { mode: 'AUTO', allowedFunctionNames: ['read_file'] } },
    }),
    'tool-choice',
  ],
  ['a GIF image', request([user(image(gif, 'image/gif'))]), 'image-type'],
  ['a JPEG that says it is a PNG', request([user(image(jpeg))]), 'image-type'],
  ['a data address as data', request([user(image(`data:image/png;base64,${pixel}`))]), 'image-data'],
];
