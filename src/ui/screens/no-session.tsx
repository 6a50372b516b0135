// An address of a session that isn't here: deleted, of another browser, or mistyped. Nothing is begun under its name.

import type { VNode } from 'preact';
import { Head } from '../components/head.tsx';
import { t } from '../i18n/later.ts';
import { newSessionId } from '../state/app.ts';
import { addressOf, go } from '../state/router.ts';

export function NoSession(): VNode {
  return (
    <main class="room">
      <Head>
        <h1>{t('session.none')}</h1>
      </Head>
      <div class="place">
        <div class="empty">
          <p class="what">{t('session.none.what')}</p>
          <p>
            <button
              type="button"
              class="btn primary"
              onClick={() => go({ type: 'session', session: newSessionId() })}
            >
              {t('rail.new')}
            </button>{' '}
            <a class="btn" href={addressOf({ type: 'archive' })}>
              {t('rail.archive')}
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}
