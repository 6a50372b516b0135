import { describe, expect, test } from 'vitest';
import { failure } from '../failures.ts';
import { asId } from '../ids.ts';
import type { AssistantPart, RequestMessage } from '../messages.ts';
import type { ModelEvent, ModelRequest } from '../provider.ts';
import { call, type ScriptedModel, scriptedModel } from './scripted-model.ts';
import { wireProblems } from './wire-invariants.ts';

const user = (text = 'hi'): RequestMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const calling = (...ids: readonly string[]): RequestMessage => ({
  role: 'assistant',
  parts: ids.map(
    (id): AssistantPart => ({ type: 'tool-call', callId: asId(id), tool: 'read', argumentsText: '{}' }),
  ),
});
const results = (...ids: readonly string[]): RequestMessage => ({
  role: 'tool',
  results: ids.map((id) => ({ callId: asId(id), tool: 'read', ok: true, text: 'x' })),
});
const saying = (...parts: readonly AssistantPart[]): RequestMessage => ({ role: 'assistant', parts });
const args = (argumentsText: string, tool = 'read'): AssistantPart => ({
  type: 'tool-call',
  callId: asId('a'),
  tool,
  argumentsText,
});

test('a good request has no problem', () => {
  expect(wireProblems([user(), calling('a', 'b'), results('a', 'b'), user()])).toEqual([]);
});

test.each<[string, readonly RequestMessage[]]>([
  ['a call without its result', [user(), calling('a'), user()]],
  ['a call without its result at the end', [user(), calling('a')]],
  ['one of two results missing', [user(), calling('a', 'b'), results('a')]],
  ['results in another order', [user(), calling('a', 'b'), results('b', 'a')]],
  ['a result twice', [user(), calling('a'), results('a', 'a')]],
  ['an orphan result', [user(), results('a')]],
  ['an id used twice', [user(), calling('a'), results('a'), calling('a'), results('a')]],
  ['an impossible id', [user(), calling('a b'), results('a b')]],
  ['an impossible tool name', [user(), saying(args('{}', 'a.b')), results('a')]],
  ['arguments that are no JSON', [user(), saying(args('{')), results('a')]],
  ['arguments that are no object', [user(), saying(args('[]')), results('a')]],
  ['a lone surrogate behind an escape', [user(), saying(args(String.raw`{"\ud800":1}`)), results('a')]],
  ['a lone surrogate', [user('\ud800')]],
  ['an empty text', [user('')]],
  ['a reply of nothing but thinking', [user(), saying({ type: 'reasoning', text: 'hm' }), user()]],
  ['the same role twice', [user(), user()]],
  ['an assistant at the beginning', [saying({ type: 'text', text: 'x' }), user()]],
  ['an assistant at the end', [user(), saying({ type: 'text', text: 'x' })]],
  ['nothing', []],
])('%s is noticed', (_name, messages) => {
  expect(wireProblems(messages)).not.toEqual([]);
});

describe('the scripted model', () => {
  const request = (messages: readonly RequestMessage[] = [user()]): ModelRequest => ({
    role: 'main',
    model: 'one',
    system: '',
    messages,
    tools: [],
  });
  const drain = async (
    model: ScriptedModel,
    messages?: readonly RequestMessage[],
  ): Promise<readonly ModelEvent['type'][]> => {
    const events: ModelEvent['type'][] = [];
    for await (const { type } of model.stream(request(messages), new AbortController().signal))
      events.push(type);
    return events;
  };

  test('refuses to go on with a request that breaks an invariant', async () => {
    await expect(drain(scriptedModel(['hi']), [])).rejects.toThrow('request 1: it ends with nothing');
  });

  test('fails where it was told to, cut where it was told to', async () => {
    const broken = { text: 'ab', fail: { at: 3, failure: failure('overloaded', 'x') } };
    expect(await drain(scriptedModel([broken]))).toEqual(['open', 'text-start', 'text-delta', 'fail']);
    expect((await drain(scriptedModel([{ ...call('read'), cut: true }]))).slice(-2)).toEqual([
      'tool-input-delta',
      'end',
    ]);
  });

  test('has as many replies as were written down; a function at the end answers for ever', async () => {
    const one = scriptedModel(['hi']);
    const signal = new AbortController().signal;
    await drain(one);
    await expect(drain(one)).rejects.toThrow('no reply for request 2');
    const ever = scriptedModel([(_request, index) => `reply ${index}`]);
    for (const n of [0, 1, 2])
      expect(await ever.complete(request(), signal)).toMatchObject({ text: `reply ${n}` });
  });
});
