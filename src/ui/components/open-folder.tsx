// "Open folder": the browser's picker where there is one, else what can be had in its place.

import { FolderOpen } from 'lucide-preact';
import type { VNode } from 'preact';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/text.ts';
import { Icon } from './icon.tsx';
import { lazy } from './lazy.tsx';

const NoPicker = lazy(() => import('./folder-parts.tsx').then((chunk) => chunk.NoPicker));

export function OpenFolder({ look = 'btn' }: { readonly look?: string }): VNode {
  const { folders } = useUi();
  const { room } = useRoom();
  if (!folders.canOpen) return <NoPicker look={look} />;
  const open = async (): Promise<void> => {
    const id = await (await folders.load()).open();
    // A run keeps the folder that it began in.
    if (id !== undefined && !room.isOpen.value) await room.setUp({ workspace: id });
  };
  return (
    <button type="button" class={look} onClick={() => void open()}>
      <Icon of={FolderOpen} />
      {t('folder.open')}
    </button>
  );
}
