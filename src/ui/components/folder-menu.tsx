// Ways to another workspace besides opening a folder of the disk: a private one, empty or from a zip archive.

import { FileArchive, FolderPlus } from 'lucide-preact';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import type { Folders } from '../state/folders.ts';
import { Icon } from './icon.tsx';

export function FolderMenu(): VNode {
  const { app, folders } = useUi();
  const { room } = useRoom();
  const input = useRef<HTMLInputElement>(null);
  const use = async (make: (folders: Folders) => Promise<string | undefined>): Promise<void> => {
    const id = await make(await folders.load());
    if (id !== undefined) await room.setUp({ workspace: id });
  };
  /** The next name that is free. */
  const privateName = (): string => {
    const taken = new Set(app.workspaces.value.map(({ name }) => name));
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? t('workspace.private') : t('workspace.private.next', { n });
      if (!taken.has(name)) return name;
    }
  };
  return (
    <>
      <button type="button" class="row" onClick={() => void use((door) => door.makePrivate(privateName()))}>
        <Icon of={FolderPlus} />
        {t('folder.private')}
      </button>
      <button type="button" class="row" onClick={() => input.current?.click()}>
        <Icon of={FileArchive} />
        {t('folder.import')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file !== undefined) void use((door) => door.importZip(file));
        }}
      />
    </>
  );
}
