// The one suite for every FileSpace: memory and a real folder in Node, OPFS in Chromium.

import { afterEach, describe, expect, test } from 'vitest';
import { FailureError } from '../engine/failures.ts';
import type { FileSpace } from '../engine/ports.ts';

export interface FilesUnderTest {
  readonly space: FileSpace;
  /** The same folder opened for reading only. */
  readonly readOnly: FileSpace;
  /** Writes past the port, at once: what a program outside does. */
  plant(path: string, text: string): Promise<void>;
  close?(): Promise<void>;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const always = (): boolean => true;

/** The code of the failure that a promise rejects with; anything else is rethrown. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof FailureError) return thrown.failure.code;
    throw thrown;
  }
  return 'resolved';
}

export function filesContract(name: string, make: () => Promise<FilesUnderTest>): void {
  describe(`files in ${name}`, () => {
    let made: FilesUnderTest | undefined;
    const open = async (): Promise<FilesUnderTest> => {
      made = await make();
      return made;
    };
    const textAt = async (space: FileSpace, path: string): Promise<string> =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await space.read(path));
    afterEach(async () => {
      await made?.close?.();
      made = undefined;
    });

    test('what is written is read back, byte for byte, folders made on the way', async () => {
      const { space } = await open();
      const every = Uint8Array.from({ length: 256 }, (_, index) => index);
      await space.write('a/b/ключ 键 .bin', every, always);
      expect([...(await space.read('a/b/ключ 键 .bin'))]).toEqual([...every]);
      await space.write('empty', new Uint8Array(), always);
      expect((await space.read('empty')).length).toBe(0);
    });

    test('a shorter text leaves nothing of the longer one', async () => {
      const { space } = await open();
      await space.write('a', bytes('a long text'), always);
      await space.write('a', bytes('short'), always);
      expect(await textAt(space, 'a')).toBe('short');
    });

    test('stat tells kind and size, of nothing undefined', async () => {
      const { space } = await open();
      const before = Date.now();
      await space.write('dir/a', bytes('1234'), always);
      const stat = await space.stat('dir/a');
      expect(stat).toMatchObject({ kind: 'file', size: 4 });
      expect(stat?.modifiedAt).toBeTypeOf('number');
      expect(stat === undefined || stat.modifiedAt <= before + 600_000).toBe(true);
      expect(await space.stat('dir')).toMatchObject({ kind: 'directory', size: 0 });
      expect(await space.stat('')).toMatchObject({ kind: 'directory' });
      for (const path of ['none', 'none/deep', 'dir/a/below']) expect(await space.stat(path)).toBeUndefined();
    });

    test('list shows one level with sizes', async () => {
      const { space } = await open();
      await space.write('a', bytes('1'), always);
      await space.write('dir/b', bytes('22'), always);
      await space.write('dir/deep/c', bytes('333'), always);
      const items = async (path: string) =>
        (await space.list(path)).map(({ name: item, kind, size }) => `${item} ${kind} ${size}`).sort();
      expect(await items('')).toEqual(['a file 1', 'dir directory 0']);
      expect(await items('dir')).toEqual(['b file 2', 'deep directory 0']);
      expect(await rejection(space.list('none'))).toBe('not-found');
      expect(await rejection(space.list('a'))).toBe('not-found');
    });

    test('reading what is not a file is not-found', async () => {
      const { space } = await open();
      await space.write('dir/a', bytes('x'), always);
      for (const path of ['none', 'dir', 'dir/none', 'dir/a/below', ''])
        expect([path, await rejection(space.read(path))]).toEqual([path, 'not-found']);
    });

    test('the check sees the bytes on disk, null for no file', async () => {
      const { space, plant } = await open();
      const seen: (string | null)[] = [];
      const check = (current: Uint8Array | null): boolean => {
        seen.push(current === null ? null : new TextDecoder().decode(current));
        return true;
      };
      await space.write('a', bytes('one'), check);
      await plant('a', 'planted');
      await space.write('a', bytes('two'), check);
      expect(seen).toEqual([null, 'planted']);
      expect(await textAt(space, 'a')).toBe('two');
    });

    test('a refused write is stale and changes nothing; a new file does not come to be', async () => {
      const { space } = await open();
      await space.write('a', bytes('one'), always);
      expect(await rejection(space.write('a', bytes('two'), () => false))).toBe('stale');
      expect(await textAt(space, 'a')).toBe('one');
      expect(await rejection(space.write('b', bytes('two'), async () => false))).toBe('stale');
      expect(await space.stat('b')).toBeUndefined();
      expect((await space.list('')).map((item) => item.name)).toEqual(['a']);
    });

    test('a check that throws is passed on and nothing is written', async () => {
      const { space } = await open();
      const oops = async (): Promise<boolean> => {
        throw new TypeError('oops');
      };
      await expect(space.write('a', bytes('x'), oops)).rejects.toThrow('oops');
      expect(await space.stat('a')).toBeUndefined();
      expect(await space.list('')).toEqual([]);
    });

    test('of two writes with the same base one wins and the other is stale', async () => {
      const { space } = await open();
      await space.write('a', bytes('base'), always);
      const isBase = (current: Uint8Array | null): boolean =>
        current !== null && new TextDecoder().decode(current) === 'base';
      const results = await Promise.all(
        ['one', 'two'].map((text) => rejection(space.write('a', bytes(text), isBase))),
      );
      expect([...results].sort()).toEqual(['resolved', 'stale']);
      expect(await textAt(space, 'a')).toBe(results[0] === 'resolved' ? 'one' : 'two');
    });

    test('a write over a folder, or below a file, is not-found', async () => {
      const { space } = await open();
      await space.write('dir/a', bytes('x'), always);
      for (const path of ['dir', 'dir/a/below', ''])
        expect([path, await rejection(space.write(path, bytes('y'), always))]).toEqual([path, 'not-found']);
      expect(await textAt(space, 'dir/a')).toBe('x');
    });

    test('remove takes a file or an empty folder, and says what it cannot', async () => {
      const { space } = await open();
      await space.write('dir/a', bytes('x'), always);
      expect(await rejection(space.remove('dir'))).toBe('io-failed');
      await space.remove('dir/a');
      expect(await space.stat('dir/a')).toBeUndefined();
      await space.remove('dir');
      expect(await space.stat('dir')).toBeUndefined();
      expect(await rejection(space.remove('dir'))).toBe('not-found');
      expect(await rejection(space.remove('dir/a'))).toBe('not-found');
    });

    test('a space for reading only refuses to write and to remove', async () => {
      const { space, readOnly } = await open();
      await space.write('a', bytes('x'), always);
      expect([space.writable, readOnly.writable]).toEqual([true, false]);
      expect(await textAt(readOnly, 'a')).toBe('x');
      expect(await rejection(readOnly.write('a', bytes('y'), always))).toBe('read-only');
      expect(await rejection(readOnly.remove('a'))).toBe('read-only');
      expect(await textAt(space, 'a')).toBe('x');
    });

    test('many writes side by side each arrive whole', async () => {
      const { space } = await open();
      const texts = Array.from({ length: 40 }, (_, index) => `${index}`.repeat(1_000 + index));
      await Promise.all(texts.map((text, index) => space.write(`many/${index}`, bytes(text), always)));
      const read = await Promise.all(texts.map((_, index) => textAt(space, `many/${index}`)));
      expect(read).toEqual(texts);
    });
  });
}
