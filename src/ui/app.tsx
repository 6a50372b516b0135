// The frame and what stands in it: rail, the screen of the address, sheets, toasts.

import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { SessionId } from '../engine/ids.ts';
import { lazy, whenIdle } from './components/lazy.tsx';
import { Leaving } from './components/leaving.tsx';
import { Rail, SessionMenu } from './components/rail.tsx';
import { Modal } from './components/sheet.tsx';
import { Starting } from './components/starting.tsx';
import { Toasts } from './components/toasts.tsx';
import { RoomContext, UiContext, useUi } from './context.ts';
import { watchDoublePress } from './double-press.ts';
import { t } from './i18n/text.ts';
import { PlaceScreen } from './screens/place.tsx';
import { SessionScreen } from './screens/session.tsx';
import { leadOn, replace, route } from './state/router.ts';
import type { Ui } from './state/ui.ts';
import { isNarrow } from './state/viewport.ts';

const SettingsScreen = lazy(() => import('./screens/settings.tsx').then((chunk) => chunk.SettingsScreen));
const Commanding = lazy(async () => {
  await whenIdle();
  return (await import('./components/commanding.tsx')).Commanding;
});
const ArchiveScreen = lazy(() => import('./screens/archive.tsx').then((chunk) => chunk.ArchiveScreen));
const SessionSheet = lazy(() => import('./components/session-sheet.tsx').then((chunk) => chunk.SessionSheet));
const ConnectSheet = lazy(() => import('./screens/connect-sheet.tsx').then((chunk) => chunk.ConnectSheet));

function RailFrame(): VNode | null {
  const { panel } = useUi();
  const at = route();
  // A place that was chosen closes the sheet it was chosen in.
  useEffect(() => {
    panel.sheet.value = undefined;
  }, [at]);
  if (!isNarrow.value) return panel.rail.value ? <Rail onHide={() => panel.setRail(false)} /> : null;
  if (panel.sheet.value !== 'rail') return null;
  const close = (): void => {
    panel.sheet.value = undefined;
  };
  return (
    <Modal class="drawer start" label={t('rail.name')} onClose={close}>
      <Rail onHide={close} />
    </Modal>
  );
}

function Session({ session }: { readonly session: SessionId }): VNode {
  const ui = useUi();
  const opened = useMemo(() => ui.openRoom(session), [session]);
  useEffect(() => {
    ui.current.value = opened;
    return () => {
      if (ui.current.peek() === opened) ui.current.value = undefined;
      opened.close();
    };
  }, [opened]);
  return (
    <RoomContext.Provider value={opened}>
      <SessionScreen key={session} />
    </RoomContext.Provider>
  );
}

function Screen(): VNode | null {
  const { app } = useUi();
  const at = route();
  const root = app.rootSession.value;
  useEffect(() => {
    if (at.type === 'root' && root !== undefined) leadOn({ type: 'session', session: root });
  }, [at, root]);
  switch (at.type) {
    case 'settings':
      return <SettingsScreen page={at.page} />;
    case 'place':
      return <PlaceScreen place={at.place} />;
    case 'archive':
      return <ArchiveScreen />;
    case 'session':
      return <Session session={at.session} />;
    case 'root':
    case 'connect':
      return root === undefined ? null : <Session session={root} />;
  }
}

function Sheets(): VNode | null {
  const { app, connect } = useUi();
  const at = route();
  const booted = app.boot.value !== undefined;
  useEffect(() => {
    if (booted && at.type === 'connect') connect.follow(at.link);
  }, [at, booted]);
  const open = connect.isOpen.value;
  useEffect(() => {
    if (!open && at.type === 'connect' && connect.followed.value === at.link) replace({ type: 'root' });
  }, [open]);
  return open ? <ConnectSheet onClose={() => connect.close()} /> : null;
}

function AboutSessions(): VNode {
  const { shelf } = useUi();
  const sheet = shelf.sheet.value;
  return (
    <>
      <SessionMenu within={false} />
      {sheet === undefined ? null : <SessionSheet sheet={sheet} />}
    </>
  );
}

function Frame(): VNode {
  const { app } = useUi();
  useEffect(watchDoublePress, []);
  const booted = app.boot.value !== undefined;
  return (
    <>
      <button type="button" class="btn skip" onClick={() => document.getElementById('message')?.focus()}>
        {t('app.skip')}
      </button>
      <div class="frame">
        <Toasts />
        <div class="app">
          <RailFrame />
          {booted ? <Screen /> : <Starting />}
        </div>
      </div>
      <Sheets />
      <AboutSessions />
      <Leaving />
      {booted ? <Commanding /> : null}
    </>
  );
}

export function App({ ui }: { readonly ui: Ui }): VNode {
  return (
    <UiContext.Provider value={ui}>
      <Frame />
    </UiContext.Provider>
  );
}
