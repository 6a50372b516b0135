// A backup coming in: picked, checked and counted, then restored at a second press.

import { Upload } from 'lucide-preact';
import type { VNode } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { RestoreReport } from '../../protocol/host.ts';
import { Icon, State } from '../components/icon.tsx';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { joined } from '../i18n/text.ts';
import type { Candidate, Storage } from '../state/storage.ts';
import { Failed } from './settings-storage-failed.tsx';

function Contents({ found }: { readonly found: Candidate }): VNode {
  const { counts, raw } = found;
  const rows = [
    [t('storage.sessions'), counts.sessions],
    [t('restore.entries'), counts.entries],
    [t('storage.blobs'), counts.blobs],
    [t('storage.files'), counts.files],
    [t('restore.accounts'), counts.accounts],
    [t('restore.rules'), counts.rules],
    [t('restore.keys'), counts.keys],
  ] as const;
  return (
    <>
      <p class="sum">
        <b>{t('restore.from', { time: formatMoment(found.at) })}</b>
      </p>
      <table class="table">
        <thead>
          <tr>
            <th>{t('storage.kind')}</th>
            <th class="n">{t('storage.count')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, count]) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="n num">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {raw === undefined ? null : (
        <p class="help">
          {t('restore.raw')} {raw.left === 0 ? null : t('restore.raw.left', { n: raw.left })}
        </p>
      )}
    </>
  );
}

function Offer({
  storage,
  found,
  onEnd,
}: {
  readonly storage: Storage;
  readonly found: Candidate;
  readonly onEnd: (report: RestoreReport | undefined) => void;
}): VNode {
  const id = useId();
  const [passphrase, setPassphrase] = useState('');
  const [busy, setBusy] = useState(false);
  const restore = async (): Promise<void> => {
    setBusy(true);
    const report = await storage.restore(found, passphrase);
    setBusy(false);
    // A wrong passphrase: nothing was written, it is typed again.
    if (report !== undefined) onEnd(report);
  };
  return (
    <>
      <Contents found={found} />
      {found.counts.keys > 0 ? (
        <div class="field narrow">
          <label for={id}>{t('restore.passphrase')}</label>
          <input
            id={id}
            class="input"
            type="password"
            autocomplete="off"
            aria-describedby={`${id}-help`}
            value={passphrase}
            onInput={(event) => setPassphrase(event.currentTarget.value)}
          />
          <small id={`${id}-help`}>{t('restore.passphrase.help')}</small>
        </div>
      ) : null}
      <div class="acts">
        <button type="button" class="btn" disabled={busy} onClick={() => void restore()}>
          {t(busy ? 'restore.doing' : 'restore.do')}
        </button>
        <button type="button" class="btn plain" disabled={busy} onClick={() => onEnd(undefined)}>
          {t('restore.cancel')}
        </button>
      </div>
    </>
  );
}

function Done({ report }: { readonly report: RestoreReport }): VNode {
  const { sessions, known, files, blobs, accounts, rules, keys } = report;
  const rest = [
    ...(blobs > 0 ? [t('import.attachments', { n: blobs })] : []),
    ...(files > 0 ? [t('restore.done.files', { n: files })] : []),
    ...(accounts > 0 ? [t('restore.done.accounts', { n: accounts })] : []),
    ...(rules > 0 ? [t('restore.done.rules', { n: rules })] : []),
    ...(keys > 0 ? [t('restore.done.keys', { n: keys })] : []),
  ];
  const lines = [
    t('restore.done.sessions', { n: sessions }),
    ...(known > 0 ? [t('import.known', { n: known })] : []),
    ...(rest.length > 0 ? [t('restore.done.rest', { what: joined(rest) })] : []),
  ];
  return (
    <p class="sum" role="status">
      <State of="done" word={t('restore.done')} />
      <span>{lines.join(' ')}</span>
    </p>
  );
}

export function RestoreSection({ storage }: { readonly storage: Storage }): VNode {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Candidate | undefined>(undefined);
  const [report, setReport] = useState<RestoreReport | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const look = async (file: File): Promise<void> => {
    setBusy(true);
    setReport(undefined);
    setFound(await storage.inspect(file));
    setBusy(false);
  };
  return (
    <section aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('restore.title')}</h2>
        <p>{t('restore.what')}</p>
      </header>
      {report === undefined ? null : <Done report={report} />}
      {found === undefined ? (
        <div class="acts">
          <button type="button" class="btn" disabled={busy} onClick={() => picker.current?.click()}>
            <Icon of={Upload} />
            {t(busy ? 'restore.checking' : 'restore.choose')}
          </button>
          <input
            ref={picker}
            type="file"
            accept=".zip,application/zip"
            hidden
            aria-label={t('restore.choose')}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file !== undefined) void look(file);
            }}
          />
        </div>
      ) : (
        <Offer
          storage={storage}
          found={found}
          onEnd={(done) => {
            setFound(undefined);
            setReport(done);
          }}
        />
      )}
      <Failed storage={storage} at="restore" />
    </section>
  );
}
