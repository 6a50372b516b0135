// The connect sheet, in Russian.

import type { Words } from '../../catalog.ts';
import type { connect as english } from '../en/connect.ts';

export const connect: Words<typeof english> = {
  'connect.local': 'На этой машине',
  'connect.local.what':
    'Проверяет обычные порты этой машины: отвечает ли сервер моделей. До нажатия ничего не спрашивается.',
  'connect.look': 'Найти серверы рядом',
  'connect.looking': 'Идёт поиск',
  'connect.none':
    'Ни один сервер не ответил. Если он запущен, он может не давать этой странице читать ответы; адрес можно ввести ниже.',
  'connect.models': { one: '{n} модель', few: '{n} модели', many: '{n} моделей', other: '{n} модели' },
  'connect.fill': 'Подставить',
  'connect.address': 'По адресу',
  'connect.provider': 'Вид сервера',
  'connect.later': '{label}, в следующих версиях',
  'connect.base': 'Адрес',
  'connect.model': 'Модель',
  'connect.model.help': 'Пусто: выбрать из списка сервера после подключения',
  'connect.key': 'Ключ',
  'connect.key.help': 'Зашифрован на этом устройстве; уходит только на этот адрес.',
  'connect.key.optional':
    'Только если сервер его требует. Зашифрован на этом устройстве; уходит только на этот адрес.',
  'connect.go': 'Подключить',
  'connect.going': 'Связь с {host}',
  'connect.kept': 'Ничего не сохранено.',
  'connect.pick': 'Есть связь: {label}. Какую модель брать для новых сеансов?',
  'connect.use': 'Взять эту модель',
  'connect.noModels': 'Есть связь: {label}, но списка моделей нет. Введите название и подключите снова.',
  'connect.refused.unknown-provider': 'Ссылка называет неизвестный здесь вид сервера: {provider}.',
  'connect.refused.not-yet': 'Ссылка для {provider}; он появится в следующих версиях.',
  'connect.refused.bad-base-url': 'Адрес в ссылке не похож на адрес сервера моделей.',
  'connect.refused.do': 'Ничего не спрошено и не сохранено. Адрес можно ввести ниже.',
  'connect.link':
    'Заполнено по ссылке. Пока ничего не спрошено и не сохранено; проверьте адрес, прежде чем подключать.',
};
