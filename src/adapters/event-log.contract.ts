// The one suite for every EventLog: memory and JSON lines in Node, IndexedDB in Chromium.

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Draft, Entry, StoredEvent } from '../engine/events.ts';
import { FailureError } from '../engine/failures.ts';
import { asId, type RunId, type SessionId, USER } from '../engine/ids.ts';
import { NO_USAGE } from '../engine/messages.ts';
import { inRange } from '../engine/placing.ts';
import type { Clock, EventLog, PartialMessage } from '../engine/ports.ts';
import { createVirtualClock } from '../engine/testing/virtual-clock.ts';
import { anyDraft } from '../features/sessions/fixtures/drafts.ts';
import { foldHead } from '../features/sessions/sessions.ts';

export interface LogUnderTest {
  readonly log: EventLog;
  /** The same storage through another EventLog: what the next start, or another tab, finds. */
  readonly reopen?: () => Promise<EventLog>;
  /** Both may be written at the same time. */
  readonly shared?: true;
  /** Makes the record of an entry unreadable, or its text something else than an entry. */
  readonly damage?: (session: SessionId, seq: number) => Promise<void>;
  readonly dropHeads?: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

const s = asId<SessionId>('session-1');
const run = asId<RunId>('run-1');
const say = (text: string): Draft => ({
  by: USER,
  event: { type: 'message', id: asId(`m-${text.length}`), parts: [{ type: 'text', text }] },
});
const textOf = ({ event }: Entry): string =>
  event.type === 'message' ? event.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') : '';
const texts = (entries: readonly Entry[]): string[] => entries.map(textOf);
const partial = (id: string, text: string, of = run): PartialMessage => ({
  run: of,
  by: asId('agent'),
  id: asId(id),
  parts: [{ type: 'text', text }],
  at: 7,
});
const messageEnd = (id: string): Draft => ({
  by: asId('agent'),
  run,
  event: {
    type: 'message-end',
    turn: asId('t'),
    message: {
      id: asId(id),
      parts: [{ type: 'text', text: 'done' }],
      stamp: { provider: 'a', model: 'b', endpoint: 'c' },
      stop: 'stop',
    },
    usage: NO_USAGE,
    usd: 0,
    ms: 1,
    used: { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 },
  },
});

export function eventLogContract(name: string, create: (clock: Clock) => Promise<LogUnderTest>): void {
  describe(`${name} as an EventLog`, () => {
    const opened: LogUnderTest[] = [];
    const clock = createVirtualClock(1000);
    const open = async (): Promise<LogUnderTest> => {
      const under = await create(clock);
      opened.push(under);
      return under;
    };
    /** Again through the same log, and through another one where there is storage. */
    const views = async (under: LogUnderTest): Promise<readonly EventLog[]> =>
      under.reopen === undefined ? [under.log] : [under.log, await under.reopen()];
    afterEach(async () => {
      for (const under of opened.splice(0)) await under.close?.();
    });

    test('an append comes back in order, numbered without gaps, each entry hung on the one before', async () => {
      const under = await open();
      const first = await under.log.append(s, [say('a'), { ...say('b'), run, to: [asId('agent')] }], {
        durable: true,
      });
      const second = await under.log.append(s, [say('c')], { durable: false });
      expect(first.map(({ seq, parent }) => [seq, parent])).toEqual([
        [1, 0],
        [2, 1],
      ]);
      expect(second.map(({ seq, parent }) => [seq, parent])).toEqual([[3, 2]]);
      for (const log of await views(under)) expect(await log.read(s)).toEqual([...first, ...second]);
    });

    test('a session that was never written is empty', async () => {
      const { log } = await open();
      expect(await log.read(s)).toEqual([]);
      expect(await log.read(s, { newest: true, limit: 5 })).toEqual([]);
      expect(await log.head(s)).toBeUndefined();
      expect(await log.refold(s)).toBeUndefined();
      expect(await log.partials(s)).toEqual([]);
      expect(await log.heads()).toEqual([]);
      expect(log.damaged(s)).toBe(0);
      await log.remove(s);
    });

    test('text comes back as it was, but for lone surrogates, which are never stored', async () => {
      const under = await open();
      const input = { '\u2028': 'a\nb\r\u2029\u0000', __proto__: 'x', '\ud800': ['\udfff!', { deep: '😀' }] };
      const call: StoredEvent = { type: 'tool-start', callId: asId('c'), tool: 't', effect: 'read', input };
      const [entry] = await under.log.append(s, [{ by: USER, event: call }], { durable: true });
      expect(entry?.event).toEqual({
        ...call,
        input: { '\u2028': 'a\nb\r\u2029\u0000', __proto__: 'x', '\ufffd': ['\ufffd!', { deep: '😀' }] },
      });
      for (const log of await views(under)) expect(await log.read(s)).toEqual([entry]);
    });

    test('appends that are not awaited neither interleave nor change places', async () => {
      const under = await open();
      const batches = Array.from({ length: 30 }, (_, at) =>
        Array.from({ length: 1 + (at % 3) }, (_, part) => say(`${at}.${part}`)),
      );
      const results = await Promise.all(
        batches.map((batch, at) => under.log.append(s, batch, { durable: at % 2 === 0 })),
      );
      const all = await under.log.read(s);
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, at) => at + 1));
      expect(texts(all)).toEqual(batches.flat().map((draft) => textOf(draft as Entry)));
      expect(results.flat()).toEqual(all);
    });

    test('two logs over one storage take turns', async () => {
      const under = await open();
      if (under.shared !== true || under.reopen === undefined) return;
      const other = await under.reopen();
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? under.log : other).append(s, [say(`${at}`), say(`${at}+`)], { durable: false }),
        ),
      );
      const all = await other.read(s);
      expect(all.map(({ seq, parent }) => [seq, parent])).toEqual(all.map((_, at) => [at + 1, at]));
      for (const [first, second] of results) expect(second?.seq).toBe((first?.seq ?? 0) + 1);
    });

    test('a range is what it says', async () => {
      const { log } = await open();
      const all = await log.append(
        s,
        Array.from({ length: 25 }, (_, at) => say(`${at}`)),
        { durable: false },
      );
      const bound = fc.option(fc.integer({ min: 0, max: 28 }), { nil: undefined });
      const ranges = fc.record(
        { after: bound, before: bound, limit: bound, newest: fc.boolean() },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(ranges, async (drawn) => {
          const range = JSON.parse(JSON.stringify(drawn)) as Parameters<typeof inRange>[1];
          expect(await log.read(s, range)).toEqual(inRange(all, range));
        }),
        { numRuns: 60 },
      );
    });

    test('the head kept along the way and the head folded anew are the same bytes', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(anyDraft, { maxLength: 5 }), { maxLength: 8 }),
          async (batches) => {
            const under = await open();
            for (const batch of batches) await under.log.append(s, batch, { durable: false });
            const kept = JSON.stringify(await under.log.head(s));
            const folded = (await under.log.read(s)).reduce<ReturnType<typeof foldHead> | undefined>(
              foldHead,
              undefined,
            );
            expect(kept).toBe(JSON.stringify(folded));
            for (const log of await views(under)) {
              expect(JSON.stringify(await log.head(s))).toBe(kept);
              expect(JSON.stringify(await log.refold(s))).toBe(kept);
              expect(JSON.stringify(await log.head(s))).toBe(kept);
            }
          },
        ),
        { numRuns: 15 },
      );
    });

    test('heads that were dropped are folded when they are asked for, or when an append needs them', async () => {
      const under = await open();
      if (under.dropHeads === undefined) return;
      const other = asId<SessionId>('session-2');
      await under.log.append(s, [say('a'), say('b')], { durable: false });
      await under.log.append(other, [say('x')], { durable: false });
      const kept = JSON.stringify(await under.log.heads());
      await under.dropHeads();
      expect(JSON.stringify(await under.log.heads())).toBe(kept);
      await under.dropHeads();
      expect(await under.log.append(s, [say('c')], { durable: false })).toMatchObject([
        { seq: 3, parent: 2 },
      ]);
      expect(await under.log.head(s)).toMatchObject({ title: 'a', count: 3 });
      expect(await under.log.head(other)).toMatchObject({ title: 'x', count: 1 });
    });

    test('an entry hangs where its draft says; a head event moves the branch', async () => {
      const { log } = await open();
      await log.append(s, [say('a'), say('b')], { durable: false });
      const moved = await log.append(
        s,
        [{ by: USER, event: { type: 'head', to: 1 } }, say('c'), { ...say('d'), parent: 0 }, say('e')],
        { durable: true },
      );
      expect(moved.map(({ parent }) => parent)).toEqual([2, 1, 0, 5]);
      expect(await log.head(s)).toMatchObject({ count: 6, tip: 6 });
    });

    test('an append that fails leaves nothing, and the next one works', async () => {
      const under = await open();
      await under.log.append(s, [say('a')], { durable: true });
      await under.log.savePartial(s, partial('p', 'text'));
      const failed = under.log.append(s, [say('b'), { ...say('c'), parent: 9 }], {
        durable: true,
        clearPartial: run,
      });
      await expect(failed).rejects.toBeInstanceOf(FailureError);
      for (const log of await views(under)) {
        expect(texts(await log.read(s))).toEqual(['a']);
        expect(await log.head(s)).toMatchObject({ count: 1 });
        expect(await log.partials(s)).toHaveLength(1);
      }
      expect(await under.log.append(s, [say('d')], { durable: false })).toMatchObject([
        { seq: 2, parent: 1 },
      ]);
    });

    test('time never goes back within a session', async () => {
      let now = 5000;
      const under = await create({ ...clock, now: () => now });
      opened.push(under);
      await under.log.append(s, [say('a')], { durable: false });
      now = 4000;
      await under.log.append(s, [say('b'), { ...say('c'), parent: 1 }], { durable: false });
      expect((await under.log.read(s)).map(({ at }) => at)).toEqual([5000, 5000, 5000]);
    });

    test('a partial is one overwritten record of its run, gone with the append of its end', async () => {
      const under = await open();
      const other = asId<RunId>('run-2');
      await under.log.savePartial(s, partial('p', 'so'));
      await under.log.savePartial(s, partial('q', 'other', other));
      await under.log.savePartial(s, partial('p', 'so far'));
      for (const log of await views(under)) {
        const found = await log.partials(s);
        expect(found).toHaveLength(2);
        expect(found).toEqual(expect.arrayContaining([partial('p', 'so far'), partial('q', 'other', other)]));
      }
      await under.log.append(s, [messageEnd('p')], { durable: true, clearPartial: run });
      for (const log of await views(under))
        expect(await log.partials(s)).toEqual([partial('q', 'other', other)]);
      expect(await under.log.append(s, [], { durable: false, clearPartial: other })).toEqual([]);
      expect(await under.log.partials(s)).toEqual([]);
    });

    test('removing a session takes all of it and nothing of another', async () => {
      const under = await open();
      const names = ['session', 'session-1', 'session-10', 'a/b', '../a', 'é', 'é.x', '*'];
      const sessions = names.map((id) => asId<SessionId>(id));
      for (const id of sessions) {
        await under.log.append(id, [say(id)], { durable: false });
        await under.log.savePartial(id, partial('p', id));
      }
      await under.log.remove(s);
      for (const log of await views(under)) {
        for (const id of sessions) {
          expect(texts(await log.read(id))).toEqual(id === s ? [] : [id]);
          expect(await log.partials(id)).toHaveLength(id === s ? 0 : 1);
        }
        expect((await log.heads()).map(({ session }) => session).sort()).toEqual(
          names.filter((id) => id !== s).sort(),
        );
      }
      expect(await under.log.append(s, [say('anew')], { durable: false })).toMatchObject([{ seq: 1 }]);
    });

    test('a session written elsewhere is inserted whole, as it was, and only once', async () => {
      const under = await open();
      const written = await under.log.append(s, [say('a'), { ...say('b'), run }, say('c')], {
        durable: true,
      });
      const head = await under.log.head(s);
      await under.log.remove(s);
      await clock.advance(5000);
      const missing = [...written.slice(0, 1), ...written.slice(2)];
      await under.log.insert(
        asId('other'),
        missing.map((entry) => ({ ...entry, session: asId('other') })),
      );
      await under.log.insert(s, written);
      for (const log of await views(under)) {
        expect(await log.read(s)).toEqual(written);
        expect(await log.head(s)).toEqual(head);
        expect((await log.read(asId('other'))).map(({ seq }) => seq)).toEqual([1, 3]);
        await expect(log.insert(s, written)).rejects.toMatchObject({ failure: { code: 'stale' } });
        await expect(log.insert(asId('new'), written)).rejects.toMatchObject({ failure: { code: 'bug' } });
        expect(await log.head(asId('new'))).toBeUndefined();
      }
      expect(await under.log.append(asId('other'), [say('d')], { durable: true })).toMatchObject([
        { seq: 4 },
      ]);
      expect(await under.log.append(s, [say('d')], { durable: true })).toMatchObject([{ seq: 4, parent: 3 }]);
    });

    test('after a take-over nothing of an earlier epoch is written', async () => {
      const { log } = await open();
      await log.append(s, [say('a')], { durable: true, epoch: 0 });
      await log.append(s, [{ by: USER, event: { type: 'take-over', epoch: 1 } }], { durable: true });
      const late = log.append(s, [say('late')], { durable: true, epoch: 0 });
      await expect(late).rejects.toMatchObject({ failure: { code: 'not-owner' } });
      await log.append(s, [say('b')], { durable: true, epoch: 1 });
      expect(texts(await log.read(s))).toEqual(['a', '', 'b']);
    });

    test('heads come newest activity first', async () => {
      const { log } = await open();
      for (const id of ['x', 'y', 'z', 'x']) {
        await clock.advance(10);
        await log.append(asId(id), [say(id)], { durable: false });
      }
      await clock.advance(10);
      await log.append(asId('y'), [{ by: USER, event: { type: 'title', title: 'Y', by: 'person' } }], {
        durable: false,
      });
      expect((await log.heads()).map(({ session }) => session)).toEqual(['x', 'z', 'y']);
    });

    test('a record that cannot be read is skipped and counted once; the rest stays', async () => {
      const under = await open();
      if (under.damage === undefined || under.reopen === undefined) return;
      await under.log.append(s, 'abcdefgh'.split('').map(say), { durable: true });
      await under.damage(s, 3);
      await under.damage(s, 6);
      const log = await under.reopen();
      for (let again = 0; again < 2; again += 1) {
        expect(texts(await log.read(s)).join('')).toBe('abdegh');
        expect(log.damaged(s)).toBe(2);
      }
      expect(texts(await log.read(s, { newest: true, limit: 4 })).join('')).toBe('degh');
      expect(texts(await log.read(s, { limit: 4 })).join('')).toBe('abde');
      expect(await log.refold(s)).toMatchObject({ count: 8, tip: 8 });
      expect(await log.append(s, [say('i')], { durable: true })).toMatchObject([{ seq: 9, parent: 8 }]);
    });

    test('an append after a damaged last record overwrites nothing', async () => {
      const under = await open();
      if (under.damage === undefined || under.reopen === undefined) return;
      await under.log.append(s, [say('a'), say('b')], { durable: true });
      await under.damage(s, 2);
      const log = await under.reopen();
      await log.refold(s);
      await log.append(s, [say('c')], { durable: true });
      for (const view of [log, await under.reopen()]) {
        expect(texts(await view.read(s))).toEqual(['a', 'c']);
        expect(view.damaged(s)).toBe(1);
      }
    });
  });
}
