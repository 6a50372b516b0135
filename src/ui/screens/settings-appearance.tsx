// Language and theme.

import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { Language, Theme } from '../../features/settings.ts';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { spoken } from '../i18n/text.ts';
import { Elsewhere } from './settings-notices.tsx';

/** Each in its own words, so that whoever needs it can find it. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский', zh: '中文' };
const LANGUAGES: readonly Language[] = ['en', 'ru', 'zh'];
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export function AppearancePage(): VNode {
  const { app } = useUi();
  const id = useId();
  const settings = app.settings.value;
  return (
    <section>
      <header>
        <h2>{t('appearance.title')}</h2>
      </header>
      <div class="narrow">
        <div class="field">
          <label for={id}>{t('appearance.language')}</label>
          <select
            id={id}
            class="input"
            value={settings?.language ?? spoken()}
            onChange={(event) => {
              const wanted = LANGUAGES.find((name) => name === event.currentTarget.value);
              if (wanted !== undefined) void app.saveSettings({ language: wanted });
            }}
          >
            {LANGUAGES.map((name) => (
              <option key={name} value={name} lang={name}>
                {LANGUAGE_NAMES[name]}
              </option>
            ))}
          </select>
        </div>
        <fieldset class="field">
          <legend>{t('appearance.theme')}</legend>
          <span class="seg">
            {THEMES.map((theme) => (
              <label key={theme}>
                <input
                  class="sr"
                  type="radio"
                  name="theme"
                  checked={settings?.theme === theme}
                  onChange={() => void app.saveSettings({ theme })}
                />
                {t(`appearance.theme.${theme}`)}
              </label>
            ))}
          </span>
        </fieldset>
        <Elsewhere />
      </div>
    </section>
  );
}
