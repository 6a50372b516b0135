import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Draft, Entry } from '../engine/events.ts';
import { asId, type RunId, type SessionId, USER } from '../engine/ids.ts';
import { placeDrafts } from '../engine/placing.ts';
import type { PartialMessage } from '../engine/ports.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { anyDraft } from '../features/sessions/fixtures/drafts.ts';
import { foldHead } from '../features/sessions/sessions.ts';
import { onDisk } from './disk.ts';
import { formatLines, parseFile } from './jsonl-file.ts';
import { createJsonlLog } from './jsonl-log.ts';

const s = asId<SessionId>('s');
const clock = createVirtualClock();
const note = (title: string): Draft => ({ by: USER, event: { type: 'title', title, by: 'auto' } });

/** Appends of 1 to 4 entries: the lines of each, and the entries up to and with each. */
const batches = fc
  .array(fc.array(anyDraft, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .map((drafts) => {
    let head: Parameters<typeof foldHead>[0];
    const appends: (readonly Entry[])[] = [];
    for (const batch of drafts) {
      const placed = placeDrafts(s, batch, { head, last: head?.count ?? 0, now: 1, fold: foldHead });
      head = placed.head;
      appends.push(placed.entries);
    }
    return appends;
  });
const bytesOf = (appends: readonly (readonly Entry[])[]): Buffer =>
  Buffer.from(appends.map(formatLines).join(''));

describe('a file cut at any byte', () => {
  test('holds every append whose line ends are there, whole, and nothing of the one that was cut', () => {
    fc.assert(
      fc.property(batches, fc.nat(), fc.nat(3), (appends, pick, zeros) => {
        const bytes = bytesOf(appends);
        const cut = pick % (bytes.length + 1);
        const { entries, end, unended } = parseFile(
          Buffer.concat([bytes.subarray(0, cut), Buffer.alloc(zeros)]),
          s,
        );
        let size = 0;
        const whole = appends.filter((append) => {
          size += Buffer.byteLength(formatLines(append));
          // A lost line end alone loses nothing.
          return size <= cut || (size === cut + 1 && zeros === 0);
        });
        expect(entries).toEqual(whole.flat());
        expect(unended).toBe(whole.length > 0 && bytesOf(whole).length === cut + 1 && zeros === 0);
        expect(end).toBe(unended ? cut : bytesOf(whole).length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a file damaged anywhere', () => {
  test('loses the damaged lines only', () => {
    fc.assert(
      fc.property(batches, fc.array(fc.nat(), { maxLength: 3 }), (appends, picks) => {
        const lines = bytesOf(appends).toString().trimEnd().split('\n');
        const lost = new Set(picks.map((pick) => pick % lines.length));
        const text = lines.map((line, at) => (lost.has(at) ? line.slice(0, -1) : line)).join('\n');
        const { entries, damaged } = parseFile(Buffer.from(`${text}\n`), s);
        expect(entries).toEqual(appends.flat().filter((_, at) => !lost.has(at)));
        expect(damaged).toBe(lost.size);
      }),
    );
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(batches, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), (appends, flips) => {
        const bytes = bytesOf(appends);
        for (const [at, value] of flips) bytes[at % bytes.length] = value;
        const { entries, end } = parseFile(bytes, s);
        expect(entries.length).toBeLessThanOrEqual(appends.flat().length);
        expect(end).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 150 },
    );
  });

  test('blank lines are nothing, lines of another session or out of order are damage', () => {
    const [a, b] = placeDrafts(s, [note('a'), note('b')], {
      head: undefined,
      last: 0,
      now: 1,
      fold: foldHead,
    }).entries;
    const stranger = { ...b, session: 'other', seq: 9 };
    const text = [a, '', b, a, stranger].map((line) => (line === '' ? '' : JSON.stringify(line))).join('\n');
    expect(parseFile(Buffer.from(text), s)).toMatchObject({ entries: [a, b], damaged: 2 });
  });
});

describe('appending to a torn file', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'bowline-torn-'));
  });
  afterAll(() => rm(dir, { recursive: true }));
  const path = (): string => join(dir, 's.jsonl');
  const open = () => createJsonlLog({ dir, fold: foldHead, clock });
  const titles = async (): Promise<string[]> =>
    (await open().read(s)).map(({ event }) => (event.type === 'title' ? event.title : ''));

  test('never glues the new record to the torn one, wherever it was cut', async () => {
    await open().append(s, [note('one')], { durable: true });
    const kept = await readFile(path());
    await open().append(s, [note('two'), note('three')], { durable: true });
    const whole = await readFile(path());
    for (let cut = kept.length; cut < whole.length - 1; cut += 7) {
      await writeFile(path(), whole);
      await truncate(path(), cut);
      const [added] = await open().append(s, [note('new')], { durable: true });
      expect(added?.seq).toBe(2);
      expect(await titles()).toEqual(['one', 'new']);
    }
    await writeFile(path(), whole.subarray(0, -1));
    await open().append(s, [note('new')], { durable: true });
    expect(await titles()).toEqual(['one', 'two', 'three', 'new']);
  });

  test('a torn end stays as it is until something is appended', async () => {
    const torn = Buffer.from('{"session":"s","se');
    await writeFile(path(), torn);
    const log = open();
    expect(await log.read(s)).toEqual([]);
    expect(log.damaged(s)).toBe(1);
    expect(await readFile(path())).toEqual(torn);
  });

  test('a partial that outlived its message is not shown, a damaged one neither', async () => {
    const log = open();
    const run = asId<RunId>('r');
    const partial: PartialMessage = { run, by: USER, id: asId('m'), parts: [], at: 1 };
    await log.savePartial(s, partial);
    await writeFile(join(dir, 's.r2.partial'), '{"run":');
    expect(await log.partials(s)).toEqual([partial]);
    await log.append(
      s,
      [
        {
          by: USER,
          run,
          event: {
            type: 'message-end',
            turn: asId('t'),
            message: {
              id: partial.id,
              parts: [],
              stamp: { provider: 'a', model: 'b', endpoint: 'c' },
              stop: 'stop',
            },
            usage: {
              inputTokens: 0,
              cachedTokens: 0,
              cacheWriteTokens: 0,
              outputTokens: 0,
              reasoningTokens: 0,
            },
            usd: 0,
            ms: 0,
            used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
          },
        },
      ],
      { durable: true },
    );
    expect((await readdir(dir)).some((name) => name.startsWith('s.r.'))).toBe(true);
    expect(await log.partials(s)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('a full disk is `storage-full`', async () => {
    await expect(onDisk(() => writeFile('/dev/full', 'x'))).rejects.toMatchObject({
      failure: { code: 'storage-full' },
    });
  });

  test('a folder that cannot be written is a failure of the table', async () => {
    await writeFile(join(dir, 'file'), '');
    const log = createJsonlLog({ dir: join(dir, 'file', 'below'), fold: foldHead, clock });
    await expect(log.append(s, [note('x')], { durable: true })).rejects.toMatchObject({
      failure: { code: 'storage-failed' },
    });
  });
});
