import { describe, expect, it } from 'vitest';
import { createSpokenReader, type Spoken } from './spoken-calls.ts';

const TOOLS = ['read_file', 'get_weather'];

/** What was said, with deltas of one kind joined. */
function said(pieces: readonly string[], tools: readonly string[] = TOOLS): readonly Spoken[] {
  const reader = createSpokenReader(tools);
  const all = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  return all.reduce<Spoken[]>((joined, one) => {
    const last = joined.at(-1);
    if (last !== undefined && last.type !== 'call' && one.type === last.type)
      joined[joined.length - 1] = { type: last.type, delta: last.delta + one.delta };
    else joined.push(one);
    return joined;
  }, []);
}

const call = (tool: string, input: unknown): Spoken => ({
  type: 'call',
  tool,
  argumentsText: JSON.stringify(input),
});
const text = (delta: string): Spoken => ({ type: 'text', delta });

const HERMES = '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.md"}}\n</tool_call>';

const CASES: readonly (readonly [string, string, readonly Spoken[]])[] = [
  ['plain text', 'Hello, “world”.\n\nSecond.<|im_end|>', [text('Hello, “world”.\n\nSecond.')]],
  ['a tagged call', `${HERMES}<|im_end|>`, [call('read_file', { path: 'a.md' })]],
  [
    'words, two tagged calls and words',
    `I look.\n${HERMES}\n${HERMES}\nDone.`,
    [
      text('I look.'),
      call('read_file', { path: 'a.md' }),
      call('read_file', { path: 'a.md' }),
      text('Done.'),
    ],
  ],
  [
    'a tagged call without its end',
    '<tool_call>{"name":"read_file","arguments":{"path":"</b>"}}<|im_end|>',
    [call('read_file', { path: '</b>' })],
  ],
  [
    'thinking before a call',
    `<think>\nI need < and > the file.\n</think>\n\n${HERMES}`,
    [{ type: 'reasoning', delta: 'I need < and > the file.' }, call('read_file', { path: 'a.md' })],
  ],
  [
    'a reply of JSON with parameters',
    '{"name": "get_weather", "parameters": {"city": "Rīga"}}<|eot_id|>',
    [call('get_weather', { city: 'Rīga' })],
  ],
  [
    'several of them behind the mark',
    '<|python_tag|>{"name":"get_weather","parameters":{"city":"A"}}; {"name":"get_weather","parameters":{"city":"B"}}<|eom_id|>',
    [call('get_weather', { city: 'A' }), call('get_weather', { city: 'B' })],
  ],
  [
    'a marked list',
    '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "[x]"}}, {"name": "read_file", "arguments": {}}]</s>',
    [call('get_weather', { city: '[x]' }), call('read_file', {})],
  ],
  [
    'marked calls by name',
    'Yes.[TOOL_CALLS]get_weather[ARGS]{"city":"A"}[TOOL_CALLS]read_file{"path":"b"}</s>',
    [text('Yes.'), call('get_weather', { city: 'A' }), call('read_file', { path: 'b' })],
  ],
  [
    'a call in a fence',
    'So:\n```json\n{"name": "read_file", "arguments": {"path": "a`b"}}\n```\n',
    [text('So:'), call('read_file', { path: 'a`b' })],
  ],
  [
    'arguments as a string',
    '<tool_call>{"name":"read_file","arguments":"{\\"path\\":\\"a\\"}"}</tool_call>',
    [call('read_file', { path: 'a' })],
  ],
  [
    'a call whose arguments are broken',
    '<tool_call>{"name": "read_file", "arguments": {"path": a.md}}</tool_call>',
    [{ type: 'call', tool: 'read_file', argumentsText: '{"path": a.md}}' }],
  ],
  [
    'a fence that is no call',
    'See:\n```ts\nconst a = {"name": 1};\n```\nOK',
    [text('See:\n```ts\nconst a = {"name": 1};\n```\nOK')],
  ],
  ['a fence of a tool that is not there', '```\n{"name":"rm"}\n```', [text('```\n{"name":"rm"}\n```')]],
  ['JSON that is an answer', '{"total": 3, "name": 4}', [text('{"total": 3, "name": 4}')]],
  ['a list in square brackets', '[TODO] buy milk', [text('[TODO] buy milk')]],
  ['what only looks like a beginning', 'a <tool and [TOOL, `` and <', [text('a <tool and [TOOL, `` and <')]],
  [
    'tagged words that are no call',
    '<tool_call>maybe</tool_call> no',
    [text('<tool_call>maybe</tool_call> no')],
  ],
];

describe('what a model says', () => {
  it.each(CASES)('is read: %s', (_, whole, wanted) => {
    expect(said([whole])).toEqual(wanted);
  });

  it.each(CASES)('is the same cut at any place: %s', (_, whole, wanted) => {
    for (let at = 1; at < whole.length; at += 1)
      expect(said([whole.slice(0, at), whole.slice(at)]), `cut at ${at}`).toEqual(wanted);
    expect(said(whole.split(''))).toEqual(wanted);
  });

  it('holds no call where no tool is offered', () => {
    expect(said([HERMES], [])).toEqual([text(HERMES)]);
  });

  it('is shown as it falls: only what may begin a call waits', () => {
    const reader = createSpokenReader(TOOLS);
    expect(reader.push('One two')).toEqual([text('One two')]);
    expect(reader.push(' <to')).toEqual([]);
    expect(reader.push('ad>')).toEqual([text(' <toad>')]);
  });
});
