// Opening, making, reconnecting and letting go of workspaces: everything that needs a press of the person and the
// browser's own pickers and prompts. A chunk of its own; the first press loads it.

import type { Signal } from '@preact/signals';
import type { Failure } from '../../engine/failures.ts';
import type { BroughtFile, HostApi, WorkspaceView } from '../../protocol/host.ts';
import { saveBlob } from '../save-file.ts';
import type { App } from './app.ts';
import type { Offer } from './folder-door.ts';

export type Folders = ReturnType<typeof createFolders>;

/** Of an imported tree; more is a disk, not a folder for an agent. */
const MAX_BROUGHT = 20_000;
const TOO_MANY: Failure = { code: 'too-large', message: '', facts: { limit: MAX_BROUGHT } };

export function createFolders(host: HostApi, app: App, offer: Signal<Offer | undefined>) {
  watchDrops((dropped) => {
    offer.value = dropped;
  });
  /** The id of what was made; undefined where the person changed their mind, or where it failed (a toast says why). */
  const told = async (
    work: () => Promise<WorkspaceView | Failure | undefined>,
  ): Promise<string | undefined> => {
    let id: string | undefined;
    await app.attempt(
      work().then((made) => {
        if (made !== undefined && 'code' in made) app.trouble.value = made;
        else id = made?.id;
      }),
    );
    return id;
  };
  const grantOf = async (workspace: string, mode: 'read' | 'readwrite'): Promise<boolean> => {
    const handle = await host.folderHandle(workspace);
    const ask = methodOf(handle, 'requestPermission');
    if (ask === undefined) return true;
    return (await ask({ mode })) === 'granted';
  };
  return {
    /** Asks for reading only; writing is asked for at the first write. */
    open: () =>
      told(async () => {
        const pick = methodOf(globalThis, 'showDirectoryPicker');
        if (pick === undefined) throw new TypeError('this browser has no picker for folders');
        const handle = await pick({ id: 'bowline', mode: 'read' }).catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'AbortError') return undefined;
          throw error;
        });
        return handle === undefined ? undefined : host.addFolder(handle, { access: 'write', rules: true });
      }),
    /** True where the browser grants it: known already, or asked for now. Contract: called at a press. */
    grant: async (workspace: string, mode: 'read' | 'readwrite'): Promise<boolean> => {
      let granted = false;
      await app.attempt(
        grantOf(workspace, mode).then(async (given) => {
          granted = given;
          await host.lookAtFolder(workspace);
        }),
      );
      return granted;
    },
    accept: (offer: Offer) =>
      told(async () => {
        if (offer.handle !== undefined) return host.addFolder(offer.handle, { access: 'read', rules: false });
        const files = await filesIn(offer.entry);
        return files.length > MAX_BROUGHT ? TOO_MANY : host.importFiles(offer.name, files);
      }),
    makePrivate: (name: string) => told(() => host.addPrivate(name)),
    importZip: (file: File) =>
      told(async () =>
        host.importFiles(file.name.replace(/\.zip$/i, ''), new Uint8Array(await file.arrayBuffer())),
      ),
    exportZip: async ({ id, name }: WorkspaceView): Promise<void> => {
      await app.attempt(
        (async () => {
          const chunks: Uint8Array<ArrayBuffer>[] = [];
          for await (const chunk of await host.exportFiles(id)) chunks.push(new Uint8Array(chunk));
          saveBlob(`${name}.zip`, new Blob(chunks, { type: 'application/zip' }));
        })(),
      );
    },
    change: (workspace: string, change: Parameters<HostApi['changeWorkspace']>[1]) =>
      app.attempt(host.changeWorkspace(workspace, change)),
    forget: (workspace: string) => app.attempt(host.forgetWorkspace(workspace)),
  };
}

function watchDrops(take: (offer: Offer) => void): void {
  const onDrop = (event: DragEvent): void => {
    const found = [...(event.dataTransfer?.items ?? [])].find(
      (item) => item.webkitGetAsEntry()?.isDirectory === true,
    );
    const entry = found?.webkitGetAsEntry();
    if (found === undefined || entry === null || entry === undefined) return;
    event.preventDefault();
    const { name } = entry;
    // Asked for at once: what was dropped is gone when the event is over.
    const handle = methodOf(found, 'getAsFileSystemHandle')?.({}) ?? Promise.resolve(undefined);
    handle.then(
      (given) => take(given === undefined || given === null ? { name, entry } : { name, handle: given }),
      () => take({ name, entry }),
    );
  };
  document.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
  });
  document.addEventListener('drop', onDrop, { capture: true });
}

/** The platform's methods for folders are in no list of types yet. */
function methodOf(of: unknown, name: string): ((options: object) => Promise<unknown>) | undefined {
  const method: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
  if (typeof method !== 'function') return undefined;
  return async (options) => Reflect.apply(method, of, [options]);
}

async function filesIn(entry: FileSystemEntry | undefined): Promise<readonly BroughtFile[]> {
  const files: BroughtFile[] = [];
  const walk = async (at: FileSystemEntry, path: string): Promise<void> => {
    if (isFolder(at)) {
      for (const child of await childrenOf(at))
        await walk(child, path === '' ? child.name : `${path}/${child.name}`);
      return;
    }
    if (files.length > MAX_BROUGHT) return;
    if (isFile(at)) files.push({ path, data: await fileOf(at) });
  };
  if (entry !== undefined) await walk(entry, '');
  return files;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A reader gives a hundred at a time, and nothing at its end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
