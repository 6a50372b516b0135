// The archive as a chunk of its own: most starts of the app need none of it.

import type { Archive, ArchivePorts } from './archive.ts';

/** Contract: `backUpWhenDue` loads nothing where no folder was chosen. */
export function createLazyArchive(ports: ArchivePorts): Archive {
  let made: Promise<Archive> | undefined;
  const load = async (): Promise<Archive> => {
    made ??= import('./archive.ts').then(({ createArchive }) => createArchive(ports));
    try {
      return await made;
    } catch (thrown) {
      // A chunk that failed to load is asked for again next time.
      made = undefined;
      throw thrown;
    }
  };
  const { blobs, backups } = ports.platform;
  return {
    exportSession: async (...how) => (await load()).exportSession(...how),
    importFile: async (bytes) => (await load()).importFile(bytes),
    writeBackup: async (options) => (await load()).writeBackup(options),
    inspectBackup: async (bytes) => (await load()).inspectBackup(bytes),
    restoreBackup: async (...how) => (await load()).restoreBackup(...how),
    backupState: async () => (await load()).backupState(),
    chooseBackupFolder: async (handle) => (await load()).chooseBackupFolder(handle),
    forgetBackupFolder: () => backups.forget(),
    backupNow: async () => (await load()).backupNow(),
    putBlob: async (bytes) => (await load()).putBlob(bytes),
    getBlob: (hash) => blobs.get(hash),
    backUpWhenDue: async () => {
      if ((await backups.folder()) !== undefined) await (await load()).backUpWhenDue();
    },
  };
}
