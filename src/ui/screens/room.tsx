// The room: the log, the dock below it, the side panel beside it. A chunk of its own: the first screen does not need it.

import { Eye } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Announcer } from '../components/announcer.tsx';
import { Composer } from '../components/composer.tsx';
import { FolderBanner } from '../components/folder-parts.tsx';
import { Icon } from '../components/icon.tsx';
import { type Follow, JumpToLatest, Log } from '../components/log.tsx';
import { Panel } from '../components/panel.tsx';
import { SessionTitle } from '../components/session-title.tsx';
import { Modal } from '../components/sheet.tsx';
import { Status } from '../components/status.tsx';
import { TodoList } from '../components/todo-list.tsx';
import { useRoom, useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { isMiddling } from '../state/viewport.ts';

function Dock({ follow }: { readonly follow: Follow | undefined }): VNode {
  const { room } = useRoom();
  return (
    <div class="dock">
      <JumpToLatest follow={follow} />
      {room.role.value === 'follower' ? (
        <p class="banner">
          <Icon of={Eye} />
          <span>{t('room.follower')}</span>
          <button
            type="button"
            class="btn small push"
            disabled={room.taking.value}
            onClick={() => void room.takeOver()}
          >
            {t('room.takeOver')}
          </button>
        </p>
      ) : null}
      <FolderBanner />
      <TodoList />
      <Composer />
      <Status />
    </div>
  );
}

function SidePanel(): VNode | null {
  const { panel } = useUi();
  if (isMiddling.value) {
    if (panel.sheet.value !== 'panel') return null;
    const close = (): void => {
      panel.sheet.value = undefined;
    };
    return (
      <Modal class="drawer end" label={t('panel.name')} onClose={close}>
        <Panel onClose={close} />
      </Modal>
    );
  }
  return panel.open.value ? <Panel onClose={() => panel.setOpen(false)} /> : null;
}

export function RoomScreen(): VNode {
  const [follow, setFollow] = useState<Follow | undefined>(undefined);
  return (
    <>
      <main class="room">
        <SessionTitle />
        <Log onFollow={setFollow} />
        <Dock follow={follow} />
        <Announcer />
      </main>
      <SidePanel />
    </>
  );
}
