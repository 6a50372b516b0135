// Undo: newest first, only what nobody wrote over, the rest explained; and the fold of what a run changed.

import { describe, expect, it } from 'vitest';
import { asId, type CallId, type RunId } from '../../engine/ids.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';
import { changesOf } from './fold.ts';

const run = asId<RunId>('run-1');

/** Undoes as the harness does: what it records is in the log after. */
async function undo(desk: Desk, of: RunId = run) {
  const context = desk.context({ as: 'user', run: 'none' });
  return desk.workspace.undo([...desk.entries], of, context.record);
}

async function edited(
  files: Record<string, string>,
  ...edits: readonly [string, string, string][]
): Promise<Desk> {
  const desk = openDesk({ files });
  for (const path of Object.keys(files)) await desk.call('read_file', { path });
  for (const [path, old, now] of edits) {
    const output = await desk.call('edit_file', { path, old, new: now });
    if (!output.ok) throw new Error(output.failure.message);
  }
  return desk;
}

describe('undo', () => {
  it('brings files back to what they were before the run, byte for byte, and removes the new ones', async () => {
    const desk = await edited(
      { a: '\uFEFFone\r\n', b: 'x\n' },
      ['a', 'one', 'two'],
      ['a', 'two', 'three'],
      ['b', 'x', 'y'],
    );
    await desk.call('write_file', { path: 'new/c', content: 'c\n' });
    expect(await undo(desk)).toEqual([
      { path: 'new/c', undone: true },
      { path: 'b', undone: true },
      { path: 'a', undone: true },
    ]);
    expect(desk.files.paths()).toEqual(['a', 'b']);
    expect([desk.files.text('a'), desk.files.text('b')]).toEqual(['\uFEFFone\r\n', 'x\n']);
    expect(
      desk
        .events()
        .slice(-3)
        .map((event) => event.type === 'undo' && [event.run, event.path, event.hash?.length]),
    ).toEqual([
      [run, 'new/c', undefined],
      [run, 'b', 64],
      [run, 'a', 64],
    ]);
  });

  it('done twice, it does nothing the second time', async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    await undo(desk);
    expect(await undo(desk)).toEqual([]);
    expect(changesOf(desk.entries, run)).toMatchObject([{ path: 'a', undone: true }]);
  });

  it('leaves a file that changed since, and can put the old text beside it', async () => {
    const desk = await edited({ 'src/a.ts': 'x\n', b: 'x\n' }, ['src/a.ts', 'x', 'y'], ['b', 'x', 'y']);
    desk.files.plant('src/a.ts', 'by hand\n');
    expect(await undo(desk)).toMatchObject([
      { path: 'b', undone: true },
      { path: 'src/a.ts', undone: false, failure: { code: 'stale' } },
    ]);
    expect(desk.files.text('src/a.ts')).toBe('by hand\n');
    expect(await desk.workspace.restoreCopy(desk.entries, run, 'src/a.ts')).toEqual({
      path: 'src/a.before.ts',
    });
    expect(await desk.workspace.restoreCopy(desk.entries, run, 'src/a.ts')).toEqual({
      path: 'src/a.before-2.ts',
    });
    expect(desk.files.text('src/a.before-2.ts')).toBe('x\n');
  });

  it("leaves a file where somebody else's change lies between two of the run", async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    desk.files.plant('a', 'y\nmine\n');
    await desk.call('read_file', { path: 'a' });
    await desk.call('edit_file', { path: 'a', old: 'y', new: 'z' });
    expect(await undo(desk)).toMatchObject([{ path: 'a', undone: false, failure: { code: 'stale' } }]);
    expect(desk.files.text('a')).toBe('z\nmine\n');
  });

  it("undoes only its own run, and not below a later run's write", async () => {
    const desk = await edited({ a: 'x\n', b: 'x\n' }, ['a', 'x', 'y'], ['b', 'x', 'y']);
    await desk.call('edit_file', { path: 'a', old: 'y', new: 'z' }, { run: 'run-2' });
    expect(await undo(desk)).toMatchObject([
      { path: 'b', undone: true },
      { path: 'a', undone: false, failure: { code: 'stale' } },
    ]);
    expect(await undo(desk, asId('run-2'))).toEqual([{ path: 'a', undone: true }]);
    expect(await undo(desk)).toEqual([{ path: 'a', undone: true }]);
    expect(desk.files.text('a')).toBe('x\n');
  });

  it('a write that was announced and never made needs no undoing', async () => {
    const desk = await edited({ a: 'x\n', b: 'x\n' }, ['a', 'x', 'y']);
    const stop = new AbortController();
    for (const path of ['a', 'b', 'new'])
      await desk.call(
        'write_file',
        { path, content: 'never\n' },
        { signal: stop.signal, onRecord: ({ type }) => (type === 'snapshot' ? stop.abort() : undefined) },
      );
    expect(await undo(desk)).toEqual([{ path: 'a', undone: true }]);
    expect(desk.files.text('a')).toBe('x\n');
  });

  it('a write that was made and never confirmed is undone', async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    desk.entries.pop();
    expect(desk.entries.at(-1)?.event.type).toBe('snapshot');
    expect(await undo(desk)).toEqual([{ path: 'a', undone: true }]);
    expect(desk.files.text('a')).toBe('x\n');
  });

  it('a new file whose first write died half-way, empty, and whose second came through, goes again', async () => {
    const desk = openDesk();
    const stop = new AbortController();
    const write = { path: 'new', content: 'text\n' };
    const dies = { signal: stop.signal, onRecord: () => stop.abort() };
    expect((await desk.call('write_file', write, dies)).ok).toBe(false);
    desk.files.plant('new', '');
    const left = openDesk({ files: { new: '' } });
    left.entries.push(...desk.entries);
    expect(await undo(left)).toEqual([{ path: 'new', undone: true }]);
    expect(left.files.paths()).toEqual([]);
    expect((await desk.call('write_file', write)).ok).toBe(true);
    expect(await undo(desk)).toEqual([{ path: 'new', undone: true }]);
    expect(desk.files.paths()).toEqual([]);
  });

  it('an edit that died before its write and was made again is undone once', async () => {
    const desk = await edited({ a: 'x\n' });
    const stop = new AbortController();
    const edit = { path: 'a', old: 'x', new: 'y' };
    await desk.call('edit_file', edit, { signal: stop.signal, onRecord: () => stop.abort() });
    await desk.call('edit_file', edit);
    expect(await undo(desk)).toEqual([{ path: 'a', undone: true }]);
    expect(desk.files.text('a')).toBe('x\n');
  });

  it('an undo that died before it was on record is found done', async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    await undo(desk);
    desk.entries.pop();
    expect(await undo(desk)).toEqual([{ path: 'a', undone: true }]);
  });

  it('says that a copy is gone', async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    desk.blobs.kept.clear();
    expect(await undo(desk)).toMatchObject([{ path: 'a', undone: false, failure: { code: 'not-found' } }]);
    expect(desk.files.text('a')).toBe('y\n');
  });

  it('what was undone and written again is undone from there', async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    await undo(desk);
    await desk.call('read_file', { path: 'a' });
    await desk.call('edit_file', { path: 'a', old: 'x', new: 'again' });
    expect(await undo(desk)).toEqual([{ path: 'a', undone: true }]);
    expect(desk.files.text('a')).toBe('x\n');
  });

  it('after it the agent has to read again', async () => {
    const desk = await edited({ a: 'x\n' }, ['a', 'x', 'y']);
    await undo(desk);
    const output = await desk.call('edit_file', { path: 'a', old: 'x', new: 'y' });
    expect(output).toMatchObject({ ok: false, failure: { code: 'stale' } });
  });
});

describe('changesOf', () => {
  it('sums what a run did per file, in the order of the first change', async () => {
    const desk = await edited({ a: 'x\n', b: 'x\n' }, ['b', 'x', 'y'], ['a', 'x', '1\n2'], ['b', 'y', 'z']);
    await desk.call('write_file', { path: 'c', content: 'c\n' }, { run: 'run-2' });
    expect(changesOf(desk.entries, run)).toMatchObject([
      { path: 'b', created: false, added: 2, removed: 2, written: true, undone: false },
      { path: 'a', created: false, added: 2, removed: 1, written: true, undone: false },
    ]);
    expect(changesOf(desk.entries).map(({ path, created }) => [path, created])).toEqual([
      ['b', false],
      ['a', false],
      ['c', true],
    ]);
  });
});

describe('for people', () => {
  it('a call shows both of its texts', async () => {
    const desk = await edited({ a: 'x\r\n' }, ['a', 'x', 'y']);
    const call = desk.events().find((event) => event.type === 'write')?.callId ?? asId<CallId>('none');
    expect(await desk.workspace.change(desk.entries, call)).toEqual({
      path: 'a',
      before: 'x\n',
      after: 'y\n',
    });
    expect(await desk.workspace.change(desk.entries, asId('other'))).toMatchObject({ code: 'not-found' });
  });

  it('a file is shown, or its size where it is no text; a path outside is refused', async () => {
    const desk = openDesk({ files: { a: 'x\r\n', b: new Uint8Array([0, 1]), big: 'x'.repeat(1_000_001) } });
    expect(await desk.workspace.show('./a')).toEqual({ path: 'a', size: 3, text: 'x\n' });
    expect(await desk.workspace.show('b')).toEqual({ path: 'b', size: 2 });
    expect(await desk.workspace.show('big')).toEqual({ path: 'big', size: 1_000_001 });
    expect(await desk.workspace.show('none')).toMatchObject({ code: 'not-found' });
    expect(await desk.workspace.show('../a')).toMatchObject({ code: 'outside-workspace' });
    expect(desk.entries).toEqual([]);
  });
});
