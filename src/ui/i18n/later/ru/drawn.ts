// Code, tables and formulas in what is said, in Russian.

import type { Words } from '../../catalog.ts';
import type { drawn as english } from '../en/drawn.ts';

export const drawn: Words<typeof english> = {
  'text.code': 'Код',
  'text.copy': 'Копировать',
  'text.copied': 'Скопировано',
  'text.notCopied': 'Браузер не дал скопировать.',
  'text.wrap': 'Перенос строк',
  'text.download': 'Скачать',
  'text.markdown': 'Копировать как Markdown',
  'text.csv': 'Копировать как CSV',
  'text.source': 'Показать исходник',
  'text.diagram': 'Диаграмма: {what}',
  'text.diagram.wrong': 'Диаграмму не удалось построить, ниже её исходник.',
  'text.diagram.not':
    'Не загрузилась часть, которая строит диаграммы. Ниже исходник; попытка повторится, когда сообщение появится снова.',
  'text.formula': 'Формулу не удалось набрать: {why}',
};
