// What stands there where the harness does not answer: that it takes long, or what went wrong, what was kept and what
// can be done, with the recovery page a link away. A chunk of its own: most starts do not need it.

import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { failureText, remedyText } from '../i18n/text.ts';

const RETRY_MS = 3000;

function Recovery(): VNode {
  return (
    <a class="btn plain" href={`${import.meta.env.BASE_URL}recovery.html`}>
      {t('start.recovery')}
    </a>
  );
}

function Failed(): VNode | null {
  const { app } = useUi();
  const failed = app.failed.value;
  const passes = failed?.code === 'storage-blocked';
  // The other tab may close at any moment.
  useEffect(() => {
    if (!passes) return;
    const timer = setInterval(() => void app.start(), RETRY_MS);
    return () => clearInterval(timer);
  }, [passes]);
  if (failed === undefined) return null;
  return (
    <div class="empty" role="alert">
      <h2>{t('start.failed')}</h2>
      <p>{[failureText(failed), remedyText(failed) ?? ''].join(' ').trim()}</p>
      <p class="quiet">{t('start.kept')}</p>
      <div class="acts">
        <button type="button" class="btn" onClick={() => (passes ? void app.start() : location.reload())}>
          {t(passes ? 'start.again' : 'app.reload')}
        </button>
        <Recovery />
      </div>
    </div>
  );
}

function Slow(): VNode {
  return (
    <div class="empty" role="status">
      <p>{t('start.slow')}</p>
      <div class="acts">
        <Recovery />
      </div>
    </div>
  );
}

export function StartTrouble(): VNode {
  const { app } = useUi();
  return <div class="place">{app.failed.value === undefined ? <Slow /> : <Failed />}</div>;
}
