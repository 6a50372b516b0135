// After a crash (E18): from the snapshot a write left, what became of it, without asking anybody.

import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../engine/events.ts';
import { openDesk, type Desk } from './fixtures/desk.ts';

const input = { path: 'a', old: 'x', new: 'y' };

/** A desk where edit_file died right after `at` was on record, and the evidence it left. */
async function crashed(at: 'snapshot' | 'write'): Promise<{ desk: Desk; evidence: readonly StoredEvent[] }> {
  const desk = openDesk({ files: { a: 'x\nz\n' } });
  await desk.call('read_file', { path: 'a' });
  const evidence: StoredEvent[] = [];
  await desk.call('edit_file', input, {
    onRecord: (event) => {
      if (evidence.at(-1)?.type !== at) evidence.push(event);
    },
  });
  if (at === 'snapshot') desk.entries.pop();
  return { desk, evidence };
}

describe('verify', () => {
  it('the new bytes are there: done, the write is recorded now, and the result is as it would have been', async () => {
    const { desk, evidence } = await crashed('snapshot');
    expect(await desk.verify('edit_file', input, evidence)).toEqual({
      type: 'done',
      output: {
        ok: true,
        text: 'Edited a (+1 -1 lines).',
        provenance: 'own',
        summary: { path: 'a', bytes: 4, added: 1, removed: 1, created: false },
      },
    });
    expect(desk.events().at(-1)).toMatchObject({ type: 'write', path: 'a', added: 1, removed: 1 });
    expect((await desk.call('edit_file', { path: 'a', old: 'z', new: 'w' })).ok).toBe(true);
  });

  it('a write that is on record already is not recorded again', async () => {
    const { desk, evidence } = await crashed('write');
    const count = desk.entries.length;
    expect((await desk.verify('edit_file', input, evidence))?.type).toBe('done');
    expect(desk.entries).toHaveLength(count);
  });

  it('the old bytes are there: not done', async () => {
    const { desk, evidence } = await crashed('snapshot');
    desk.files.plant('a', 'x\nz\n');
    expect(await desk.verify('edit_file', input, evidence)).toEqual({ type: 'not-done' });
  });

  it('other bytes, or none: unknown', async () => {
    const { desk, evidence } = await crashed('snapshot');
    desk.files.plant('a', 'something else');
    expect(await desk.verify('edit_file', input, evidence)).toEqual({ type: 'unknown' });
    await desk.files.remove('a');
    expect(await desk.verify('edit_file', input, evidence)).toEqual({ type: 'unknown' });
  });

  it('no snapshot: nothing was written', async () => {
    const { desk } = await crashed('write');
    expect(await desk.verify('edit_file', input, [])).toEqual({ type: 'not-done' });
  });

  it('a new file that is missing or still empty was not written', async () => {
    const desk = openDesk();
    const evidence: StoredEvent[] = [];
    const write = { path: 'new', content: 'text\n' };
    await desk.call('write_file', write, { onRecord: (event) => void evidence.push(event) });
    const snapshot = evidence.slice(0, 1);
    expect((await desk.verify('write_file', write, snapshot))?.type).toBe('done');
    desk.files.plant('new', '');
    expect((await desk.verify('write_file', write, snapshot))?.type).toBe('not-done');
    await desk.files.remove('new');
    expect((await desk.verify('write_file', write, snapshot))?.type).toBe('not-done');
  });
});
