// Puts the page on the screen over a harness, whichever it is: the worker's or a scripted one.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { failure } from '../engine/failures.ts';
import type { HostApi } from '../protocol/host.ts';
import { App } from './app.tsx';
import { followSettings, startLook } from './state/look.ts';
import { startRouter } from './state/router.ts';
import { takeSignIn } from './state/sign-in-return.ts';
import { beginStart, endStart } from './state/starts.ts';
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

/** `broken` resolves where the harness can't even be loaded. */
export async function startPage(host: HostApi, broken?: Promise<unknown>): Promise<void> {
  const signedIn = takeSignIn();
  startRouter();
  const from = performance.now();
  const ui = createUi(host, beginStart());
  const { app, note } = ui;
  void broken?.then(() => {
    if (app.boot.value === undefined) app.failed.value = failure('wire-lost', 'the harness did not load');
  });
  const stop = effect(() => {
    const { boot, failed } = app;
    if (boot.value !== undefined) {
      endStart();
      note({ type: 'started', ms: performance.now() - from, sessions: boot.value.sessions.length });
      queueMicrotask(() => stop());
    } else if (failed.value !== undefined) note({ type: 'start-failed', code: failed.value.code });
  });
  const booting = ui.app.start();
  await startLook();
  followSettings(ui.app);
  followTitle(ui.app);
  const root = document.getElementById('app');
  if (root === null) throw new TypeError('the page has no place for the app');
  // What stands there for a page whose scripts never came.
  root.replaceChildren();
  render(<App ui={ui} />, root);
  void ui.update.start();
  if (signedIn !== undefined) ui.connect.finishSignIn(signedIn);
  void import('./state/diagnostics.ts')
    .then(({ watchPage }) => watchPage(note, ui.failedStarts))
    .catch(() => undefined);
  await booting;
}
