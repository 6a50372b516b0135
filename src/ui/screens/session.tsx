// A session: the first screen as long as nothing was said in it, then the room.

import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Head } from '../components/head.tsx';
import { lazy } from '../components/lazy.tsx';
import { useRoom, useUi } from '../context.ts';
import { failureText } from '../i18n/text.ts';
import { isFresh } from '../state/memory.ts';
import { FirstScreen } from './first.tsx';

const NoSession = lazy(() => import('./no-session.tsx').then((chunk) => chunk.NoSession));
const loadRoom = () => import('./room.tsx').then((chunk) => chunk.RoomScreen);
const RoomScreen = lazy(loadRoom);
const FolderOffer = lazy(() => import('../components/folder-parts.tsx').then((chunk) => chunk.FolderOffer));

/** Fetched while nothing else is going on, so that the first message does not wait for it. */
function fetchRoomSoon(): () => void {
  const load = (): void => void loadRoom().catch(() => undefined);
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(load, 1500);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 4000 });
  return () => cancelIdleCallback(idle);
}

export function SessionScreen(): VNode {
  const { session, room } = useRoom();
  const { folders } = useUi();
  useEffect(fetchRoomSoon, []);
  const failed = room.failed.value;
  switch (room.state.value) {
    case 'opening':
      return <main class="room" aria-busy="true" />;
    case 'failed':
      return (
        <main class="room">
          <Head />
          <div class="place">
            <p role="alert">{failed === undefined ? '' : failureText(failed)}</p>
          </div>
        </main>
      );
    case 'open':
      if (room.isEmpty.value && room.head.value === undefined && !isFresh(session)) return <NoSession />;
      return (
        <>
          {room.isEmpty.value ? <FirstScreen /> : <RoomScreen />}
          {folders.offer.value === undefined ? null : <FolderOffer />}
        </>
      );
  }
}
