import { expect, test } from 'vitest';
import { failure, FailureError } from '../../engine/failures.ts';
import { createVirtualClock } from '../../engine/testing/virtual-clock.ts';
import { type BackupFolder, createRolling } from './backup.ts';

const DAY = 24 * 3600 * 1000;

function rig(start: readonly string[] = []) {
  const clock = createVirtualClock(Date.UTC(2026, 10, 1));
  const files = new Set(start);
  let lastAt: number | undefined;
  let broken = false;
  const folder: BackupFolder = {
    name: 'Backups',
    write: async (file, chunks) => {
      for await (const chunk of chunks) void chunk;
      if (broken) throw new FailureError(failure('permission-lost', 'not allowed any more'));
      files.add(file);
    },
    files: async () => [...files],
    remove: async (file) => void files.delete(file),
  };
  let chosen: BackupFolder | undefined = folder;
  const rolling = createRolling({
    clock,
    folder: async () => chosen,
    lastAt: async () => lastAt,
    done: async (at) => {
      lastAt = at;
    },
    async *write() {
      yield new Uint8Array([1]);
    },
  });
  return {
    clock,
    files,
    rolling,
    lastAt: () => lastAt,
    lose: () => {
      broken = true;
    },
    forget: () => {
      chosen = undefined;
    },
  };
}

test('one backup a day is written, when it is due', async () => {
  const { rolling, clock, files } = rig();
  expect(await rolling.whenDue()).toEqual({ at: clock.now() });
  await clock.advance(DAY / 2);
  expect(await rolling.whenDue()).toBeUndefined();
  await clock.advance(DAY / 2);
  await rolling.whenDue();
  expect([...files]).toEqual(['bowline-2026-11-01.zip', 'bowline-2026-11-02.zip']);
});

test('the last seven stay, and whatever is not ours', async () => {
  const { rolling, clock, files } = rig(['letter.txt', 'bowline-notes.zip']);
  for (let day = 0; day < 10; day += 1) {
    await rolling.whenDue();
    await clock.advance(DAY);
  }
  expect(files.size).toBe(9);
  expect(files.has('bowline-2026-11-03.zip')).toBe(false);
  expect(files.has('letter.txt') && files.has('bowline-notes.zip')).toBe(true);
});

test('a backup that could not be written is none, and no older one is removed for it', async () => {
  const { rolling, clock, files, lose, lastAt } = rig();
  await rolling.now();
  const at = lastAt();
  await clock.advance(DAY);
  lose();
  expect(await rolling.whenDue()).toMatchObject({ code: 'permission-lost' });
  expect([lastAt(), files.size]).toEqual([at, 1]);
});

test('without a folder nothing is written', async () => {
  const { rolling, forget, files } = rig();
  forget();
  expect(await rolling.now()).toBeUndefined();
  expect(files.size).toBe(0);
});
