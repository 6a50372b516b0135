// The sample in OPFS, filled from the files that the app itself serves.

import { expect, test } from 'vitest';
import { createHttp } from './http.ts';
import { createSampleWorkspace } from './sample.ts';
import { createSystemClock } from './clock.ts';

test('opens filled, keeps what is changed, and is put back by a reset; nobody is contacted', async () => {
  const http = createHttp({ clock: createSystemClock() });
  const sample = createSampleWorkspace({ http, root: new URL('/', location.href).href, id: 'sample-test' });
  const [space, same] = await Promise.all([sample.open(), sample.open()]);
  const text = async (path: string): Promise<string> => new TextDecoder().decode(await space.read(path));
  const shipped = await text('src/tides.ts');
  expect(shipped).toContain('export function tideTable(');
  expect((await same.list('notes')).length).toBe(6);

  await space.write('src/tides.ts', new TextEncoder().encode('mine'), () => true);
  await space.write('notes/summary.md', new TextEncoder().encode('mine'), () => true);
  await sample.open();
  expect(await text('src/tides.ts')).toBe('mine');
  await sample.reset();
  expect(await text('src/tides.ts')).toBe(shipped);
  expect(await space.stat('notes/summary.md')).toBeUndefined();
  expect(http.entries()).toEqual([]);
});
