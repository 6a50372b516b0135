// Each fault as what a server does with one request, in the dialect of each wire. Data; the server carries it out and
// the table (fault-table.ts) says what must follow.

import { errorBody, REFUSALS } from './fault-bodies.ts';
import {
  type Beat,
  call,
  end,
  error,
  type FaultWire,
  type Reason,
  speak,
  type Stop,
  think,
} from './fault-story.ts';

/** What is done with one request for a model's answer. */
export type Step =
  | {
      readonly does: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly contentType: string;
      readonly body: string;
    }
  | {
      readonly does: 'stream';
      readonly beats: readonly Beat[];
      /** True: the head alone, not even the events that open a stream. */
      readonly bare?: boolean;
      /** Goes out instead of what the wire makes of the beats. */
      readonly raw?: string;
      /** Missing: the wire's own. */
      readonly contentType?: string;
      /** How it ends: properly or cut, broken, or not at all. */
      readonly then: 'close' | 'reset' | 'hang';
    }
  /** Without a byte of an answer. */
  | { readonly does: 'reset' | 'hang' };

export type MakeStep = (wire: FaultWire) => Step;

const JSON_TYPE = 'application/json';

const refuse =
  (reason: Reason, headers: Readonly<Record<string, string>> = {}): MakeStep =>
  (wire) => ({
    does: 'answer',
    status: REFUSALS[wire][reason].status,
    headers,
    contentType: JSON_TYPE,
    body: errorBody(wire, reason),
  });

const answer =
  (status: number, contentType: string, body: string): MakeStep =>
  () => ({ does: 'answer', status, contentType, body });

const stream =
  (then: 'close' | 'reset' | 'hang', ...beats: readonly Beat[]): MakeStep =>
  () => ({ does: 'stream', beats, then });

const PAGE = '<!doctype html><title>Sign in</title><h1>Welcome to the guest network</h1>';

/** What an answer looks like where the server doesn't stream: whole, in one object. */
const WHOLE: Readonly<Record<FaultWire, unknown>> = {
  'openai-chat': {
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' } }],
  },
  'openai-responses': { object: 'response', status: 'completed', output: [] },
  anthropic: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi.' }] },
  google: { candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] } }] },
  ollama: { model: 'm', message: { role: 'assistant', content: 'Hi.' }, done: true },
};

const WRITE = 'write_file';
const INPUT = JSON.stringify({ path: 'cut.txt', content: 'All of it.' });
const CUT = INPUT.slice(0, -8);

/** The way a well-behaved server answers: by a little thought and a word. */
export const GOOD: MakeStep = stream('close', think('Hm. '), speak('Done.'), end());

/** A call that is whole: what the cut ones would have been. */
export const WHOLE_CALL: MakeStep = stream('close', call(WRITE, INPUT), end('tool-calls'));

/** What is asked for where history is summed up. */
export const SUMMARY: MakeStep = stream('close', speak('## Goal\nOne.\n\n## Exact facts\n- none'), end());

const endedWith = (stop: Stop, input: string): MakeStep => stream('close', call(WRITE, input), end(stop));

export const FAULTS = {
  'rate limit, no word on when': refuse('rate-limit'),
  'rate limit, retry-after 7 s': refuse('rate-limit', { 'retry-after': '7' }),
  'rate limit, retry-after 20 min': refuse('rate-limit', { 'retry-after': '1200' }),
  'an error 500': refuse('server-error'),
  '503 or 529, overloaded': refuse('overloaded'),
  '502 from a proxy, as a page': answer(502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>'),
  'overload as JSON with 200': (wire) => ({
    does: 'answer',
    status: 200,
    contentType: JSON_TYPE,
    body: errorBody(wire, 'overloaded'),
  }),
  'overload inside a 200 stream': stream('close', error('overloaded')),
  'overload after thoughts': stream('close', think('Hm. '), error('overloaded')),
  'overload after first content': stream('close', speak('Half '), error('overloaded')),
  'rate limit after thoughts': stream('close', think('Hm. '), error('rate-limit')),
  'rate limit after first content': stream('close', speak('Half '), error('rate-limit')),
  'reset before an answer': () => ({ does: 'reset' }),
  'reset after the head': (): Step => ({ does: 'stream', beats: [], bare: true, then: 'reset' }),
  'reset after thoughts': stream('reset', think('Hm. ')),
  'reset after first content': stream('reset', speak('Half ')),
  'silence before an answer': () => ({ does: 'hang' }),
  'silence after the head': (): Step => ({ does: 'stream', beats: [], bare: true, then: 'hang' }),
  'silence after the opening events': stream('hang'),
  'silence after first content': stream('hang', speak('Half ')),
  'another content type, a stream all the same': (): Step => ({
    does: 'stream',
    beats: [think('Hm. '), speak('Done.'), end()],
    contentType: 'text/plain',
    then: 'close',
  }),
  'JSON for a stream': (wire) => ({
    does: 'answer',
    status: 200,
    contentType: JSON_TYPE,
    body: JSON.stringify(WHOLE[wire]),
  }),
  'HTML for JSON': answer(200, 'text/html; charset=utf-8', PAGE),
  'HTML that calls itself a stream': answer(200, 'text/event-stream', PAGE),
  'empty body': (): Step => ({ does: 'stream', beats: [], bare: true, then: 'close' }),
  'empty reply': stream('close', end()),
  'thoughts, and no reply': stream('close', think('Hm. '), end()),
  'stream cut after first content': stream('close', speak('Half ')),
  'arguments cut, stream ends': stream('close', call(WRITE, CUT, { open: true })),
  'arguments cut at the length limit': (wire) =>
    // Where calls come whole, a whole one ends at the limit.
    endedWith('length', wire === 'google' || wire === 'ollama' ? INPUT : CUT)(wire),
  'arguments that are no JSON': (wire) =>
    // This vendor finds it out itself.
    wire === 'google' ? stream('close', end('malformed'))(wire) : endedWith('tool-calls', CUT)(wire),
  'wrong key': refuse('wrong-key'),
  'expired OAuth': refuse('expired-token'),
  'no credit': refuse('no-credit'),
  'model missing': refuse('model-missing'),
  'bad request': refuse('bad-request'),
  'content policy': refuse('policy'),
  'conversation too long': refuse('too-long'),
  'oversized image': refuse('image-too-large'),
  'too many images': refuse('too-many-images'),
  '413 with images': answer(
    413,
    JSON_TYPE,
    JSON.stringify({ error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } }),
  ),
  '413 from a proxy, as a page': answer(
    413,
    'text/html',
    '<html><h1>413 Request Entity Too Large</h1></html>',
  ),
} as const satisfies Readonly<Record<string, MakeStep>>;

export type FaultName = keyof typeof FAULTS;
