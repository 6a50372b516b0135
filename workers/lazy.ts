// Parts of the host as chunks of their own: their methods are there at once, and load them when one is called.

import type { Rooms } from '../src/features/rooms/rooms.ts';
import type { Archive } from './archive.ts';
import type { Attach } from './attach.ts';
import type { FolderCommands } from './folder-commands.ts';
import type { Shelf } from './session-shelf.ts';
import type { StorageCommands } from './storage.ts';

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** A chunk that failed to load is asked for again by the next call. */
export function lazily<Api extends object>(
  load: () => Promise<Api>,
  names: readonly (keyof Api & string)[],
): Api {
  let loaded: Promise<Api> | undefined;
  const api = async (): Promise<Methods> => {
    loaded ??= load();
    try {
      return (await loaded) as Methods;
    } catch (thrown) {
      loaded = undefined;
      throw thrown;
    }
  };
  const methods = names.map((name) => [name, async (...args: never[]) => (await api())[name]?.(...args)]);
  return Object.fromEntries(methods) as Api;
}

export const ATTACH = ['attach'] as const satisfies readonly (keyof Attach)[];

export const SHELF = [
  'markSession',
  'removeSession',
  'restoreSession',
  'removedSessions',
  'purgeSession',
  'fork',
  'variants',
  'switchVariant',
  'searchSessions',
  'locate',
  'sweep',
] as const satisfies readonly (keyof Shelf)[];

export const STORAGE = ['storageReport', 'sweepBlobs'] as const satisfies readonly (keyof StorageCommands)[];

export const ARCHIVE = [
  'exportSession',
  'importFile',
  'writeBackup',
  'inspectBackup',
  'restoreBackup',
  'backupState',
  'chooseBackupFolder',
  'forgetBackupFolder',
  'backupNow',
  'putBlob',
  'getBlob',
  'backUpWhenDue',
] as const satisfies readonly (keyof Archive)[];

export const FOLDERS = [
  'addFolder',
  'addPrivate',
  'importFiles',
  'exportFiles',
  'changeWorkspace',
  'forgetWorkspace',
  'folderHandle',
  'lookAtFolder',
] as const satisfies readonly (keyof FolderCommands)[];

/** Rooms come with the first session that has anything in it: an empty one needs none. */
export const ROOMS = [
  'repair',
  'say',
  'revise',
  'regenerate',
  'undoCompaction',
  'moveHead',
  'setUp',
  'stop',
  'abandon',
  'answer',
  'answerQuestion',
  'resume',
  'discard',
  'resolveUnknown',
  'reconnect',
  'unqueue',
  'requeue',
  'sendQueued',
  'raise',
  'append',
  'ended',
] as const satisfies readonly Exclude<keyof Rooms, 'isRunning'>[];
