// Команды, сочетания клавиш и подсказки при вводе, по-русски.

import type { Words } from '../../catalog.ts';
import type { commands as english } from '../en/commands.ts';

export const commands: Words<typeof english> = {
  'command.palette': 'Палитра команд',
  'command.find': 'Найти сеанс или команду',
  'command.searchFor': 'Искать в сообщениях: «{words}»',
  'command.found': {
    one: '{n} результат',
    few: '{n} результата',
    many: '{n} результатов',
    other: '{n} результата',
  },
  'command.shortcuts': 'Сочетания клавиш',
  'command.stop': 'Остановить выполнение',
  'command.write': 'Написать сообщение',
  'command.rail': 'Показать или скрыть список сеансов',
  'command.panel': 'Показать или скрыть боковую панель',
  'command.model': 'Модель: {model}',
  'command.mode': 'Разрешения: {mode}',
  'command.settings': 'Настройки: {page}',
  'command.theme': 'Тема: {theme}',
  'command.language': 'Язык: {language}',
  'command.group.session': 'Сеанс',
  'command.group.model': 'Модель',
  'command.group.mode': 'Разрешения',
  'command.group.place': 'Перейти',
  'command.group.messages': 'Сообщения',
  'command.group.look': 'Вид',
  'command.group.help': 'Справка',
  'shortcut.composer': 'В сообщении',
  'shortcut.send': 'Отправить',
  'shortcut.line': 'Новая строка',
  'shortcut.edit': 'Изменить последнее сообщение (в пустом поле)',
  'shortcut.commands': 'Команды, в начале',
  'shortcut.files': 'Файлы рабочей папки',
  'shortcut.participants': 'Участники',
  'complete.commands': 'Команды',
  'complete.files': 'Файлы',
  'complete.participants': 'Участники',
};
