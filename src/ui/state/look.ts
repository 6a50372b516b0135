// Language and theme on the document: as remembered until the harness has answered, as settled there from then on.

import { effect } from '@preact/signals';
import type { Language, Theme } from '../../features/settings.ts';
import { guessLanguage, speak, spoken } from '../i18n/text.ts';
import type { App } from './app.ts';
import { readLook, saveLook } from './memory.ts';

function wear(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Contract: called before the first paint. Resolves when there are words to paint with. */
export async function startLook(): Promise<void> {
  const look = readLook();
  wear(look.theme ?? 'system');
  effect(() => {
    document.documentElement.lang = spoken();
    document.documentElement.dir = 'ltr';
  });
  await speak(look.language ?? guessLanguage(navigator.languages)).catch(() => undefined);
}

export function followSettings(app: App): void {
  effect(() => {
    const settings = app.settings.value;
    if (settings === undefined) return;
    const language: Language = settings.language ?? guessLanguage(navigator.languages);
    wear(settings.theme);
    saveLook({ theme: settings.theme, language });
    void speak(language).catch(() => undefined);
  });
}
