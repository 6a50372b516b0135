// Вложения сообщений, по-русски.

import type { Words } from '../../catalog.ts';
import type { attachments as english } from '../en/attachments.ts';

export const attachments: Words<typeof english> = {
  'attach.name': 'Вложения',
  'attach.sent': 'Отправленные вложения',
  'attach.drop': 'Отпустите файлы, чтобы прикрепить их',
  'attach.preparing': 'Готовится',
  'attach.remove': 'Убрать {name}',
  'attach.unfold': 'Вернуть текст из {name} в сообщение',
  'attach.asText': 'Как текст',
  'attach.failed': 'Не прикреплено: {why}.',
  'attach.blind': '{model} не видит изображений: вместо них будет пометка.',
  'attach.use': 'Взять {model}',
  'attach.many': {
    one: '{model} принимает {n} изображение за запрос. Более ранние будут только названы.',
    few: '{model} принимает {n} изображения за запрос. Более ранние будут только названы.',
    many: '{model} принимает {n} изображений за запрос. Более ранние будут только названы.',
    other: '{model} принимает {n} изображения за запрос. Более ранние будут только названы.',
  },
  'attach.open': 'Открыть {name} крупно',
  'attach.image': 'Изображение',
  'attach.gone': 'Больше не хранится',
  'attach.save': 'Сохранить {name}',
  'attach.saved': 'Сохранить',
};
