// What happened beside the screen: trouble, a new version. A new version is offered, never forced, and not
// while a run is live.

import { X } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useUi } from '../context.ts';
import { failureText, remedyText, t } from '../i18n/text.ts';
import { addressOf, go, route } from '../state/router.ts';
import { Icon } from './icon.tsx';

/** Long enough to read it and to get there; a deleted session can be taken back from the archive afterwards. */
const STAYS_MS = 20_000;

/** Trouble with one session is no news in another; trouble with the storage is. */
function useLeaving(): void {
  const { app } = useUi();
  const at = route();
  const session = at.type === 'session' ? at.session : undefined;
  const before = useRef(session);
  useEffect(() => {
    if (session === undefined || before.current === session) return;
    const left = before.current !== undefined;
    before.current = session;
    if (left && app.trouble.peek()?.code.startsWith('storage') === false) app.trouble.value = undefined;
  }, [session]);
}

function Removed(): VNode {
  const { app } = useUi();
  const toast = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      if (toast.current?.matches(':hover, :focus-within') !== true) app.dismissRemoved();
    }, STAYS_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div ref={toast} class="toast">
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
      <Dismiss onClick={app.dismissRemoved} />
    </div>
  );
}

export function Toasts(): VNode {
  const { app, update } = useUi();
  useLeaving();
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
      {app.removed.value === undefined ? null : <Removed key={app.removed.value} />}
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
