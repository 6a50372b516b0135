// The words of drawn text, in the language at hand.

import { t } from '../i18n/later.ts';
import type { ActWords } from './acts.ts';
import type { FigureWords } from './figures.ts';
import type { FormulaWords } from './formula.ts';
import type { Wording } from './render.ts';

export const wording = (): Wording & FigureWords & FormulaWords & ActWords => ({
  image: t('link.image'),
  embedded: t('link.embedded'),
  code: t('text.code'),
  copy: t('text.copy'),
  wrap: t('text.wrap'),
  download: t('text.download'),
  markdown: t('text.markdown'),
  csv: t('text.csv'),
  copied: t('text.copied'),
  notCopied: t('text.notCopied'),
  wrong: (why) => t('text.formula', { why }),
});
