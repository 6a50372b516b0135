// What became of an imported file, in sentences with its true counts.

import type { Failure } from '../engine/failures.ts';
import type { HostApi } from '../protocol/host.ts';
import type { MessageKey } from './i18n/catalog.ts';
import { t } from './i18n/later.ts';
import { en } from './i18n/later/en.ts';
import { failureText, joined, remedyText, written } from './i18n/text.ts';

export type ImportReport = Exclude<Awaited<ReturnType<HostApi['importFile']>>, { readonly code: unknown }>;
type Skipped = ImportReport['skipped'][number];

const WHAT = {
  session: 'import.skipped.session',
  message: 'import.skipped.message',
  part: 'import.skipped.part',
  attachment: 'import.skipped.attachment',
  line: 'import.skipped.line',
} as const satisfies Readonly<Record<Skipped['what'], MessageKey>>;

const WHY = {
  hidden: 'import.why.hidden',
  empty: 'import.why.empty',
  'unknown-type': 'import.why.unknown',
  'not-in-file': 'import.why.missing',
  damaged: 'import.why.damaged',
} as const satisfies Readonly<Record<Skipped['reason'], MessageKey>>;

/** As the product writes itself. */
export function productName(product: string): string {
  const key = `import.product.${product}`;
  return isKnown(key) ? written(key, {}) : product;
}

const isKnown = (key: string): key is keyof typeof en => key in en;

/** Why nothing came in, and what to do. */
export function refusalText(failure: Failure): string {
  const why = failure.code === 'bad-archive' ? failure.facts?.['why'] : undefined;
  if (why === 'backup' || why === 'foreign') return t(`import.${why}`);
  return [failureText(failure), remedyText(failure) ?? ''].join(' ').trim();
}

export function reportLines(report: ImportReport): readonly string[] {
  const { sessions, known, messages, attachments, skipped } = report;
  const lines: string[] = [];
  // An attachment that is left out was not added.
  const left = skipped.reduce((sum, { what, count }) => (what === 'attachment' ? sum + count : sum), 0);
  const added = attachments - left;
  if (sessions.length > 0) {
    const counts = [
      t('import.sessions', { n: sessions.length }),
      t('import.messages', { n: messages }),
      ...(added > 0 ? [t('import.attachments', { n: added })] : []),
    ];
    lines.push(t('import.added', { what: joined(counts), product: productName(report.product) }));
    if (report.copies !== undefined) lines.push(t('import.copies', { n: report.copies }));
    if (known > 0) lines.push(t('import.known', { n: known }));
  } else if (known > 0) lines.push(t('import.nothing.known', { n: known }));
  else lines.push(t('import.nothing'));
  for (const { what, reason, kind, count } of skipped) {
    const why = kind === '' ? t(WHY[reason]) : `${t(WHY[reason])} (${kind})`;
    lines.push(t('import.skipped', { what: t(WHAT[what], { n: count }), why }));
  }
  return lines;
}
