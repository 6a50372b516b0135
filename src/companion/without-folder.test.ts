// The hidden folder is not there, by any way in; everything else is.
import { expect, it } from 'vitest';
import { createMemoryFiles } from '../engine/testing/memory-files.ts';
import { withoutFolder } from './without-folder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each(['.state', '.state/log', '.STATE/log/x.jsonl'])(
  '%s can be neither seen nor changed',
  async (path) => {
    const space = withoutFolder(
      createMemoryFiles({ files: { '.state/log/x.jsonl': 'x', 'a.txt': 'a' } }),
      '.state',
    );
    expect(await space.stat(path)).toBeUndefined();
    const missing = { failure: { code: 'not-found' } };
    await expect(space.list(path)).rejects.toMatchObject(missing);
    await expect(space.read(path)).rejects.toMatchObject(missing);
    await expect(space.write(path, bytes('y'), () => true)).rejects.toMatchObject(missing);
    await expect(space.remove(path)).rejects.toMatchObject(missing);
  },
);

it('lists and reads what lies beside it, also by a name that only begins alike', async () => {
  const space = withoutFolder(createMemoryFiles({ files: { 'a/state/x': 'x', 'a/states': 'y' } }), 'a/state');
  expect((await space.list('a')).map(({ name }) => name)).toEqual(['states']);
  expect(await space.read('a/states')).toEqual(bytes('y'));
});
