// What the first screen knows of folders: whether this browser opens any, and what was dropped on the page. The rest
// is folders.ts, loaded at the first press, or when files are first held over the page.

import { type Signal, signal } from '@preact/signals';
import type { HostApi } from '../../protocol/host.ts';
import type { App } from './app.ts';
import type { Folders } from './folders.ts';

/** A dropped folder: a handle where the browser has them, else the tree to copy. */
export interface Offer {
  readonly name: string;
  readonly handle?: unknown;
  readonly entry?: FileSystemEntry;
}

export interface FolderDoor {
  readonly canOpen: boolean;
  readonly offer: Signal<Offer | undefined>;
  load(): Promise<Folders>;
}

export function createFolderDoor(host: HostApi, app: App): FolderDoor {
  const offer = signal<Offer | undefined>(undefined);
  let loaded: Promise<Folders> | undefined;
  const load = (): Promise<Folders> => {
    loaded ??= import('./folders.ts').then(({ createFolders }) => createFolders(host, app, offer));
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  // Folders may be dropped anywhere; what takes them is here before they are let go.
  document.addEventListener('dragenter', () => void load().catch(() => undefined), { once: true });
  return { canOpen: 'showDirectoryPicker' in globalThis, offer, load };
}
