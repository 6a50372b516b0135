// The page's own commands: sessions, run, model, permissions, places, looks. Other screens add theirs to the registry.

import { computed, type ReadonlySignal } from '@preact/signals';
import type { PermissionMode } from '../engine/events.ts';
import type { Language, Theme } from '../features/settings.ts';
import { t } from './i18n/later.ts';
import { modelLabel } from './names.ts';
import { newSessionId } from './state/app.ts';
import type { Command } from './state/commands.ts';
import { go, PLACES, SETTINGS_PAGES } from './state/router.ts';
import type { Ui } from './state/ui.ts';
import { isMiddling, isNarrow } from './state/viewport.ts';

const MODES: readonly PermissionMode[] = ['read-only', 'ask', 'auto', 'full'];
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский', zh: '中文' };

export function ownCommands(ui: Ui): ReadonlySignal<readonly Command[]> {
  return computed(() => [
    ...sessionCommands(ui),
    ...modelCommands(ui),
    ...modeCommands(ui),
    ...placeCommands(),
    ...lookCommands(ui),
    {
      id: 'shortcuts',
      group: 'help',
      title: () => t('command.shortcuts'),
      keys: '?',
      run: () => {
        ui.commands.shown.value = 'shortcuts';
      },
    },
  ]);
}

function sessionCommands(ui: Ui): readonly Command[] {
  const { panel, commands, current } = ui;
  const toggle = (side: 'rail' | 'panel'): void => {
    const small = side === 'rail' ? isNarrow.value : isMiddling.value;
    if (small) panel.sheet.value = panel.sheet.value === side ? undefined : side;
    else if (side === 'rail') panel.setRail(!panel.rail.value);
    else panel.setOpen(!panel.open.value);
  };
  return [
    {
      id: 'palette',
      group: 'help',
      title: () => t('command.palette'),
      keys: 'Mod+k',
      run: () => {
        commands.shown.value = commands.shown.value === 'palette' ? undefined : 'palette';
      },
    },
    {
      id: 'new',
      group: 'session',
      title: () => t('rail.new'),
      keys: 'Mod+Shift+o',
      run: () => go({ type: 'session', session: newSessionId() }),
    },
    {
      id: 'stop',
      group: 'session',
      title: () => t('command.stop'),
      keys: 'Mod+.',
      when: () => current.value?.room.runs.value === true,
      run: () => void current.value?.room.stop(),
    },
    {
      id: 'connect',
      group: 'model',
      title: () => t('connect.title'),
      run: () => ui.connect.open(),
    },
    {
      id: 'write',
      group: 'session',
      title: () => t('command.write'),
      keys: '/',
      when: () => current.value !== undefined,
      run: () => document.getElementById('message')?.focus(),
    },
    { id: 'rail', group: 'look', title: () => t('command.rail'), keys: 'Mod+b', run: () => toggle('rail') },
    {
      id: 'panel',
      group: 'look',
      title: () => t('command.panel'),
      keys: 'Mod+Shift+b',
      when: () => current.value?.room.isEmpty.value === false,
      run: () => toggle('panel'),
    },
  ];
}

function modelCommands({ app, current }: Ui): readonly Command[] {
  const open = current.value;
  if (open === undefined) return [];
  const models = app.models.value;
  return models
    .filter(({ name }) => name !== open.room.setup.value.model)
    .map(({ name }) => ({
      id: `model-${name}`,
      group: 'model',
      title: () => t('command.model', { model: modelLabel(models, name) }),
      words: () => name,
      run: () => void open.room.setUp({ model: name }),
    }));
}

function modeCommands({ current }: Ui): readonly Command[] {
  const open = current.value;
  if (open === undefined) return [];
  return MODES.filter((mode) => mode !== open.room.setup.value.mode).map((mode) => ({
    id: `mode-${mode}`,
    group: 'mode',
    title: () => t('command.mode', { mode: t(`mode.${mode}`) }),
    run: () => void open.room.setUp({ mode }),
  }));
}

function placeCommands(): readonly Command[] {
  return [
    ...SETTINGS_PAGES.map(
      (page): Command => ({
        id: `settings-${page}`,
        group: 'place',
        title: () => t('command.settings', { page: t(`settings.${page}`) }),
        run: () => go({ type: 'settings', page }),
      }),
    ),
    ...PLACES.map(
      (place): Command => ({
        id: place,
        group: 'place',
        title: () => t(`place.${place}`),
        run: () => go({ type: 'place', place }),
      }),
    ),
  ];
}

function lookCommands({ app }: Ui): readonly Command[] {
  const settings = app.settings.value;
  return [
    ...THEMES.filter((theme) => theme !== settings?.theme).map(
      (theme): Command => ({
        id: `theme-${theme}`,
        group: 'look',
        title: () => t('command.theme', { theme: t(`appearance.theme.${theme}`) }),
        run: () => void app.saveSettings({ theme }),
      }),
    ),
    ...(['en', 'ru', 'zh'] as const).map(
      (language): Command => ({
        id: `language-${language}`,
        group: 'look',
        title: () => t('command.language', { language: LANGUAGES[language] }),
        run: () => void app.saveSettings({ language }),
      }),
    ),
  ];
}
