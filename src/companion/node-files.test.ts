// A real directory, held to the suite of all file spaces; and what only a real one has: links, modes, leftovers.

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesContract, rejection } from '../adapters/files.contract.ts';
import type { FileSpace } from '../engine/ports.ts';
import { createNodeFiles } from './node-files.ts';

const fresh = (): Promise<string> => mkdtemp(join(tmpdir(), 'node-files-'));

filesContract('a real folder', async () => {
  const root = await fresh();
  const options = { id: 'test', name: 'Test', root };
  return {
    space: createNodeFiles(options),
    readOnly: createNodeFiles({ ...options, writable: false }),
    plant: (path, text) => writeFile(join(root, path), text),
    close: () => rm(root, { recursive: true }),
  };
});

describe('links and modes', () => {
  let outside = '';
  let root = '';
  let space: FileSpace;
  const write = (path: string): Promise<string> =>
    rejection(space.write(path, new Uint8Array([55]), () => true));

  beforeEach(async () => {
    outside = await fresh();
    root = join(outside, 'root');
    await mkdir(join(root, 'src'), { recursive: true });
    await writeFile(join(outside, 'secret'), 'secret');
    await writeFile(join(root, 'src/a'), 'a');
    space = createNodeFiles({ id: 'test', name: 'Test', root });
  });
  afterEach(() => rm(outside, { recursive: true }));

  test('a link that leaves the root is refused at every step', async () => {
    await symlink(join(outside, 'secret'), join(root, 'file'));
    await symlink(outside, join(root, 'dir'));
    await symlink('..', join(root, 'up'));
    for (const path of ['file', 'dir/secret', 'up/secret', 'dir/root/src/../../secret']) {
      expect([path, await rejection(space.read(path))]).toEqual([path, 'outside-workspace']);
      expect([path, await rejection(space.stat(path))]).toEqual([path, 'outside-workspace']);
      expect([path, await write(path)]).toEqual([path, 'outside-workspace']);
    }
    expect(await write('dir/new')).toBe('outside-workspace');
    expect(await rejection(space.remove('dir/secret'))).toBe('outside-workspace');
    expect(await rejection(space.list('dir'))).toBe('outside-workspace');
    expect((await space.list('')).map((item) => item.name)).toEqual(['src']);
    expect(await readFile(join(outside, 'secret'), 'utf8')).toBe('secret');
  });

  test('a link to nothing is not written through', async () => {
    await symlink(join(outside, 'new'), join(root, 'broken'));
    expect(await write('broken')).toBe('outside-workspace');
    expect(await readdir(outside)).toEqual(['root', 'secret']);
  });

  test('`..` and absolute paths do not leave the root, whoever asks', async () => {
    for (const path of ['../secret', 'src/../../secret', join(outside, 'secret')])
      expect([path, await rejection(space.read(path))]).toEqual([path, 'outside-workspace']);
  });

  test('a link inside the root is followed, marked, and survives a write', async () => {
    await symlink('src/a', join(root, 'link'));
    await symlink('.', join(root, 'src/loop'));
    expect(await write('link')).toBe('resolved');
    expect(await readFile(join(root, 'src/a'), 'utf8')).toBe('7');
    expect(await space.list('')).toMatchObject([
      { name: 'link', kind: 'file', link: true },
      { name: 'src', kind: 'directory' },
    ]);
    expect(await space.list('src')).toMatchObject([
      { name: 'a' },
      { name: 'loop', kind: 'directory', link: true },
    ]);
    await space.remove('link');
    expect(await readFile(join(root, 'src/a'), 'utf8')).toBe('7');
  });

  test('a root that is a link itself works', async () => {
    await symlink(root, join(outside, 'alias'));
    const aliased = createNodeFiles({ id: 'test', name: 'Test', root: join(outside, 'alias') });
    expect([...(await aliased.read('src/a'))]).toEqual([97]);
  });

  test('the mode survives a write', async () => {
    await chmod(join(root, 'src/a'), 0o750);
    expect(await write('src/a')).toBe('resolved');
    expect((await stat(join(root, 'src/a'))).mode & 0o777).toBe(0o750);
  });

  test('nothing is left beside the file, written or refused', async () => {
    await write('src/a');
    expect(await rejection(space.write('src/a', new Uint8Array([1]), () => false))).toBe('stale');
    expect(await rejection(space.write('src/b', new Uint8Array([1]), () => false))).toBe('stale');
    expect(await readdir(join(root, 'src'))).toEqual(['a']);
  });
});
