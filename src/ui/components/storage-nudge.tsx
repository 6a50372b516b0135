// One quiet line about storage, where there is a reason: what is done here should be kept, or backed up. It goes at a
// press and does not come back soon. A chunk of its own.

import { X } from 'lucide-preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import { dismiss, type Nudge, nudgeOf, readDismissed } from '../state/nudges.ts';
import { addressOf } from '../state/router.ts';
import type { Storage } from '../state/storage.ts';
import { Icon } from './icon.tsx';
import '../styles/nudge.css';

type Shown = Nudge | { readonly type: 'kept' | 'refused' };

function textOf(shown: Shown): string {
  switch (shown.type) {
    case 'persist':
      return t('nudge.persist');
    case 'kept':
      return t('nudge.persist.yes');
    case 'refused':
      return t('storage.refused');
    case 'backup':
      return shown.days === undefined ? t('nudge.backup.never') : t('nudge.backup', { n: shown.days });
  }
}

export function StorageNudge(): VNode | null {
  const { app, storage: openStorage } = useUi();
  const [storage, setStorage] = useState<Storage | undefined>(undefined);
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const model = await openStorage();
      await model.look();
      setStorage(model);
      const nudge = nudgeOf({
        sessions: app.sessions.value,
        persisted: await model.isPersisted(),
        backup: model.backup.value ?? {},
        reminder: app.settings.value?.backupReminder ?? 0,
        dismissed: readDismissed(),
        now: Date.now(),
      });
      setShown(nudge);
    };
    // Comfort only: where it can't be found out, nothing is said.
    look().catch(() => undefined);
  }, []);
  if (shown === undefined || storage === undefined) return null;
  const close = (): void => {
    if (shown.type === 'persist' || shown.type === 'backup') dismiss(shown.type, Date.now());
    setShown(undefined);
  };
  const persist = async (): Promise<void> => {
    dismiss('persist', Date.now());
    setShown({ type: (await storage.persist()) ? 'kept' : 'refused' });
  };
  return (
    <div class="nudge">
      <p role="status">{textOf(shown)}</p>
      <div>
        {shown.type === 'persist' ? (
          <button type="button" class="btn small" onClick={() => void persist()}>
            {t('storage.ask')}
          </button>
        ) : null}
        {shown.type === 'backup' || shown.type === 'refused' ? (
          <a class="btn small" href={addressOf({ type: 'settings', page: 'storage' })} onClick={close}>
            {t(shown.type === 'backup' ? 'nudge.backup.do' : 'nudge.storage')}
          </a>
        ) : null}
        <button type="button" class="btn plain icon small push" aria-label={t('app.dismiss')} onClick={close}>
          <Icon of={X} />
        </button>
      </div>
    </div>
  );
}
