// What happened beside the screen: trouble, a new version. A new version is offered, never forced, and not
// while a run is live.

import { X } from 'lucide-preact';
import type { VNode } from 'preact';
import { useUi } from '../context.ts';
import { failureText, remedyText, t } from '../i18n/text.ts';
import { addressOf, go } from '../state/router.ts';
import { Icon } from './icon.tsx';

export function Toasts(): VNode {
  const { app, update } = useUi();
  const trouble = app.trouble.value;
  const text =
    trouble === undefined ? undefined : [failureText(trouble), remedyText(trouble) ?? ''].join(' ').trim();
  return (
    <div class="toasts">
      <div role="status">
        {text === undefined ? null : (
          <div class="toast">
            <span>{text}</span>
            {trouble?.code === 'storage-full' || trouble?.code === 'storage-failed' ? (
              <a
                class="btn small"
                href={addressOf({ type: 'settings', page: 'storage' })}
                onClick={app.dismiss}
              >
                {t('app.storage')}
              </a>
            ) : null}
            <Dismiss onClick={app.dismiss} />
          </div>
        )}
      </div>
      {app.removed.value === undefined ? null : (
        <div class="toast">
          {t('room.deleted')}
          <button
            type="button"
            class="btn small"
            onClick={() =>
              void app.restoreRemoved().then((session) => {
                if (session !== undefined) go({ type: 'session', session });
              })
            }
          >
            {t('room.restore')}
          </button>
          <Dismiss onClick={app.dismiss} />
        </div>
      )}
      {update.mayOffer.value ? (
        <div class="toast">
          {t('update.ready')}
          <button type="button" class="btn small" onClick={() => update.accept()}>
            {t('update.now')}
          </button>
        </div>
      ) : null}
    </div>
  );
}

function Dismiss({ onClick }: { readonly onClick: () => void }): VNode {
  return (
    <button type="button" class="btn plain icon small" aria-label={t('app.dismiss')} onClick={onClick}>
      <Icon of={X} />
    </button>
  );
}
