// Storage and backup: what is kept and whether for good, backups out and in, and where to look when something is wrong.

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useUi } from '../context.ts';
import { t } from '../i18n/later.ts';
import type { Storage } from '../state/storage.ts';
import { BackupSection, FolderSection } from './settings-storage-backup.tsx';
import { Failed } from './settings-storage-failed.tsx';
import { KeptSection } from './settings-storage-kept.tsx';
import { RestoreSection } from './settings-storage-restore.tsx';
import '../styles/storage.css';

function Help({ storage }: { readonly storage: Storage }): VNode {
  const recovery = `${import.meta.env.BASE_URL}recovery.html`;
  return (
    <section aria-labelledby="help-title">
      <header>
        <h2 id="help-title">{t('help.title')}</h2>
        <p>{t('help.what')}</p>
      </header>
      <div class="acts">
        <button type="button" class="btn" onClick={() => void storage.exportLog()}>
          {t('help.log')}
        </button>
        <a class="btn" href={recovery}>
          {t('help.recovery')}
        </a>
        <a class="btn danger" href={`${recovery}#erase`}>
          {t('help.delete')}
        </a>
      </div>
      <Failed storage={storage} at="help" />
      <p class="help">{t('help.delete.what')}</p>
    </section>
  );
}

export function StoragePage(): VNode | null {
  const ui = useUi();
  const [storage, setStorage] = useState<Storage | undefined>(undefined);
  useEffect(() => {
    void ui.storage().then(
      (model) => {
        setStorage(model);
        void model.look();
        void model.measure();
      },
      () => ui.update.chunkFailed(),
    );
  }, []);
  if (storage === undefined) return null;
  return (
    <>
      <KeptSection storage={storage} />
      <BackupSection storage={storage} />
      <FolderSection storage={storage} />
      <RestoreSection storage={storage} />
      <Help storage={storage} />
    </>
  );
}
