// OPFS in a real Chromium, held to the suite of all file spaces; and a handle that throws whatever a platform can.

import { describe, expect, test } from 'vitest';
import { filesContract, rejection } from './files.contract.ts';
import { createHandleFiles, openPrivateFolder } from './files.ts';

let folders = 0;

async function freshFolder(): Promise<FileSystemDirectoryHandle> {
  folders += 1;
  const top = await navigator.storage.getDirectory();
  return top.getDirectoryHandle(`files-test-${folders}`, { create: true });
}

filesContract('OPFS', async () => {
  const root = await freshFolder();
  const plant = async (path: string, text: string): Promise<void> => {
    const stream = await (await root.getFileHandle(path, { create: true })).createWritable();
    await stream.write(text);
    await stream.close();
  };
  return {
    space: createHandleFiles({ id: root.name, name: 'Test', root, writable: true }),
    readOnly: createHandleFiles({ id: root.name, name: 'Test', root, writable: false }),
    plant,
    close: async () => (await navigator.storage.getDirectory()).removeEntry(root.name, { recursive: true }),
  };
});

test('a private folder is the same one when it is opened again', async () => {
  const first = await openPrivateFolder({ id: 'again', name: 'Again' });
  await first.write('a', new Uint8Array([1, 2]), () => true);
  const second = await openPrivateFolder({ id: 'again', name: 'Again' });
  expect([...(await second.read('a'))]).toEqual([1, 2]);
  await second.remove('a');
});

const NAMES = [
  ...['IndexSizeError', 'HierarchyRequestError', 'WrongDocumentError', 'InvalidCharacterError'],
  ...['NoModificationAllowedError', 'NotFoundError', 'NotSupportedError', 'InUseAttributeError'],
  ...['InvalidStateError', 'SyntaxError', 'InvalidModificationError', 'NamespaceError', 'InvalidAccessError'],
  ...[
    'TypeMismatchError',
    'SecurityError',
    'NetworkError',
    'AbortError',
    'URLMismatchError',
    'QuotaExceededError',
  ],
  ...[
    'TimeoutError',
    'InvalidNodeTypeError',
    'DataCloneError',
    'EncodingError',
    'NotReadableError',
    'UnknownError',
  ],
  ...['ConstraintError', 'DataError', 'TransactionInactiveError', 'ReadOnlyError', 'VersionError'],
  ...['OperationError', 'NotAllowedError', 'OptOutError', 'SomethingNewError'],
];
const EXPECTED: Readonly<Record<string, string>> = {
  NotFoundError: 'not-found',
  TypeMismatchError: 'not-found',
  NotAllowedError: 'permission-lost',
  SecurityError: 'permission-lost',
  QuotaExceededError: 'storage-full',
};

/** Real handles whose method `at` throws; every other call goes through to OPFS. */
function throwing<Handle extends object>(real: Handle, at: string, thrown: Error): Handle {
  return new Proxy(real, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        if (key === at) throw thrown;
        const result: unknown = Reflect.apply(value, target, given);
        if (!(result instanceof Promise)) return result;
        return result.then((made: unknown) =>
          made instanceof FileSystemHandle || made instanceof FileSystemWritableFileStream
            ? throwing(made, at, thrown)
            : made,
        );
      };
    },
  });
}

describe('a handle that throws', () => {
  test.each(NAMES)('%s is a failure with a code, at every step', async (name) => {
    const root = await freshFolder();
    const plain = createHandleFiles({ id: 'plain', name: 'Plain', root, writable: true });
    await plain.write('dir/a', new Uint8Array([7]), () => true);
    const expected = EXPECTED[name] ?? 'io-failed';
    const space = (at: string) => {
      const handle = throwing(root, at, new DOMException('as the platform says', name));
      return createHandleFiles({ id: 'broken', name: 'Broken', root: handle, writable: true });
    };
    const write = (at: string, path: string) =>
      rejection(space(at).write(path, new Uint8Array([8]), () => true));

    expect(await rejection(space('getFile').read('dir/a'))).toBe(expected);
    expect(await rejection(space('getDirectoryHandle').read('dir/a'))).toBe(expected);
    expect(await rejection(space('getDirectoryHandle').list('dir'))).toBe(expected);
    expect(await rejection(space('values').list('dir'))).toBe(expected);
    expect(await rejection(space('removeEntry').remove('dir/a'))).toBe(expected);
    expect(await rejection(space('getDirectoryHandle').stat('dir/a'))).toBe(
      expected === 'not-found' ? 'resolved' : expected,
    );
    for (const at of ['getDirectoryHandle', 'createWritable', 'write', 'close', 'getFile'])
      expect([at, await write(at, 'dir/a')]).toEqual([at, expected]);
    expect(await write('close', 'dir/new')).toBe(expected);

    expect([...(await plain.read('dir/a'))]).toEqual([7]);
    expect((await plain.list('dir')).map((item) => item.name)).toEqual(['a']);
  });

  test('a name that the platform does not take is not-found', async () => {
    const root = await freshFolder();
    const space = createHandleFiles({ id: 'names', name: 'Names', root, writable: true });
    expect(await rejection(space.read('a\\..\\b'))).toBe('not-found');
    expect(await rejection(space.read('..'))).toBe('not-found');
    expect(await space.stat('..')).toBeUndefined();
  });
});
