// The size of a model as servers and shops write it: in decimal gigabytes from one on.

import { formatBytes } from './i18n/format.ts';
import { t } from './i18n/later.ts';

export function formatDisk(bytes: number): string {
  return bytes < 1e9 ? formatBytes(bytes) : t('models.gb', { n: Math.round(bytes / 1e8) / 10 });
}
