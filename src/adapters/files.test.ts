// The memory twin is held to the suite of the real file spaces.

import { createMemoryFiles } from '../engine/testing/memory-files.ts';
import { filesContract } from './files.contract.ts';

filesContract('memory', async () => {
  const space = createMemoryFiles();
  return {
    space,
    readOnly: { ...space, writable: false, write: refused(space).write, remove: refused(space).remove },
    plant: async (path, text) => space.plant(path, text),
  };
});

/** The writing half of a twin made for reading only: it refuses before it looks at its files. */
function refused({ id, name }: { readonly id: string; readonly name: string }) {
  return createMemoryFiles({ id, name, writable: false });
}
