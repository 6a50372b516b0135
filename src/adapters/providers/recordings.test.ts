// Every recorded stream through its adapter (P11): the same message however the bytes are cut, the one that a second
// reader finds in it; and the twin that was not streamed, where there is one. With CORPUS set to a folder of the same
// shape, that folder is replayed instead.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../engine/provider.ts';
import { answerSaid, bodyOf, eventsOf, type RecordedWire, type Said, saidIn } from './fixtures/readings.ts';
import { assemble, collect, cut, eventStream, question, serve } from './fixtures/server.ts';

const root = process.env['CORPUS'] ?? fileURLToPath(new URL('./fixtures/recorded', import.meta.url));
const never = new AbortController().signal;
const wires: readonly RecordedWire[] = ['openai-chat', 'openai-responses', 'anthropic', 'google'];

const recordings = wires.flatMap((wire) => {
  const files = readdirSync(`${root}/${wire}`).sort();
  return files
    .filter((file) => !file.endsWith('.json'))
    .map((file) => {
      const twin = file.replace(/\.\w+$/, '.json');
      const text = readFileSync(`${root}/${wire}/${file}`, 'utf8');
      return { wire, file, text, ...(files.includes(twin) ? { twin: `${root}/${wire}/${twin}` } : {}) };
    });
});

/** Tools of the vendor's own that we never offer: their calls are nobody's to run here. */
const VENDORS_OWN = /^(apply_patch|shell|local_shell)$/;

async function play(wire: RecordedWire, body: string, size: number): Promise<readonly ModelEvent[]> {
  const { provider } = await serve(() => eventStream(cut(new TextEncoder().encode(body), size)), {
    wire,
    ...(wire === 'google' ? { baseUrl: 'https://g.example/v1beta' } : {}),
  });
  return collect(provider.stream(question, never));
}

function saidBy(events: readonly ModelEvent[]): Said & { readonly last: ModelEvent | undefined } {
  const { text, reasoning, calls, last } = assemble(events);
  return {
    text,
    reasoning,
    last,
    calls: calls
      .filter(({ tool }) => !VENDORS_OWN.test(tool))
      .map(({ tool, text: input }) => ({ tool, input: JSON.parse(input === '' ? '{}' : input) })),
  };
}

/** Without what the model happened to say: which kinds of things, which tools, which arguments. */
const shapeOf = ({ text, calls }: Said) => ({
  // One that calls may say a word before, and another sample of it not.
  speaks: text.trim() !== '' || calls.length > 0,
  calls: calls.map(({ tool, input }) => [tool, Object.keys(input as object).sort()]),
});

describe.each(recordings)('$wire/$file', { timeout: 60_000 }, ({ wire, file, text, twin }) => {
  const events = eventsOf(file, text);
  const body = bodyOf(wire, file, text);
  const expected = saidIn(wire, events);

  it('gives the same message whole, cut every byte and every seventh', async () => {
    const whole = await play(wire, body, 0);
    const { last, ...said } = saidBy(whole);
    expect(said).toEqual(expected);
    expect(last).toMatchObject({ type: 'end', usage: { inputTokens: expect.any(Number) } });
    // Byte by byte is slow: the longest are cut coarser, but never at the same places.
    for (const size of body.length > 60_000 && process.env['CORPUS'] === undefined ? [7] : [1, 7])
      expect(await play(wire, body, size), `cut every ${size} bytes`).toEqual(whole);
  });

  it.runIf(twin !== undefined)(
    'says what its twin says, or the same kind of thing in other words',
    async () => {
      const other = answerSaid(wire, JSON.parse(readFileSync(twin ?? '', 'utf8')));
      const said = saidBy(await play(wire, body, 0));
      if (said.text === other.text && other.text !== '') expect(said.calls).toEqual(other.calls);
      expect(shapeOf(said)).toEqual(shapeOf(other));
    },
  );

  it('cut off after any event but the last words, it gives no call that may run', async () => {
    const ends = [...body.matchAll(/\r?\n\r?\n/g)].map(({ index, 0: mark }) => index + mark.length);
    const step = Math.max(1, Math.floor(ends.length / 40));
    for (const [at, end] of ends.entries()) {
      if (at % step !== 0 && at < ends.length - 6) continue;
      const events = await play(wire, body.slice(0, end), 0);
      const { calls, last } = assemble(events);
      if (last?.type === 'end') continue;
      expect(last, `after ${at + 1} events`).toMatchObject({ type: 'fail' });
      expect(
        calls.filter(({ ended }) => ended),
        `after ${at + 1} events`,
      ).toEqual([]);
    }
  });
});

it('there are recordings of every wire', () => {
  expect(
    Object.fromEntries(wires.map((wire) => [wire, recordings.filter((one) => one.wire === wire).length])),
  ).toMatchObject({
    'openai-chat': expect.any(Number),
    'openai-responses': expect.any(Number),
    anthropic: expect.any(Number),
    google: expect.any(Number),
  });
  expect(recordings.length).toBeGreaterThanOrEqual(process.env['CORPUS'] === undefined ? 34 : 10);
});
