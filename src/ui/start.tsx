// Puts the page on the screen over a harness, whichever it is: the worker's or a scripted one.

import { render } from 'preact';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
import { followSettings, startLook } from './state/look.ts';
import { startRouter } from './state/router.ts';
import { takeSignIn } from './state/sign-in-return.ts';
import { followTitle } from './state/title.ts';
import { createUi } from './state/ui.ts';
import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource-variable/ibm-plex-sans/wght-italic.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/frame.css';
import './styles/log.css';
import './styles/prose.css';
import './styles/calls.css';
import './styles/composer.css';
import './styles/panel.css';
import './styles/sheets.css';
import './styles/screens.css';

export async function startPage(host: HostApi): Promise<void> {
  const signedIn = takeSignIn();
  startRouter();
  const ui = createUi(host);
  const booting = ui.app.start();
  await startLook();
  followSettings(ui.app);
  followTitle(ui.app);
  const root = document.getElementById('app');
  if (root === null) throw new TypeError('the page has no place for the app');
  render(<App ui={ui} />, root);
  void ui.update.start();
  if (signedIn !== undefined) ui.connect.finishSignIn(signedIn);
  await booting;
}
