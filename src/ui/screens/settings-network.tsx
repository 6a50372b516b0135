// The network list: every host that was talked to, why, how often, when last.

import type { VNode } from 'preact';
import { useUi } from '../context.ts';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { t } from '../i18n/later.ts';

const PURPOSES = ['model', 'models', 'probe', 'sign-in', 'page', 'search', 'connector'] as const;

function why(purpose: string): string {
  const known = PURPOSES.find((name) => name === purpose);
  return known === undefined ? purpose : t(`network.why.${known}`);
}

export function NetworkPage(): VNode {
  const { app } = useUi();
  const entries = app.network.value;
  return (
    <section>
      <header>
        <h2>{t('network.title')}</h2>
        <p>{t('network.what')}</p>
      </header>
      {entries.length === 0 ? (
        <p class="quiet">{t('network.none')}</p>
      ) : (
        <table class="table folds">
          <thead>
            <tr>
              <th>{t('network.host')}</th>
              <th>{t('network.why')}</th>
              <th class="n">{t('network.count')}</th>
              <th class="n">{t('network.last')}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ host, purpose, count, failed, lastAt }) => (
              <tr key={`${host} ${purpose}`}>
                <td>
                  <code>{host}</code>
                </td>
                <td>{why(purpose)}</td>
                <td class="n num">
                  {formatNumber(count)}
                  {failed > 0 ? <span class="quiet">, {t('network.failed', { n: failed })}</span> : null}
                </td>
                <td class="n num">{formatMoment(lastAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
