// Places that come later: one honest sentence each, and no button that does nothing.

import type { VNode } from 'preact';
import { Head } from '../components/head.tsx';
import { t } from '../i18n/text.ts';
import type { Place } from '../state/router.ts';

export function PlaceScreen({ place }: { readonly place: Place }): VNode {
  return (
    <main class="room">
      <Head>
        <h1>{t(`place.${place}`)}</h1>
      </Head>
      <div class="place">
        <div class="empty">
          <p class="what">{t(`place.${place}.what`)}</p>
          <p class="quiet">{t('place.later')}</p>
        </div>
      </div>
    </main>
  );
}
