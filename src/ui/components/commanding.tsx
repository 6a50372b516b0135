// What the page does beside the screen: shortcuts and what they open (palette, list of shortcuts), notices, a screen
// that stays on. A chunk of its own, fetched once the first screen stands.

import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { ownCommands } from '../command-list.ts';
import { commandOf } from '../command-search.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { shelfCommands } from '../shelf-commands.ts';
import { keepAwake } from '../keep-awake.ts';
import { followNotices } from '../notify.ts';
import { isMac } from '../state/viewport.ts';
import { Palette } from './palette.tsx';
import { Modal } from './sheet.tsx';
import { Shortcuts } from './shortcuts.tsx';
import '../styles/commands.css';

const TEXT = 'input, textarea, select, [contenteditable]';

export function Commanding(): VNode | null {
  const ui = useUi();
  const { commands } = ui;
  useEffect(() => commands.add(ownCommands(ui)), []);
  useEffect(() => commands.add(shelfCommands(ui)), []);
  useEffect(() => followNotices(ui.app), []);
  useEffect(() => keepAwake(ui.app), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const typing = event.target instanceof Element && event.target.closest(TEXT) !== null;
      const command = commandOf(commands.all.value, event, { mac: isMac, typing });
      if (command === undefined) return;
      // A dialog that asks something has the keyboard to itself; the palette may be closed by its own key.
      const asked = document.querySelector('dialog[open]:not(.palette)') !== null;
      if (asked || (commands.shown.value !== undefined && command.id !== 'palette')) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => {
    commands.shown.value = undefined;
  };
  switch (commands.shown.value) {
    case undefined:
      return null;
    case 'palette':
      return (
        <Modal class="palette" label={t('command.palette')} onClose={close}>
          <Palette onClose={close} />
        </Modal>
      );
    case 'shortcuts':
      return <Shortcuts onClose={close} />;
  }
}
