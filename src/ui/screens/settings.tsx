// Settings: pages at the side, the page at hand beside them. A chunk of its own.

import type { VNode } from 'preact';
import { Head } from '../components/head.tsx';
import { lazy } from '../components/lazy.tsx';
import { t } from '../i18n/later.ts';
import { addressOf, SETTINGS_PAGES, type SettingsPage } from '../state/router.ts';
import { AppearancePage } from './settings-appearance.tsx';
import { BudgetsPage } from './settings-budgets.tsx';
import { ModelsPage } from './settings-models.tsx';
import { NetworkPage } from './settings-network.tsx';
import { PermissionsPage } from './settings-permissions.tsx';

const StoragePage = lazy(() => import('./settings-storage.tsx').then((chunk) => chunk.StoragePage));

const PAGES: Readonly<Record<SettingsPage, () => VNode | null>> = {
  models: ModelsPage,
  permissions: PermissionsPage,
  budgets: BudgetsPage,
  storage: () => <StoragePage />,
  network: NetworkPage,
  appearance: AppearancePage,
};

/** On a phone the pages are a row that scrolls: the current one is never out of it. */
const intoView = (link: HTMLElement | null): void =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

export function SettingsScreen({ page }: { readonly page: SettingsPage }): VNode {
  const Page = PAGES[page];
  return (
    <main class="room">
      <Head>
        <h1>{t('place.settings')}</h1>
      </Head>
      <div class="two">
        <nav class="subnav" aria-label={t('settings.pages')}>
          {SETTINGS_PAGES.map((name) => (
            <a
              key={name}
              class="row"
              href={addressOf({ type: 'settings', page: name })}
              {...(name === page ? { 'aria-current': 'page', ref: intoView } : {})}
            >
              {t(`settings.${name}`)}
            </a>
          ))}
        </nav>
        <div class="detail" tabIndex={0} role="region" aria-label={t(`settings.${page}`)}>
          <Page />
        </div>
      </div>
    </main>
  );
}
