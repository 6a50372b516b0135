// A file space without one of its folders: what lies there can't be seen, read, written or removed. For a state
// folder inside the workspace: no agent reaches its own log, snapshots or rules (G1).

import { FailureError, failure } from '../engine/failures.ts';
import type { FileSpace } from '../engine/ports.ts';

/** `hidden` is relative to the root of `space`, with `/`. */
export function withoutFolder(space: FileSpace, hidden: string): FileSpace {
  // Whatever the disk thinks of upper and lower case.
  const wanted = hidden.normalize('NFC').toLowerCase();
  const isHidden = (path: string): boolean => {
    const plain = path.normalize('NFC').toLowerCase();
    return plain === wanted || plain.startsWith(`${wanted}/`);
  };
  const refuse = (path: string): Promise<never> =>
    Promise.reject(
      new FailureError(failure('not-found', `there is nothing at ${path}`, { facts: { path } })),
    );
  return {
    id: space.id,
    name: space.name,
    writable: space.writable,
    stat: (path) => (isHidden(path) ? Promise.resolve(undefined) : space.stat(path)),
    list: async (path) => {
      if (isHidden(path)) return refuse(path);
      const items = await space.list(path);
      return items.filter(({ name }) => !isHidden(path === '' ? name : `${path}/${name}`));
    },
    read: (path) => (isHidden(path) ? refuse(path) : space.read(path)),
    write: (path, bytes, check) => (isHidden(path) ? refuse(path) : space.write(path, bytes, check)),
    remove: (path) => (isHidden(path) ? refuse(path) : space.remove(path)),
  };
}
