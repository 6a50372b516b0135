// After a kill: what the log confirms and the platform lost comes back; what anybody else left stays.

import { describe, expect, it } from 'vitest';
import { asId, type RunId } from '../../engine/ids.ts';
import { type Desk, openDesk } from './fixtures/desk.ts';

const run = asId<RunId>('run-1');
const mend = (desk: Desk): Promise<readonly string[]> => desk.workspace.mend([...desk.entries], run);

async function written(): Promise<Desk> {
  const desk = openDesk({ files: { log: 'one\n' } });
  await desk.call('read_file', { path: 'log' });
  await desk.call('edit_file', { path: 'log', old: 'one', new: 'one\ntwo' });
  await desk.call('edit_file', { path: 'log', old: 'two', new: 'two\nthree' });
  await desk.call('write_file', { path: 'new', content: 'n\n' });
  return desk;
}

describe('mend', () => {
  it('leaves everything where the platform kept what it confirmed', async () => {
    expect(await mend(await written())).toEqual([]);
  });

  for (const [what, lost] of [
    ['the last write', 'one\ntwo\n'],
    ['all writes', 'one\n'],
  ] as const) {
    it(`puts a file back that lost ${what}`, async () => {
      const desk = await written();
      desk.files.plant('log', lost);
      expect(await mend(desk)).toEqual(['log']);
      expect(desk.files.text('log')).toBe('one\ntwo\nthree\n');
      expect(await mend(desk)).toEqual([]);
    });
  }

  it('puts a new file back that is gone or was left empty', async () => {
    for (const lose of [
      async (desk: Desk) => desk.files.remove('new'),
      async (desk: Desk) => desk.files.plant('new', ''),
    ]) {
      const desk = await written();
      await lose(desk);
      expect(await mend(desk)).toEqual(['new']);
      expect(desk.files.text('new')).toBe('n\n');
    }
  });

  it('leaves a file that somebody else wrote', async () => {
    const desk = await written();
    desk.files.plant('log', 'by hand\n');
    expect(await mend(desk)).toEqual([]);
    expect(desk.files.text('log')).toBe('by hand\n');
  });

  it('does not bring back what was undone', async () => {
    const desk = await written();
    const { record } = desk.context({ as: 'user', run: 'run-1' });
    await desk.workspace.undo([...desk.entries], run, record);
    expect(await mend(desk)).toEqual([]);
    expect(desk.files.text('log')).toBe('one\n');
  });

  it('leaves a write that was announced and is there, confirmed or not', async () => {
    const desk = await written();
    const confirmed = desk.entries.findLastIndex(
      ({ event }) => event.type === 'write' && event.path === 'log',
    );
    desk.entries.splice(confirmed, 1);
    expect(await mend(desk)).toEqual([]);
  });
});
