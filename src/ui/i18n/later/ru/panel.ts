// Боковая панель и шкала контекста, по-русски.

import type { Words } from '../../catalog.ts';
import type { panel as english } from '../en/panel.ts';

export const panel: Words<typeof english> = {
  'files.changedBefore': 'Изменено в последнем запуске, который менял файлы',
  'files.changed': 'Изменено в этом запуске',
  'files.undo': 'Отменить изменения',
  'files.undone': 'отменено',
  'files.undo.failed': '{path} оставлен как есть: {why}',
  'files.new': 'новый',
  'files.tree': 'Файлы папки',
  'files.reset': 'Вернуть как было',
  'files.reset.ask': 'Вернуть учебные файлы?',
  'files.reset.what':
    'Каждый файл учебной папки станет таким, как в начале; файлы, добавленные агентами, исчезнут.',
  'files.reset.yes': 'Вернуть',
  'files.empty': 'Файлов пока нет. Агенты пишут сюда.',
  'files.view': 'Файл',
  'files.diff': 'Изменения',
  'files.show': 'Что показать',
  'files.notText': 'Не текст, {size}.',
  'files.tooLarge': 'Слишком большой для показа, {size}.',
  'files.lines': { one: '{n} строка', few: '{n} строки', many: '{n} строк', other: '{n} строки' },
  'files.none': 'Пока ни один запуск не менял файлов.',
  'context.name': 'Контекст {used} из {window}',
  'context.word': 'Контекст',
  'context.of': '{used} из {window}',
  'context.caption': 'Окно контекста, {used} из {window}',
  'context.guessed': 'Размер окна этой модели только предполагается.',
  'context.system': 'Указания и правила',
  'context.tools': 'Инструменты',
  'context.history': 'История',
};
