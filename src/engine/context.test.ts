import { describe, expect, test } from 'vitest';
import { createContextBuilder } from './context.ts';
import type { Entry, StoredEvent } from './events.ts';
import { asId, type CallId, type ParticipantId, USER } from './ids.ts';
import { type AssistantPart, type ModelStamp, NO_USAGE, type RequestMessage } from './messages.ts';
import { CALL_TEXT, GO_ON, HISTORY_START } from './prompts.ts';
import { createTranscript } from './transcript.ts';

const AGENT = asId<ParticipantId>('agent');
const OTHER = asId<ParticipantId>('other');
const HERE: ModelStamp = { provider: 'a', model: 'one', endpoint: 'x' };
const THERE: ModelStamp = { provider: 'b', model: 'one', endpoint: 'y' };

type Told = Pick<Entry, 'by' | 'event' | 'at'> & { readonly to?: readonly ParticipantId[] };
const at = Date.UTC(2026, 0, 2);
const told = (by: ParticipantId, event: StoredEvent, to?: readonly ParticipantId[]): Told => ({
  by,
  event,
  at,
  ...(to === undefined ? {} : { to }),
});
const person = (text: string, id = text): Told =>
  told(USER, { type: 'message', id: asId(id), parts: [{ type: 'text', text }] });
const call = (id: string, args = '{}', tool = 'read'): AssistantPart => ({
  type: 'tool-call',
  callId: asId(id),
  tool,
  argumentsText: args,
});
const says = (text: string): AssistantPart => ({ type: 'text', text });
let count = 0;
const model = (parts: readonly AssistantPart[], stamp = HERE, by = AGENT): Told =>
  told(by, {
    type: 'message-end',
    turn: asId('t'),
    message: { id: asId(`a${count++}`), parts, stamp, stop: 'stop' },
    usage: NO_USAGE,
    usd: 0,
    ms: 0,
    used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
  });
const result = (
  id: string,
  text: string,
  more: { provenance?: 'workspace' | 'foreign'; source?: string } = {},
): Told => {
  const callId = asId<CallId>(id);
  return told(AGENT, {
    type: 'tool-end',
    callId,
    ms: 0,
    result: { callId, tool: 'read', ok: true, text, provenance: 'own', ...more },
  });
};
const started = (id: string): Told =>
  told(AGENT, { type: 'tool-start', callId: asId(id), tool: 'read', effect: 'write', input: {} });

function build(
  entries: readonly Told[],
  options: { who?: ParticipantId; stamp?: ModelStamp; nudges?: string[] } = {},
) {
  const { who = AGENT, stamp = HERE, nudges = [] } = options;
  const fence = (text: string, source: { name: string; foreign: boolean; seed: string }) =>
    `<${source.foreign ? 'foreign' : 'data'} ${source.name} ${source.seed}>${text}`;
  return createContextBuilder(fence).build(createTranscript(who, entries).items, stamp, nudges).messages;
}
const text = (messages: readonly RequestMessage[], role: RequestMessage['role']): readonly string[] =>
  messages
    .filter((message) => message.role === role)
    .map((message) =>
      message.role === 'tool'
        ? message.results.map((one) => `${one.callId}=${one.text}`).join(' | ')
        : message.parts
            .map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : part.type))
            .join(' | '),
    );

describe('calls and results', () => {
  test('results stand as declared, whatever their order in the log', () => {
    const messages = build([person('hi'), model([call('a'), call('b')]), result('b', 'B'), result('a', 'A')]);
    expect(text(messages, 'tool')).toEqual(['a=A | b=B']);
  });

  test('an orphan result is dropped, a missing one reads as interrupted', () => {
    const messages = build([
      person('hi'),
      result('x', 'X'),
      model([call('a'), call('b')]),
      result('a', 'A'),
      person('go'),
    ]);
    expect(text(messages, 'tool')).toEqual([`a=A | b=${CALL_TEXT.interrupted}`]);
  });

  test('one that was started and not finished reads as unknown, until somebody says what came of it', () => {
    const before = [person('hi'), model([call('a')]), started('a')];
    const resolved = (ran: boolean): Told =>
      told(USER, { type: 'unknown-resolved', callId: asId('a'), by: 'person', ran });
    expect(text(build(before), 'tool')).toEqual([`a=${CALL_TEXT.unknown}`]);
    expect(text(build([...before, resolved(true)]), 'tool')).toEqual([`a=${CALL_TEXT.confirmedRan}`]);
    expect(text(build([...before, resolved(false)]), 'tool')).toEqual([`a=${CALL_TEXT.interrupted}`]);
  });

  test('a second result for one call changes nothing', () => {
    const messages = build([person('hi'), model([call('a')]), result('a', 'first'), result('a', 'second')]);
    expect(text(messages, 'tool')).toEqual(['a=first']);
  });

  test('an id that comes twice is told apart, call and result alike; the first result stays where it belongs', () => {
    const messages = build([person('hi'), model([call('a')]), result('a', 'A'), model([call('a')])]);
    expect(text(messages, 'tool')).toEqual(['a=A', `a_2=${CALL_TEXT.interrupted}`]);
  });

  test('arguments that are no JSON object go out as an empty one', () => {
    const args = ['{"a":1}', '{', '[1]', 'null', ''].map((one, index) => call(`c${index}`, one));
    const [, assistant] = build([person('hi'), model(args)]);
    const sent = assistant?.role === 'assistant' ? assistant.parts : [];
    expect(sent.map((part) => (part.type === 'tool-call' ? part.argumentsText : ''))).toEqual([
      '{"a":1}',
      '{}',
      '{}',
      '{}',
      '{}',
    ]);
  });

  test('well-formed arguments keep their very bytes', () => {
    const args = '{ "b" : "\\u00e9", "a":1.0 }';
    const [, assistant] = build([person('hi'), model([call('a', args)])]);
    expect(JSON.stringify(assistant)).toContain(JSON.stringify(args));
  });

  test('results that we did not write are fenced, with their source; the fence is the same in every request', () => {
    const messages = build([
      person('hi'),
      model([call('a'), call('b'), call('c')]),
      result('a', 'A', { provenance: 'workspace', source: 'notes.md' }),
      result('b', 'B', { provenance: 'foreign' }),
      result('c', 'C'),
    ]);
    expect(text(messages, 'tool')).toEqual(['a=<data notes.md a>A | b=<foreign read b>B | c=C']);
  });
});

describe('who said it', () => {
  test('the person’s words carry the day they were sent on', () => {
    expect(text(build([person('hi')]), 'user')).toEqual(['hi | (Sent on 2026-01-02, UTC.)']);
  });

  test('another participant’s message is labelled data; one that is not addressed to us isn’t there', () => {
    const message = (id: string, to?: readonly ParticipantId[]): Told =>
      told(OTHER, { type: 'message', id: asId(id), parts: [{ type: 'text', text: id }] }, to);
    const [said] = text(build([message('all'), message('me', [AGENT]), message('them', [USER])]), 'user');
    expect(said).toContain('<data other all>all');
    expect(said).toContain('<data other me>me');
    expect(said).not.toContain('them');
  });

  test('of one log two participants read two histories: calls, results and reasoning stay with their run', () => {
    const log = [
      person('hi'),
      model([{ type: 'reasoning', text: 'mine' }, says('I did it'), call('a')]),
      result('a', 'A'),
      model([says('from other')], HERE, OTHER),
      told(AGENT, { type: 'message', id: asId('m9'), parts: [{ type: 'text', text: 'for all' }] }),
    ];
    const mine = build(log);
    expect(mine.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    const theirs = build(log, { who: OTHER });
    expect(theirs.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(JSON.stringify(theirs)).not.toMatch(/mine|I did it|"A"/);
    expect(text(theirs, 'user')[1]).toContain('for all');
  });

  test('a message that nobody said twice stands once, however often the log holds it', () => {
    expect(text(build([person('hi'), person('hi')]), 'user')).toHaveLength(1);
    expect(text(build([person('hi'), person('hi')]), 'user')[0]).toMatch(/^hi \| \(Sent/);
  });
});

describe('what another model said', () => {
  const thinking: AssistantPart = { type: 'reasoning', text: 'hm', providerData: { signature: 'x' } };

  test('goes back whole to the one that said it, its signature untouched', () => {
    const [, assistant] = build([person('hi'), model([thinking, says('so')]), person('go')]);
    expect(assistant).toEqual({ role: 'assistant', parts: [thinking, says('so')], stamp: HERE });
  });

  test('loses thinking and signatures for any other', () => {
    const [, assistant] = build([person('hi'), model([thinking, says('so')], THERE), person('go')]);
    expect(assistant).toEqual({ role: 'assistant', parts: [says('so')] });
  });

  test('and was nothing but thinking, isn’t sent at all', () => {
    expect(build([person('hi'), model([thinking]), person('go')]).map(({ role }) => role)).toEqual(['user']);
  });
});

describe('where a history begins and ends', () => {
  test('with the person: else a line says that something is missing', () => {
    const [first] = build([model([says('hello')]), person('go')]);
    expect(first).toEqual({ role: 'user', parts: [{ type: 'text', text: HISTORY_START }] });
  });

  test('never with the model’s own words', () => {
    const messages = build([person('hi'), model([says('hello')]), person('  ')]);
    expect(messages.at(-1)?.role).toBe('user');
    expect(text(messages, 'user').at(-1)).toContain(GO_ON);
  });

  test('nudges stand at the end of this request, and leave the history as it was', () => {
    const builder = createContextBuilder((one) => one);
    const { items } = createTranscript(AGENT, [person('hi')]);
    const before = JSON.stringify(builder.build(items, HERE, []));
    const nudged = builder.build(items, HERE, ['Be short.']).messages;
    expect(text(nudged, 'user')[0]).toMatch(/Be short\.$/);
    expect(JSON.stringify(builder.build(items, HERE, []))).toBe(before);
  });

  test('an empty history still makes a request', () => {
    expect(build([])).toEqual([{ role: 'user', parts: [{ type: 'text', text: HISTORY_START }] }]);
  });
});
