// Notes on compactions, in Russian.

import type { Words } from '../../catalog.ts';
import type { compaction as english } from '../en/compaction.ts';

export const compaction: Words<typeof english> = {
  'note.compacted':
    'Дальше более ранние сообщения идут в кратком изложении: {n} сообщ., {before} → {after} токенов.',
  'note.folded': 'Дальше более ранние сообщения опущены: {n} сообщ., изложить их не смогла ни одна модель.',
  'note.compacted.undone': 'Изложение отменено: сообщения снова передаются целиком.',
  'note.compacted.show': 'Показать изложение',
  'note.compacted.undo': 'Отменить',
  'note.compacted.running': 'Отменить можно, когда запуск закончится.',
  'note.compacted.overtaken': 'На нём стоит более позднее изложение; сначала отмените его.',
  'note.compacted.too-large': 'Целиком эти сообщения уже не помещаются в окно модели.',
  'note.not-compacted.tail-fills-window': 'Последний шаг занимает всё окно; сокращать нечего.',
  'note.not-compacted.frees-too-little': 'Изложение освободило бы слишком мало; модель не запрашивалась.',
  'note.not-compacted.failed': 'Изложить более ранние сообщения не удалось; пока они остаются как есть.',
};
