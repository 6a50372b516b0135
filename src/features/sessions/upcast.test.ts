import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENTRY_VERSION } from '../../engine/events.ts';
import { asId, type SessionId } from '../../engine/ids.ts';
import { placeDrafts } from '../../engine/placing.ts';
import { anyDraft } from './fixtures/drafts.ts';
import { foldHead } from './head.ts';
import { readEntry } from './upcast.ts';

const placed = fc
  .array(anyDraft, { minLength: 1, maxLength: 5 })
  .map(
    (drafts) =>
      placeDrafts(asId<SessionId>('s'), drafts, { head: undefined, last: 0, now: 1, fold: foldHead }).entries,
  );

/** Every path to a field of a JSON value. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, field]) => pathsOf(field, [...path, name]))];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === name ? replaced(item, rest, by) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, field]) => [
      key,
      key === name ? replaced(field, rest, by) : field,
    ]),
  );
}

test('what we store today is read as it is', () => {
  fc.assert(
    fc.property(placed, (entries) => {
      for (const entry of entries) expect(readEntry(structuredClone(entry))).toEqual(entry);
    }),
  );
});

test('damage anywhere in a record makes it unreadable or harmless: the fold stands it', () => {
  const other = fc.constantFrom<unknown>(undefined, null, 0, -1, 1.5, '', 'x', [], {}, [null], Number.NaN);
  fc.assert(
    fc.property(placed, fc.nat(), other, (entries, pick, by) => {
      let head: ReturnType<typeof foldHead> | undefined;
      for (const entry of entries) {
        const paths = pathsOf(entry);
        const read = readEntry(replaced(entry, paths[pick % paths.length] ?? [], by));
        if (read !== undefined) head = foldHead(head, read);
      }
    }),
    { numRuns: 2000 },
  );
}, 60_000);

test('no record at all, and one of a newer build, are unreadable', () => {
  for (const record of [undefined, null, 3, 'x', [], {}]) expect(readEntry(record)).toBeUndefined();
  const newer = {
    session: 's',
    seq: 1,
    parent: 0,
    v: ENTRY_VERSION + 1,
    at: 1,
    by: 'user',
    event: { type: 'x' },
  };
  expect(readEntry(newer)).toBeUndefined();
  expect(readEntry({ ...newer, v: ENTRY_VERSION })).toBeDefined();
});

test('an event of a kind that we do not know is kept', () => {
  const entry = {
    session: 's',
    seq: 1,
    parent: 0,
    v: 1,
    at: 1,
    by: 'user',
    event: { type: 'feature-event', x: 1 },
  };
  expect(readEntry(entry)).toEqual(entry);
});

test.each([1])('the log of format version %i reads whole and folds to the head it had', (version) => {
  const folder = new URL('./fixtures/', import.meta.url);
  const lines = readFileSync(new URL(`log-v${version}.jsonl`, folder), 'utf8')
    .trimEnd()
    .split('\n');
  const entries = lines.map((line) => readEntry(JSON.parse(line))).filter((entry) => entry !== undefined);
  expect(entries).toHaveLength(lines.length);
  const head = entries.reduce<ReturnType<typeof foldHead> | undefined>(foldHead, undefined);
  const expected: unknown = JSON.parse(readFileSync(new URL(`head-v${version}.json`, folder), 'utf8'));
  expect(head).toEqual(expected);
});
