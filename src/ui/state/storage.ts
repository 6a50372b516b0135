// What is kept and how safe it is: sizes, the browser's word on keeping it, backups out and in. Pickers and permission
// prompts are here, because only the page has them; the work is the harness's.

import { createModel, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import type { BackupState, HostApi, RestoreReport, StorageReport, SweepReport } from '../../protocol/host.ts';
import { saveBlob } from '../save-file.ts';
import type { App } from './app.ts';
import type { Note } from './update.ts';

interface Grantable {
  requestPermission(descriptor: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}
interface Picking {
  showDirectoryPicker(options: { readonly id: string; readonly mode: 'readwrite' }): Promise<unknown>;
}

type Inspected = Exclude<Awaited<ReturnType<HostApi['inspectBackup']>>, Failure>;

/** A backup file that was looked at and may be restored. */
export interface Candidate extends Inspected {
  readonly bytes: Uint8Array;
}

/** Part of the page of storage that a failure belongs to. */
export type StoragePlace = 'kept' | 'backup' | 'folder' | 'restore' | 'help';

export interface Written {
  readonly name: string;
  readonly bytes: number;
}

const canGrant = (handle: unknown): handle is Grantable =>
  typeof handle === 'object' && handle !== null && 'requestPermission' in handle;
const hasPicker = (view: object): view is Picking => 'showDirectoryPicker' in view;

export const StorageModel = createModel((host: HostApi, app: App, note: Note) => {
  const report = signal<StorageReport | undefined>(undefined);
  const backup = signal<BackupState | undefined>(undefined);
  /** The last thing that failed on the page of storage. */
  const failed = signal<{ readonly at: StoragePlace; readonly failure: Failure } | undefined>(undefined);
  const refused = signal(false);

  const guarded = async <Result>(
    at: StoragePlace,
    work: () => Promise<Result | Failure>,
  ): Promise<Result | undefined> => {
    failed.value = undefined;
    try {
      const result = await work();
      if (!isFailure(result)) return result;
      failed.value = { at, failure: result };
    } catch (thrown) {
      failed.value = { at, failure: asFailure(thrown, 'wire-lost') };
    }
    return undefined;
  };
  const measure = async (): Promise<void> => {
    const measured = await guarded('kept', () => host.storageReport());
    if (measured !== undefined) report.value = measured;
  };
  const look = async (): Promise<void> => {
    backup.value = (await guarded('backup', () => host.backupState())) ?? backup.value;
  };
  const change = async (work: () => Promise<BackupState | Failure>): Promise<void> => {
    const next = await guarded('folder', work);
    if (next === undefined)
      await host.backupState().then(
        (state) => (backup.value = state),
        () => undefined,
      );
    else backup.value = next;
  };

  return {
    report,
    backup,
    failed,
    refused,
    measure,
    look,
    canPick: () => hasPicker(window),
    /** Whether the browser keeps it; asked without a question to the person. */
    isPersisted: () => navigator.storage.persisted().catch(() => true),
    /** The browser may ask the person, or decide by itself. */
    persist: async (): Promise<boolean> => {
      const kept = await navigator.storage.persist().catch(() => false);
      note({ type: 'storage', what: kept ? 'persisted' : 'refused' });
      refused.value = !kept;
      if (report.value !== undefined) report.value = { ...report.value, persisted: kept };
      return kept;
    },
    sweep: async (): Promise<SweepReport | undefined> => {
      const swept = await guarded('kept', () => host.sweepBlobs(draftTexts()));
      if (swept !== undefined && swept.removed > 0) await measure();
      return swept;
    },
    /** `progress` hears how many bytes there are so far. */
    download: async (
      passphrase: string | undefined,
      progress: (bytes: number) => void,
    ): Promise<Written | undefined> => {
      const parts: Blob[] = [];
      let bytes = 0;
      const done = await guarded('backup', async () => {
        for await (const chunk of await host.writeBackup(passphrase === undefined ? {} : { passphrase })) {
          parts.push(new Blob([chunk.slice()]));
          bytes += chunk.length;
          progress(bytes);
        }
        return true;
      });
      if (done === undefined) return undefined;
      const name = `bowline-${new Date().toISOString().slice(0, 10)}.zip`;
      saveBlob(name, new Blob(parts, { type: 'application/zip' }));
      await look();
      return { name, bytes };
    },
    chooseFolder: async (): Promise<void> => {
      if (!hasPicker(window)) return;
      const handle = await window
        .showDirectoryPicker({ id: 'backups', mode: 'readwrite' })
        .catch(() => undefined);
      // Closed without a choice.
      if (handle === undefined) return;
      await change(() => host.chooseBackupFolder(handle));
      await change(() => host.backupNow());
    },
    allowFolder: async (): Promise<void> => {
      const handle = backup.value?.handle;
      if (!canGrant(handle)) return;
      const answer = await handle.requestPermission({ mode: 'readwrite' }).catch(() => 'denied');
      if (answer === 'granted') await change(() => host.backupNow());
    },
    folderNow: () => change(() => host.backupNow()),
    forgetFolder: () =>
      change(async () => {
        await host.forgetBackupFolder();
        return host.backupState();
      }),
    inspect: (file: File): Promise<Candidate | undefined> =>
      guarded('restore', async () => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const found = await host.inspectBackup(bytes);
        return isFailure(found) ? found : { ...found, bytes };
      }),
    restore: async ({ bytes }: Candidate, passphrase: string): Promise<RestoreReport | undefined> => {
      const done = await guarded('restore', () =>
        host.restoreBackup(bytes, passphrase === '' ? {} : { passphrase }),
      );
      if (done !== undefined) await measure();
      return done;
    },
    exportLog: async (): Promise<void> => {
      const lines = await guarded('help', () => host.diagnostics());
      if (lines !== undefined)
        saveBlob(
          `bowline-diagnostics-${new Date().toISOString().slice(0, 10)}.jsonl`,
          new Blob([lines], { type: 'application/jsonl' }),
        );
    },
    remind: (days: number) => app.saveSettings({ backupReminder: days }),
  };
});

export type Storage = InstanceType<typeof StorageModel>;

const isFailure = (result: unknown): result is Failure =>
  typeof result === 'object' && result !== null && 'code' in result && 'message' in result;

/** What is written or attached and not sent: no log names it yet. */
function draftTexts(): readonly string[] {
  try {
    return Object.keys(localStorage).map((key) => localStorage.getItem(key) ?? '');
  } catch {
    return [];
  }
}
