// How much is kept, by kind, and whether the browser may clear it.

import { Lock } from 'lucide-preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { StorageReport } from '../../protocol/host.ts';
import { Icon, State } from '../components/icon.tsx';
import { formatBytes, formatNumber, formatPercent } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';
import { spoken } from '../i18n/text.ts';
import type { Storage } from '../state/storage.ts';
import { Failed } from './settings-storage-failed.tsx';

const GIGABYTE = 1e9;

function size(bytes: number): string {
  if (bytes < GIGABYTE) return formatBytes(bytes);
  const unit = { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(spoken(), unit).format(bytes / GIGABYTE);
}

function Sizes({ report }: { readonly report: StorageReport }): VNode {
  const { sessions, blobs, files, used, quota } = report;
  const rest = Math.max(0, used - sessions.bytes - blobs.bytes - files.bytes);
  const rows = [
    { name: t('storage.sessions'), ...sessions },
    { name: t('storage.blobs'), ...blobs },
    { name: t('storage.files'), ...files },
    { name: t('storage.app'), count: undefined, bytes: rest },
  ];
  return (
    <>
      <p class="sum">
        <b>{t('storage.used.of', { used: size(used), quota: size(quota) })}</b>
        {used / quota >= 0.005 ? (
          <span class="quiet">{t('storage.used.share', { share: formatPercent(used / quota) })}</span>
        ) : null}
      </p>
      <table class="table">
        <thead>
          <tr>
            <th>{t('storage.kind')}</th>
            <th class="n">{t('storage.count')}</th>
            <th class="n">{t('storage.bytes')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, bytes }) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="n num">{count === undefined ? '' : formatNumber(count)}</td>
              <td class="n num">{formatBytes(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Sweep({ storage }: { readonly storage: Storage }): VNode {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const sweep = async (): Promise<void> => {
    setBusy(true);
    const swept = await storage.sweep();
    setBusy(false);
    if (swept === undefined) return setSaid('');
    const { removed, removedBytes, unused, unusedBytes } = swept;
    if (removed > 0) return setSaid(t('storage.cleaned', { n: removed, size: formatBytes(removedBytes) }));
    setSaid(
      unused === 0
        ? t('storage.clean.none')
        : t('storage.clean.soon', { n: unused, size: formatBytes(unusedBytes) }),
    );
  };
  return (
    <div class="acts">
      <button type="button" class="btn" disabled={busy} onClick={() => void sweep()}>
        {t('storage.clean')}
      </button>
      <span class="quiet" role="status">
        {said === '' ? t('storage.clean.what') : said}
      </span>
    </div>
  );
}

function Keeping({ storage, persisted }: { readonly storage: Storage; readonly persisted: boolean }): VNode {
  return (
    <div class="keeping" role="group" aria-label={t('storage.kept')}>
      <State of={persisted ? 'done' : 'waiting'} word={t(persisted ? 'storage.kept' : 'storage.kept.not')} />
      <p role="status">
        {persisted
          ? t('storage.kept.yes')
          : storage.refused.value
            ? t('storage.refused')
            : t('storage.kept.no')}
      </p>
      {persisted ? null : (
        <button type="button" class="btn" onClick={() => void storage.persist()}>
          <Icon of={Lock} />
          {t('storage.ask')}
        </button>
      )}
    </div>
  );
}

export function KeptSection({ storage }: { readonly storage: Storage }): VNode {
  const report = storage.report.value;
  return (
    <section aria-labelledby="kept-title">
      <header>
        <h2 id="kept-title">{t('storage.title')}</h2>
        <p>{t('storage.what')}</p>
      </header>
      {report === undefined ? (
        <p class="quiet" role="status">
          {t('storage.measuring')}
        </p>
      ) : (
        <>
          <Sizes report={report} />
          <Sweep storage={storage} />
          <Keeping storage={storage} persisted={report.persisted} />
        </>
      )}
      <Failed storage={storage} at="kept" />
    </section>
  );
}
