// How much is kept and what of it nothing needs any more. A chunk of its own: only the storage page asks.

import { sweepBlobs } from '../src/features/blob-sweep.ts';
import type { HostApi, StoragePart } from '../src/protocol/host.ts';
import type { Platform } from './platform.ts';
import type { Workspaces } from './workspaces.ts';

export type StorageCommands = Pick<HostApi, 'storageReport' | 'sweepBlobs'>;

export function createStorageCommands(
  { storage, log, clock, diagnostics }: Platform,
  workspaces: Pick<Workspaces, 'list' | 'views'>,
): StorageCommands {
  const sessionBytes = async (): Promise<number> => {
    const { shelf } = await storage();
    let bytes = 0;
    if (shelf !== undefined) for await (const text of shelf.texts()) bytes += text.length;
    return bytes;
  };
  const blobPart = async (): Promise<StoragePart> => {
    const { shelf } = await storage();
    const sizes = [...((await shelf?.sizes()) ?? new Map<string, number>()).values()];
    return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };
  const filePart = async (): Promise<StoragePart> => {
    const kept = (await workspaces.views()).filter(({ kind }) => kind !== 'folder');
    const lists = await Promise.all(kept.map(({ id }) => workspaces.list(id)));
    const files = lists.flat().filter(({ kind }) => kind === 'file');
    return { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
  };
  return {
    storageReport: async () => {
      const [estimate, heads, bytes, blobs, files] = await Promise.all([
        storage().then((meter) => meter.estimate()),
        log.heads(),
        sessionBytes(),
        blobPart(),
        filePart(),
      ]);
      return { ...estimate, sessions: { count: heads.length, bytes }, blobs, files };
    },
    sweepBlobs: async (kept) => {
      const { shelf } = await storage();
      if (shelf === undefined) return { unused: 0, unusedBytes: 0, removed: 0, removedBytes: 0 };
      const report = await sweepBlobs(shelf, clock, kept);
      if (report.removed > 0)
        diagnostics.note({
          type: 'storage',
          what: 'swept',
          count: report.removed,
          bytes: report.removedBytes,
        });
      return report;
    },
  };
}
