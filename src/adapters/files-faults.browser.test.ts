// A granted folder whose handle throws every DOMException at every operation: each ends in a mapped failure, nothing
// is half-written, no writer and no lock is left.

import { describe, expect, test } from 'vitest';
import { createFakeFolder, type FakeFolder, type Operation, OPERATIONS } from './fixtures/fake-folder.ts';
import { filesContract, rejection } from './files.contract.ts';
import { createHandleFiles } from './files.ts';

let made = 0;
const spaceOf = ({ handle }: FakeFolder, writable = true) => {
  made += 1;
  return createHandleFiles({ id: `fake-${made}`, name: 'Fake', root: handle, writable, granted: true });
};

filesContract('a granted folder (fake handle)', async () => {
  const fake = createFakeFolder();
  return {
    space: spaceOf(fake),
    readOnly: spaceOf(fake, false),
    plant: async (path, text) => fake.plant(path, text),
    close: async () => expect(fake.openWriters()).toBe(0),
  };
});

/** Every name of the File System Access API, of the streams behind it, and one that does not exist yet. */
const NAMES: Readonly<Record<string, string>> = {
  NotFoundError: 'not-found',
  TypeMismatchError: 'not-found',
  NotAllowedError: 'permission-lost',
  SecurityError: 'permission-lost',
  QuotaExceededError: 'storage-full',
  NoModificationAllowedError: 'io-failed',
  InvalidModificationError: 'io-failed',
  InvalidStateError: 'io-failed',
  NotReadableError: 'io-failed',
  AbortError: 'io-failed',
  DataCloneError: 'io-failed',
  NotSupportedError: 'io-failed',
  OperationError: 'io-failed',
  UnknownError: 'io-failed',
  TimeoutError: 'io-failed',
  SomethingNewError: 'io-failed',
};

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const ACTIONS = {
  stat: (space) => space.stat('dir/a'),
  list: (space) => space.list('dir'),
  read: (space) => space.read('dir/a'),
  overwrite: (space) => space.write('dir/a', text('new'), () => true),
  create: (space) => space.write('dir/made', text('new'), () => true),
  createDeep: (space) => space.write('other/deep/made', text('new'), () => true),
  remove: (space) => space.remove('dir/b'),
} as const satisfies Record<string, (space: ReturnType<typeof spaceOf>) => Promise<unknown>>;

/** What a look may make of a name that says "not there": an answer, not a failure. */
const LOOKS: ReadonlySet<string> = new Set(['stat', 'list']);

async function locksLeft(): Promise<number> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].filter(({ name }) => name?.startsWith('file:fake-')).length;
}

/** From the `from`th on, or only that one. */
async function provoke(
  name: string,
  at: Operation,
  action: keyof typeof ACTIONS,
  { from, lasting }: { readonly from: number; readonly lasting: boolean },
): Promise<boolean> {
  const fake = createFakeFolder();
  fake.plant('dir/a', 'old');
  fake.plant('dir/b', 'other');
  const space = spaceOf(fake);
  let thrown = 0;
  fake.breaks = (operation, count) => {
    if (operation !== at || count < from || (count > from && !lasting)) return undefined;
    thrown += 1;
    return new DOMException('as the platform says', name);
  };
  const code = await rejection(ACTIONS[action](space));
  const what = { name, at, action, from, lasting };
  if (code === 'resolved' && thrown > 0) {
    // Absence is an answer to a look, and a reason to create; the empty file's removal is nobody's business.
    const isAbsence = NAMES[name] === 'not-found' && (LOOKS.has(action) || at === 'getFileHandle');
    expect({ ...what, isAbsence }).toEqual({ ...what, isAbsence: true });
  } else {
    expect({ ...what, code }).toEqual({ ...what, code: thrown > 0 ? NAMES[name] : 'resolved' });
  }
  const { 'dir/a': a, 'dir/b': b, ...rest } = fake.texts();
  const made = Object.values(rest);
  if (code !== 'resolved') {
    // Where the handle can't even be looked at or removed, the empty file that a new one starts as may stay.
    const mayStay = at === 'getFile' || at === 'removeEntry';
    expect({ ...what, a, b, half: made.filter((content) => !(mayStay && content === '')) }).toEqual({
      ...what,
      a: 'old',
      b: 'other',
      half: [],
    });
  } else {
    expect([['old', 'new'].includes(a ?? ''), made.every((content) => content === 'new')]).toEqual([
      true,
      true,
    ]);
  }
  expect({ ...what, writers: fake.openWriters() }).toEqual({ ...what, writers: 0 });
  return thrown > 0;
}

describe('a handle that throws', () => {
  test.each(Object.keys(NAMES))(
    '%s at every operation is a failure, and leaves nothing behind',
    async (name) => {
      const reached = new Set<string>();
      for (const at of OPERATIONS) {
        for (const action of [
          'stat',
          'list',
          'read',
          'overwrite',
          'create',
          'createDeep',
          'remove',
        ] as const) {
          for (const from of [1, 2, 3]) {
            for (const lasting of [true, false])
              if (await provoke(name, at, action, { from, lasting })) reached.add(at);
          }
        }
      }
      expect([...reached].sort()).toEqual([...OPERATIONS].sort());
      expect(await locksLeft()).toBe(0);
    },
  );

  test('without the grant to write nothing is touched, and the failure says what is missing', async () => {
    const fake = createFakeFolder();
    fake.plant('a', 'old');
    fake.permission.state = 'prompt';
    let touched = 0;
    fake.breaks = (operation) => {
      if (operation !== 'queryPermission') touched += 1;
      return undefined;
    };
    const space = spaceOf(fake);
    await expect(space.write('b', text('new'), () => true)).rejects.toMatchObject({
      failure: { code: 'permission-lost', facts: { path: 'b', access: 'readwrite' } },
    });
    expect(await rejection(space.remove('a'))).toBe('permission-lost');
    expect([touched, fake.texts()]).toEqual([0, { a: 'old' }]);
  });

  test('a grant that goes while a write is on leaves the old text', async () => {
    const fake = createFakeFolder();
    fake.plant('a', 'old');
    const space = spaceOf(fake);
    const check = (): boolean => {
      fake.permission.state = 'denied';
      return true;
    };
    expect(await rejection(space.write('a', text('new'), check))).toBe('permission-lost');
    expect([fake.texts(), fake.openWriters()]).toEqual([{ a: 'old' }, 0]);
    fake.permission.state = 'granted';
    await space.write('a', text('new'), () => true);
    expect(fake.texts()).toEqual({ a: 'new' });
  });
});
