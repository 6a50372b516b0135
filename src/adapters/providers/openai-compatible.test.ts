// Recorded and hand-made streams through the adapter: the same message however the bytes are cut, and never one that
// looks complete when it isn't.

import { describe, expect, it } from 'vitest';
import {
  assemble,
  callDelta,
  collect,
  cut,
  delta,
  eventStream,
  frame,
  question,
  serve,
} from './fixtures/server.ts';
import { recorded } from './fixtures/recorded.ts';

const never = new AbortController().signal;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function play(text: string, size = 0, type?: string) {
  const { provider } = await serve(() => eventStream(cut(encode(text), size), type));
  return collect(provider.stream(question, never));
}

const recordings = [
  {
    name: 'deepseek-reasoning-tool.chunks',
    calls: [{ tool: 'weather', text: '{"location": "San Francisco"}' }],
    end: {
      stop: 'tool-calls',
      rawStop: 'tool_calls',
      usage: {
        inputTokens: 339,
        cachedTokens: 320,
        cacheWriteTokens: 0,
        outputTokens: 83,
        reasoningTokens: 39,
      },
    },
  },
  {
    name: 'mistral-tool-without-index.chunks',
    calls: [{ id: 'gSIMJiOkT', tool: 'weather', text: '{"location": "San Francisco"}' }],
    end: {
      stop: 'tool-calls',
      rawStop: 'tool_calls',
      usage: { inputTokens: 124, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 22, reasoningTokens: 0 },
    },
  },
  {
    name: 'groq-tool-no-arguments.chunks',
    calls: [{ id: 'tk85n1k4m', tool: 'weather', text: '{}' }],
    end: {
      stop: 'tool-calls',
      rawStop: 'tool_calls',
      usage: { inputTokens: 210, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 15, reasoningTokens: 0 },
    },
  },
  {
    name: 'alibaba-tool-empty-ids.chunks',
    calls: [{ id: 'call_eee11723464a4b9eb8cee71d', tool: 'weather', text: '{"location": "San Francisco"}' }],
    end: {
      stop: 'tool-calls',
      rawStop: 'tool_calls',
      usage: { inputTokens: 295, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 22, reasoningTokens: 0 },
    },
  },
  {
    name: 'moonshot-reasoning-text.chunks',
    calls: [],
    text: 'Hello!',
    reasoning: 'Thinking aloud. ',
    end: {
      stop: 'stop',
      rawStop: 'stop',
      usage: { inputTokens: 9, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 12, reasoningTokens: 7 },
    },
  },
  {
    name: 'openrouter-comments-reasoning.sse',
    calls: [],
    end: {
      stop: 'stop',
      rawStop: 'stop',
      usage: { inputTokens: 43, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 36, reasoningTokens: 13 },
    },
  },
];

/** Read straight off the recording, without any of the code under test. */
function spoken(text: string, ...fields: readonly string[]): string {
  const chunks = text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
  return chunks
    .map((chunk) => fields.map((field) => chunk.choices[0]?.delta?.[field] ?? '').join(''))
    .join('');
}

describe('recorded streams', () => {
  for (const { name, calls, end, ...expected } of recordings) {
    it.each([1, 7, 0])(`${name}: the same message, cut every %i bytes`, async (size) => {
      const text = recorded(name);
      const message = assemble(await play(text, size));
      expect(message.text).toBe(expected.text ?? spoken(text, 'content'));
      expect(message.reasoning).toBe(expected.reasoning ?? spoken(text, 'reasoning_content', 'reasoning'));
      expect(message.calls).toMatchObject(calls.map((call) => ({ ...call, ended: true })));
      expect(message.calls).toHaveLength(calls.length);
      expect(message.last).toEqual({ type: 'end', ...end });
    });
  }

  it('events come in order: open first, blocks opened before they speak and closed once', async () => {
    const events = await play(recorded('deepseek-reasoning-tool.chunks'));
    expect(events[0]).toEqual({ type: 'open' });
    const kinds = events.map(({ type }) => type).filter((type) => !type.endsWith('-delta'));
    expect(kinds).toEqual([
      'open',
      'reasoning-start',
      'reasoning-end',
      'tool-input-start',
      'tool-input-end',
      'end',
    ]);
  });
});

describe('a stream that was cut off', () => {
  it.each(['mistral-tool-without-index.chunks', 'moonshot-reasoning-text.chunks'])(
    '%s: at no byte does it look complete before its finish reason has arrived',
    { timeout: 30_000 },
    async (name) => {
      const text = recorded(name);
      const complete = text.indexOf('\n\n', text.search(/"finish_reason":"/)) + 2;
      let length = 0;
      const { provider } = await serve(() => eventStream(text.slice(0, length)));
      for (; length < text.length; length += 1) {
        const events = await collect(provider.stream(question, never));
        const { calls, last } = assemble(events);
        if (length < complete) {
          expect(last, `after ${length} bytes`).toMatchObject({
            type: 'fail',
            failure: { code: 'bad-stream' },
          });
          expect(calls.filter(({ ended }) => ended)).toEqual([]);
        } else {
          expect(last, `after ${length} bytes`).toMatchObject({ type: 'end' });
        }
      }
    },
  );

  it('the end mark without a finish reason is no end', async () => {
    const { last } = assemble(await play(frame([delta({ content: 'Half a' })])));
    expect(last).toMatchObject({
      type: 'fail',
      failure: { code: 'bad-stream', facts: { host: '127.0.0.1:9' } },
    });
  });

  it('a finish reason without an end mark is an end', async () => {
    const { text, last } = assemble(await play(frame([delta({ content: 'Whole.' }, 'stop')], false)));
    expect(text).toBe('Whole.');
    expect(last).toEqual({ type: 'end', stop: 'stop', rawStop: 'stop' });
  });
});

describe('framing', () => {
  const text = JSON.stringify(delta({ content: 'Привет, 世界 🚢' }));
  const end = JSON.stringify(delta({}, 'stop'));
  it.each([
    ['comments and keep-alives', `: hello\n\ndata: ${text}\n\n:\n\ndata: ${end}\n\n`],
    ['CRLF', `data: ${text}\r\n\r\ndata: ${end}\r\n\r\ndata: [DONE]\r\n\r\n`],
    ['no space after the colon', `data:${text}\n\ndata:${end}\n\n`],
    ['event and id fields', `event: message\nid: 1\nretry: 10\ndata: ${text}\n\nevent: x\ndata: ${end}\n\n`],
    ['a byte order mark', `\uFEFFdata: ${text}\n\ndata: ${end}\n\n`],
    [
      'an event of several lines',
      `data: ${text.replace(',"choices"', '\ndata: ,"choices"')}\n\ndata: ${end}\n\n`,
    ],
    ['pings without choices', `data: {"type":"ping"}\n\ndata: ${text}\n\ndata: ${end}\n\n`],
  ])('%s', async (_, body) => {
    for (const size of [1, 0]) {
      const message = assemble(await play(body, size));
      expect(message.text).toBe('Привет, 世界 🚢');
      expect(message.last).toMatchObject({ type: 'end' });
    }
  });

  it('a server that names no content type is read all the same', async () => {
    const message = assemble(await play(frame([delta({ content: 'Hi' }, 'stop')]), 0, ''));
    expect(message.text).toBe('Hi');
  });
});

describe('tool calls', () => {
  const twins = [
    callDelta({
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'read_file', arguments: '{"path":' },
    }),
    callDelta({ index: 1, id: 'b', type: 'function', function: { name: 'list_files', arguments: '' } }),
    callDelta({ index: 0, function: { arguments: '"x"}' } }),
    callDelta({ index: 1, function: { arguments: '{}' } }),
    delta({}, 'tool_calls'),
  ];

  it('parallel calls keep apart, in declared order', async () => {
    const { calls } = assemble(await play(frame(twins)));
    expect(calls).toEqual([
      { id: 'a', tool: 'read_file', text: '{"path":"x"}', ended: true },
      { id: 'b', tool: 'list_files', text: '{}', ended: true },
    ]);
  });

  it('arguments stay the text that came, broken JSON too', async () => {
    const broken = '{"path": "a.txt", ';
    const call = callDelta({ index: 0, id: 'a', function: { name: 'read_file', arguments: broken } });
    const { calls, last } = assemble(await play(frame([call, delta({}, 'tool_calls')])));
    expect(calls[0]?.text).toBe(broken);
    expect(last).toMatchObject({ type: 'end', stop: 'tool-calls' });
  });

  it('a repeated or empty id never joins two calls', async () => {
    const call = (id: string, path: string) =>
      delta({ tool_calls: [{ id, function: { name: 'read_file', arguments: `{"path":"${path}"}` } }] });
    for (const ids of [
      ['same', 'same'],
      ['', ''],
    ]) {
      const chunks = [call(ids[0] ?? '', 'a'), call(ids[1] ?? '', 'b'), delta({}, 'tool_calls')];
      const { calls } = assemble(await play(frame(chunks)));
      expect(calls.map(({ text }) => text)).toEqual(['{"path":"a"}', '{"path":"b"}']);
    }
  });

  it('a server that says stop where it called tools is understood', async () => {
    const call = callDelta({ index: 0, id: 'a', function: { name: 'list_files', arguments: '{}' } });
    const { last } = assemble(await play(frame([call, delta({}, 'stop')])));
    expect(last).toMatchObject({ type: 'end', stop: 'tool-calls', rawStop: 'stop' });
  });

  it('a call in a reply that was cut by length is marked as cut', async () => {
    const call = callDelta({
      index: 0,
      id: 'a',
      function: { name: 'write_file', arguments: '{"text":"abc' },
    });
    const { last } = assemble(await play(frame([call, delta({}, 'length')])));
    expect(last).toMatchObject({ type: 'end', stop: 'length', rawStop: 'length' });
  });

  it('a call without a name is a bad stream', async () => {
    const call = callDelta({ index: 0, id: 'a', function: { arguments: '{}' } });
    const { last, calls } = assemble(await play(frame([call, delta({}, 'tool_calls')])));
    expect(last).toMatchObject({ type: 'fail', failure: { code: 'bad-stream' } });
    expect(calls.filter(({ ended }) => ended)).toEqual([]);
  });
});

describe('finish reasons', () => {
  it.each([
    ['stop', 'stop'],
    ['eos_token', 'stop'],
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['content_filter', 'refusal'],
    ['something_new', 'other'],
  ])('%s is %s, and the word of the server is kept', async (raw, stop) => {
    const { last } = assemble(await play(frame([delta({ content: 'Text' }, raw)])));
    expect(last).toEqual({ type: 'end', stop, rawStop: raw });
  });

  it.each([
    ['error', 'server-error'],
    ['insufficient_system_resource', 'overloaded'],
    ['abort', 'bad-stream'],
  ])('%s is a failure in disguise: %s', async (raw, code) => {
    const { last } = assemble(await play(frame([delta({ content: 'Text' }, raw)])));
    expect(last).toMatchObject({ type: 'fail', failure: { code } });
  });

  it.each([
    ['nothing at all', [delta({}, 'stop')]],
    ['white space', [delta({ content: ' \n' }, 'stop')]],
    ['thinking alone', [delta({ reasoning_content: 'Hm.' }), delta({}, 'stop')]],
  ])('%s is an empty reply', async (_, chunks) => {
    expect(assemble(await play(frame(chunks))).last).toMatchObject({
      type: 'fail',
      failure: { code: 'empty-reply' },
    });
  });

  it('a refusal streamed apart is text, and ends as one', async () => {
    const { text, last } = assemble(await play(frame([delta({ refusal: 'I cannot.' }), delta({}, 'stop')])));
    expect(text).toBe('I cannot.');
    expect(last).toMatchObject({ type: 'end', stop: 'refusal', rawStop: 'stop' });
  });

  it('a call announced but never sent is a bad stream', async () => {
    const { last } = assemble(await play(frame([delta({ content: 'I will look.' }, 'tool_calls')])));
    expect(last).toMatchObject({ type: 'fail', failure: { code: 'bad-stream' } });
  });
});

describe('text', () => {
  it('a pair cut between two deltas comes out whole, a half alone as the replacement character', async () => {
    const halves = [
      delta({ content: 'a\ud83d' }),
      delta({ content: '\udea2b' }),
      delta({ content: 'c\ud83d' }, 'stop'),
    ];
    const events = await play(frame(halves));
    expect(assemble(events).text).toBe('a🚢bc\ufffd');
    for (const event of events)
      if (event.type === 'text-delta') expect(event.delta.isWellFormed()).toBe(true);
  });

  it('text and thinking by turns are separate blocks with separate names', async () => {
    const turns = [
      delta({ reasoning_content: 'one' }),
      delta({ content: 'two' }),
      delta({ reasoning: 'three' }),
      delta({ content: 'four' }, 'stop'),
    ];
    const starts = (await play(frame(turns))).flatMap((event) =>
      event.type.endsWith('-start') ? [event] : [],
    );
    expect(starts).toEqual([
      { type: 'reasoning-start', id: 'b1' },
      { type: 'text-start', id: 'b2' },
      { type: 'reasoning-start', id: 'b3' },
      { type: 'text-start', id: 'b4' },
    ]);
  });

  it('complete drains the same stream', async () => {
    const { provider } = await serve(() =>
      eventStream(frame([delta({ content: 'Hi ' }), delta({ content: 'you' }, 'stop')])),
    );
    expect(await provider.complete(question, never)).toEqual({
      text: 'Hi you',
      stop: 'stop',
      usage: undefined,
    });
  });
});
