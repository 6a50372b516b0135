// A session: its log, the dock below it, the side panel beside it. One without a message yet is the first screen.

import { Eye } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Announcer } from '../components/announcer.tsx';
import { Composer } from '../components/composer.tsx';
import { SessionTitle } from '../components/head.tsx';
import { Icon } from '../components/icon.tsx';
import { type Follow, JumpToLatest, Log } from '../components/log.tsx';
import { Panel } from '../components/panel.tsx';
import { Modal } from '../components/sheet.tsx';
import { Status } from '../components/status.tsx';
import { useRoom, useUi } from '../context.ts';
import { failureText, t } from '../i18n/text.ts';
import { isMiddling } from '../state/viewport.ts';
import { FirstScreen } from './first.tsx';

function Dock({ follow }: { readonly follow: Follow | undefined }): VNode {
  const { room } = useRoom();
  return (
    <div class="dock">
      <JumpToLatest follow={follow} />
      {room.role.value === 'follower' ? (
        <p class="banner">
          <Icon of={Eye} />
          {t('room.follower')}
        </p>
      ) : (
        <Composer />
      )}
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

export function SessionScreen(): VNode {
  const { room } = useRoom();
  const [follow, setFollow] = useState<Follow | undefined>(undefined);
  const state = room.state.value;
  const failed = room.failed.value;
  if (state === 'opening') return <main class="room" aria-busy="true" />;
  if (state === 'failed') {
    return (
      <main class="room">
        <SessionTitle />
        <div class="place">
          <p role="alert">{failed === undefined ? '' : failureText(failed)}</p>
        </div>
      </main>
    );
  }
  if (room.isEmpty.value) return <FirstScreen />;
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
