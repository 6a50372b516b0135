// The words of drawn text, in the language at hand.

import { t } from '../i18n/later.ts';
import type { ActWords } from './acts.ts';
import type { DiagramWords } from './diagram.ts';
import type { FigureWords } from './figures.ts';
import type { FormulaWords } from './formula.ts';
import type { Wording } from './render.ts';

export const wording = (): Wording & FigureWords & FormulaWords & DiagramWords & ActWords => ({
  image: t('link.image'),
  embedded: t('link.embedded'),
  code: t('text.code'),
  copy: t('text.copy'),
  wrap: t('text.wrap'),
  download: t('text.download'),
  markdown: t('text.markdown'),
  csv: t('text.csv'),
  source: t('text.source'),
  copied: t('text.copied'),
  notCopied: t('text.notCopied'),
  diagram: (what) => t('text.diagram', { what }),
  notDrawn: t('text.diagram.wrong'),
  noDrawing: t('text.diagram.not'),
  wrong: (why) => t('text.formula', { why }),
});
