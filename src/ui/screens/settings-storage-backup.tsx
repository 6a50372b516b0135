// Backups going out: a file at a press, with keys only under a passphrase, and by themselves into a folder.

import { Download, FolderOpen } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useUi } from '../context.ts';
import { Icon } from '../components/icon.tsx';
import { formatBytes, formatMoment } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import type { Storage } from '../state/storage.ts';
import { Failed } from './settings-storage-failed.tsx';

const MIN_PASSPHRASE = 8;
const REMINDERS = [7, 30, 0] as const;

interface PassphraseProps {
  readonly first: string;
  readonly second: string;
  readonly onChange: (first: string, second: string) => void;
}

function Passphrase({ first, second, onChange }: PassphraseProps): VNode {
  const id = useId();
  const wrong =
    first !== '' && first.length < MIN_PASSPHRASE
      ? t('backup.passphrase.short')
      : second !== '' && first !== second
        ? t('backup.passphrase.differs')
        : '';
  return (
    <div class="narrow">
      <div class="field">
        <label for={`${id}-first`}>{t('backup.passphrase')}</label>
        <input
          id={`${id}-first`}
          class="input"
          type="password"
          autocomplete="new-password"
          aria-describedby={`${id}-help`}
          value={first}
          onInput={(event) => onChange(event.currentTarget.value, second)}
        />
      </div>
      <div class="field">
        <label for={`${id}-second`}>{t('backup.passphrase.again')}</label>
        <input
          id={`${id}-second`}
          class="input"
          type="password"
          autocomplete="new-password"
          aria-invalid={wrong !== ''}
          value={second}
          onInput={(event) => onChange(first, event.currentTarget.value)}
        />
        <small id={`${id}-help`} role="status">
          {wrong === '' ? t('backup.passphrase.help') : wrong}
        </small>
      </div>
    </div>
  );
}

export function BackupSection({ storage }: { readonly storage: Storage }): VNode {
  const { app } = useUi();
  const id = useId();
  const [withKeys, setWithKeys] = useState(false);
  const [[first, second], setPassphrase] = useState<readonly [string, string]>(['', '']);
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const state = storage.backup.value;
  const lastAt = Math.max(state?.lastAt ?? 0, state?.downloadedAt ?? 0);
  const mayWrite = !withKeys || (first.length >= MIN_PASSPHRASE && first === second);
  const write = async (): Promise<void> => {
    setBusy(true);
    const written = await storage.download(withKeys ? first : undefined, (bytes) =>
      setSaid(t('backup.writing', { size: formatBytes(bytes) })),
    );
    setBusy(false);
    setPassphrase(['', '']);
    setWithKeys(false);
    setSaid(
      written === undefined
        ? ''
        : t('backup.written', { name: written.name, size: formatBytes(written.bytes) }),
    );
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{t('backup.title')}</h2>
        <p>{t('backup.what')}</p>
      </header>
      <label class="tick">
        <input
          type="checkbox"
          checked={withKeys}
          onChange={(event) => setWithKeys(event.currentTarget.checked)}
        />
        {t('backup.keys')}
      </label>
      {withKeys ? (
        <Passphrase first={first} second={second} onChange={(one, two) => setPassphrase([one, two])} />
      ) : null}
      <div class="acts">
        <button type="button" class="btn primary" disabled={busy || !mayWrite} onClick={() => void write()}>
          <Icon of={Download} />
          {t('backup.now')}
        </button>
        <span class="quiet" role="status">
          {said !== ''
            ? said
            : lastAt === 0
              ? t('backup.never')
              : t('backup.last', { time: formatMoment(lastAt) })}
        </span>
      </div>
      <Failed storage={storage} at="backup" />
      <fieldset class="field remind">
        <legend>{t('backup.remind')}</legend>
        <span class="seg">
          {REMINDERS.map((days) => (
            <label key={days}>
              <input
                class="sr"
                type="radio"
                name="remind"
                checked={app.settings.value?.backupReminder === days}
                onChange={() => void storage.remind(days)}
              />
              {t(`backup.remind.${days}`)}
            </label>
          ))}
        </span>
      </fieldset>
    </section>
  );
}

function Folder({ storage, folder }: { readonly storage: Storage; readonly folder: string }): VNode {
  const state = storage.backup.value;
  const isLost = state?.granted === false;
  const last =
    state?.lastAt === undefined
      ? t('backup.folder.none')
      : t('backup.folder.last', { time: formatMoment(state.lastAt) });
  return (
    <>
      <p class="sum">
        <b>{t('backup.folder.in', { folder })}</b>
        <span class="quiet">{last}</span>
      </p>
      {isLost ? <p role="status">{t('backup.folder.lost', { folder })}</p> : null}
      <div class="acts">
        {isLost ? (
          <button type="button" class="btn" onClick={() => void storage.allowFolder()}>
            {t('backup.folder.allow')}
          </button>
        ) : (
          <button type="button" class="btn" onClick={() => void storage.folderNow()}>
            {t('backup.folder.now')}
          </button>
        )}
        <button type="button" class="btn plain" onClick={() => void storage.chooseFolder()}>
          {t('backup.folder.other')}
        </button>
        <button type="button" class="btn plain danger" onClick={() => void storage.forgetFolder()}>
          {t('backup.folder.forget')}
        </button>
      </div>
    </>
  );
}

export function FolderSection({ storage }: { readonly storage: Storage }): VNode {
  const id = useId();
  const folder = storage.backup.value?.folder;
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('backup.folder.title')}</h2>
        <p>{t('backup.folder.what')}</p>
      </header>
      {folder !== undefined ? <Folder storage={storage} folder={folder} /> : null}
      {folder === undefined && storage.canPick() ? (
        <div class="acts">
          <button type="button" class="btn" onClick={() => void storage.chooseFolder()}>
            <Icon of={FolderOpen} />
            {t('backup.folder.choose')}
          </button>
        </div>
      ) : null}
      {folder === undefined && !storage.canPick() ? <p class="quiet">{t('backup.folder.no')}</p> : null}
      <Failed storage={storage} at="folder" />
    </section>
  );
}
