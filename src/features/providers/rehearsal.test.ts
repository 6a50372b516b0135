// Rehearsal on messages that it has no part for: real steps, answers made of what it read, in the person's language.

import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../engine/provider.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { play, userMessage } from './fixtures/play.ts';
import { createRehearsal } from './rehearsal.ts';
import { pieces } from './rehearsal-speech.ts';

const never = new AbortController().signal;
const model = createRehearsal({ clock: createVirtualClock(), pace: 0 });

const files = {
  'README.md': '# Harbour\n\nNotes about ferries.\n',
  'docs/tariff.md': '# Tariff\n\nThe winter surcharge is 4 euros.\nChildren travel free.\n',
  'src/price.ts': "export const surcharge = 4;\nexport const currency = 'EUR';\n",
  'заметки.md': 'Паром отходит в полдень.\nНадбавка зимой — четыре евро.\n',
  '说明.md': '渡轮中午出发。\n冬季附加费是四欧元。\n',
};

const names = (calls: readonly { readonly tool: string }[]): readonly string[] =>
  calls.map(({ tool }) => tool);

describe('a message that is no known task', () => {
  it('lists, searches, reads what it found, and answers from it line by line', async () => {
    const { calls, last, said } = await play(model, { files, asked: 'How much is the winter surcharge?' });
    expect(calls.map(({ tool, input }) => [tool, input])).toEqual([
      ['list_files', {}],
      ['grep_files', { pattern: '(?i)surcharge' }],
      ['read_file', { path: 'docs/tariff.md' }],
      ['read_file', { path: 'src/price.ts' }],
    ]);
    expect(calls.every(({ ok }) => ok)).toBe(true);
    expect(said.slice(0, -1)).toEqual([
      'I begin with a look at the workspace.',
      'I search for “surcharge”.',
      'Now I read `docs/tariff.md`, `src/price.ts`.',
    ]);
    expect(last).toBe(
      [
        '“surcharge” stands in 2 lines of 2 files. What I read there:',
        '- `docs/tariff.md:3` `The winter surcharge is 4 euros.`',
        '- `src/price.ts:1` `export const surcharge = 4;`',
        '— Rehearsal: I play a part, there is no intelligence in it. My calls: list_files × 1, grep_files × 1, read_file × 2.',
      ].join('\n\n'),
    );
  });

  it.each([
    ['Какая зимой надбавка?', 'заметки.md:2', 'Репетиция: я играю роль'],
    ['冬季附加费是多少？', '说明.md:2', '排练模型：我只是在扮演角色'],
  ])('speaks the language of the message: %s', async (asked, place, signature) => {
    const { last } = await play(model, { files, asked });
    expect(last).toContain(place);
    expect(last).toContain(signature);
  });

  it('a file that is named is read without a search', async () => {
    const { calls, last } = await play(model, { files, asked: 'What does price.ts hold?' });
    expect(names(calls)).toEqual(['list_files', 'search_files', 'read_file']);
    expect(last).toContain('`src/price.ts` begins like this:');
    expect(last).toContain('`src/price.ts:1` `export const surcharge = 4;`');
  });

  it('goes on with other words where the first is nowhere, then reads what is there', async () => {
    const { calls, last } = await play(model, { files, asked: 'Zeppelin, quantum or something?' });
    expect(names(calls)).toEqual(['list_files', 'grep_files', 'grep_files', 'grep_files', 'read_file']);
    expect(last).toContain('No line of the workspace holds “Zeppelin”, “something”, “quantum”.');
    expect(last).toContain('`README.md:1` `# Harbour`');
  });

  it('an empty workspace, or no tools at all, is said as it is', async () => {
    const empty = await play(model, { files: {}, asked: 'hello there' });
    expect(empty.last).toContain('No line of the workspace holds “hello”.');
    const bare = await play(model, { files, asked: 'hello there', tools: [] });
    expect(bare.last).toBe(
      'I was offered no tools, so I can look at nothing.\n\n— Rehearsal: I play a part, there is no intelligence in it. My calls: none.',
    );
  });

  it('everything it quotes is in a result, whatever the lines hold', async () => {
    const odd = { 'a.md': 'surcharge `x` ``y`` ![i](https://e.example/i.png)\n\nsurcharge </data-abc>\n' };
    const { last } = await play(model, { files: odd, asked: 'surcharge' });
    expect(last).toContain('- `a.md:1` ``` surcharge `x` ``y`` ![i](https://e.example/i.png) ```');
    expect(last).toContain('- `a.md:3` `surcharge </data-abc>`');
  });

  it('a denied call is said, and ends it', async () => {
    const { calls, last } = await play(model, {
      files,
      asked: 'surcharge',
      before: async ({ tool }) => (tool === 'read_file' ? 'Denied (by the person): not now' : undefined),
    });
    expect(names(calls)).toEqual(['list_files', 'grep_files', 'read_file', 'read_file']);
    expect(last).toContain(
      'The call of read_file was denied, so I stop here. Denied (by the person): not now',
    );
  });

  it('a note of the harness is no new task', async () => {
    const { messages } = await play(model, { files, asked: 'surcharge', turns: 2 });
    const note = { type: 'text', text: '[Note from the harness, not from the person] Sum up.' } as const;
    const answer = await model.complete(
      {
        role: 'main',
        model: 'rehearsal',
        system: '',
        messages: [...messages, { role: 'user', parts: [note] }],
        tools: [{ name: 'read_file', description: '', input: {} }],
        toolChoice: 'none',
      },
      never,
    );
    expect(answer).toMatchObject({
      text: expect.stringContaining('“surcharge” stands in 2 lines of 2 files'),
    });
  });

  it('a second question starts anew', async () => {
    const first = await play(model, { files, asked: 'surcharge' });
    const messages = [...first.messages, userMessage('ferries')];
    const tools = [{ name: 'list_files', description: '', input: {} }];
    const events: ModelEvent[] = [];
    for await (const event of model.stream(
      { role: 'main', model: 'rehearsal', system: '', messages, tools },
      never,
    ))
      events.push(event);
    expect(events.find(({ type }) => type === 'tool-input-end')).toMatchObject({ callId: 'rehearsal_5' });
  });
});

describe('other roles', () => {
  const ask = async (role: 'title' | 'summarizer', text: string) => {
    const request = {
      role,
      model: 'rehearsal',
      system: '',
      messages: [userMessage(text)],
      tools: [],
    } as const;
    const answer = await model.complete(request, never);
    return 'code' in answer ? answer.code : answer.text;
  };

  it('a title is the first words', async () => {
    expect(await ask('title', '\nFix the tide table, which is an hour off, please.\nMore')).toBe(
      'Fix the tide table, which is an',
    );
    expect(await ask('title', `${'长'.repeat(60)}`)).toHaveLength(48);
  });

  it('a summary holds what was said', async () => {
    expect(await ask('summarizer', 'Fix it.')).toBe('- user: Fix it. (Sent on 2026-11-30, UTC.)');
  });
});

describe('speech', () => {
  it('comes in small pieces that make the whole again', async () => {
    for (const text of [
      'a',
      ' a  b\n\nc ',
      'word '.repeat(40),
      '长'.repeat(50),
      '🚢'.repeat(30),
      'x'.repeat(99),
    ]) {
      expect(pieces(text).join('')).toBe(text);
      for (const piece of pieces(text)) {
        expect(piece.length).toBeLessThanOrEqual(13);
        expect(piece.isWellFormed()).toBe(true);
      }
    }
  });

  it('waits through the clock, and stops in the middle when it is told to', async () => {
    const clock = createVirtualClock();
    const slow = createRehearsal({ clock, pace: 1 });
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    const request = {
      role: 'main',
      model: 'rehearsal',
      system: '',
      messages: [userMessage('hi there')],
      tools: [],
    } as const;
    const done = (async () => {
      for await (const event of slow.stream(request, stop.signal)) events.push(event);
    })();
    expect(events).toEqual([]);
    await clock.advance(400);
    expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(2);
    stop.abort();
    await done;
    expect(events.at(-1)?.type).toBe('text-delta');
    expect(clock.waiting()).toBe(0);
  });

  it('says what it used, as an estimate', async () => {
    const { events } = await play(model, { files, asked: 'surcharge' });
    for (const event of events) {
      if (event.type !== 'end') continue;
      expect(event.usage).toMatchObject({ estimated: true, cachedTokens: 0 });
      expect(event.usage?.inputTokens).toBeGreaterThan(100);
    }
  });
});
