// The words of the recovery page, in three languages. It has a book of its own, so that it works without the app's.

import type { Language } from '../features/settings.ts';

const en = {
  title: 'Recovery',
  lead: 'This page works when Bowline itself does not. It only looks, until you press a button.',
  found: 'What is here',
  build: 'Version of this page',
  worker: 'Stored app',
  'worker.active': 'installed',
  'worker.waiting': 'installed, a newer one waits',
  'worker.none': 'none',
  starts: 'Failed starts in a row',
  database: 'Database',
  'database.ok': 'version {n}',
  'database.none': 'none: nothing was kept here yet',
  'database.blocked': 'held by another tab of Bowline. Close the other tabs, then reload this page.',
  'database.failed': 'can’t be opened ({why})',
  'database.unavailable': 'this browser keeps nothing here (private window, or blocked for this site)',
  sessions: 'Sessions',
  blobs: 'Attachments and snapshots',
  files: 'Files in private workspaces',
  room: 'Room taken',
  'room.of': '{used} of {quota}',
  'room.unknown': 'not told by the browser',
  kept: 'Cleared by the browser',
  'kept.yes': 'only by you',
  'kept.no': 'possible when space runs short',
  save: 'Save what is here',
  'save.what':
    'One zip with every record as JSON lines, the attachments and the files. Keys of accounts are not in it. Settings, Storage, Restore reads it back.',
  'save.all': 'Export everything',
  'save.log': 'Export the diagnostic log',
  'save.log.what':
    'The diagnostic log says what failed and how long things took: codes, durations, counts, names of hosts. No texts, no paths, no keys.',
  'save.busy': 'Reading {store}',
  'save.done': 'Exported: {n} records, {blobs} attachments, {files} files.',
  'save.failed': 'The export failed ({why}). What is here was not touched.',
  again: 'Start anew',
  'again.what':
    'If a new version came in damaged: the stored app goes and is fetched again. Sessions and files stay.',
  'again.open': 'Open Bowline',
  'again.fetch': 'Fetch the app anew',
  'again.failed': 'The stored app could not be removed ({why}).',
  erase: 'Delete everything',
  'erase.what':
    'Sessions, attachments, files in private workspaces, accounts with their keys, settings and the stored app. Folders of your disk stay as they are. It can’t be undone.',
  'erase.label': 'To confirm, type: {word}',
  'erase.word': 'delete everything',
  'erase.do': 'Delete everything',
  'erase.busy': 'Deleting',
  'erase.blocked': 'Another tab of Bowline holds the data. Close the other tabs and try again.',
  'erase.failed': 'Not everything could be deleted ({why}).',
  'erase.done': 'Everything is deleted.',
} as const;

type Words = Readonly<Record<keyof typeof en, string>>;

const ru: Words = {
  title: 'Восстановление',
  lead: 'Эта страница работает, когда сам Bowline не работает. Пока вы не нажмёте кнопку, она только смотрит.',
  found: 'Что здесь есть',
  build: 'Версия этой страницы',
  worker: 'Сохранённое приложение',
  'worker.active': 'установлено',
  'worker.waiting': 'установлено, ждёт более новое',
  'worker.none': 'нет',
  starts: 'Неудачных запусков подряд',
  database: 'База данных',
  'database.ok': 'версия {n}',
  'database.none': 'нет: здесь ещё ничего не хранилось',
  'database.blocked': 'занята другой вкладкой Bowline. Закройте остальные вкладки и обновите эту страницу.',
  'database.failed': 'не открывается ({why})',
  'database.unavailable': 'браузер здесь ничего не хранит (приватное окно или запрет для этого сайта)',
  sessions: 'Сеансы',
  blobs: 'Вложения и снимки файлов',
  files: 'Файлы во внутренних папках',
  room: 'Занято места',
  'room.of': '{used} из {quota}',
  'room.unknown': 'браузер не сообщает',
  kept: 'Кто может удалить',
  'kept.yes': 'только вы',
  'kept.no': 'браузер, если не хватит места',
  save: 'Сохранить то, что есть',
  'save.what':
    'Один zip: все записи строками JSON, вложения и файлы. Ключей учётных записей в нём нет. Вернуть всё: «Настройки», «Хранилище и копии», «Восстановление».',
  'save.all': 'Экспортировать всё',
  'save.log': 'Экспортировать журнал диагностики',
  'save.log.what':
    'В журнале диагностики то, что не удалось и сколько что длилось: коды, длительности, количества, имена узлов. Без текстов, путей и ключей.',
  'save.busy': 'Читается {store}',
  'save.done': 'Экспортировано: записей {n}, вложений {blobs}, файлов {files}.',
  'save.failed': 'Экспорт не удался ({why}). Данные не тронуты.',
  again: 'Начать заново',
  'again.what':
    'Если новая версия пришла повреждённой: сохранённое приложение удаляется и загружается снова. Сеансы и файлы остаются.',
  'again.open': 'Открыть Bowline',
  'again.fetch': 'Загрузить приложение заново',
  'again.failed': 'Сохранённое приложение удалить не удалось ({why}).',
  erase: 'Удалить всё',
  'erase.what':
    'Сеансы, вложения, файлы внутренних папок, учётные записи с ключами, настройки и сохранённое приложение. Папки на диске не меняются. Отменить это нельзя.',
  'erase.label': 'Для подтверждения введите: {word}',
  'erase.word': 'удалить всё',
  'erase.do': 'Удалить всё',
  'erase.busy': 'Удаляется',
  'erase.blocked': 'Данные держит другая вкладка Bowline. Закройте остальные вкладки и попробуйте снова.',
  'erase.failed': 'Удалить удалось не всё ({why}).',
  'erase.done': 'Всё удалено.',
};

const zh: Words = {
  title: '恢复',
  lead: '当 Bowline 本身无法工作时，此页面仍可使用。在您按下按钮之前，它只读取。',
  found: '这里有什么',
  build: '此页面的版本',
  worker: '已存储的应用',
  'worker.active': '已安装',
  'worker.waiting': '已安装，有更新的版本在等待',
  'worker.none': '无',
  starts: '连续启动失败次数',
  database: '数据库',
  'database.ok': '版本 {n}',
  'database.none': '无：这里还没有保存过任何内容',
  'database.blocked': '被 Bowline 的另一个标签页占用。请关闭其他标签页，然后重新加载此页。',
  'database.failed': '无法打开（{why}）',
  'database.unavailable': '此浏览器不在这里保存任何内容（隐私窗口，或此网站被禁止）',
  sessions: '会话',
  blobs: '附件和快照',
  files: '私有工作区中的文件',
  room: '占用空间',
  'room.of': '{used}，共 {quota}',
  'room.unknown': '浏览器未告知',
  kept: '谁可以清除',
  'kept.yes': '只有您',
  'kept.no': '空间不足时浏览器可能清除',
  save: '保存现有内容',
  'save.what':
    '一个 zip 文件，包含所有记录（JSON 行）、附件和文件。其中没有账号密钥。在“设置”的“存储与备份”中用“恢复”读回。',
  'save.all': '导出全部',
  'save.log': '导出诊断日志',
  'save.log.what': '诊断日志记录哪些操作失败、用时多久：代码、时长、数量、主机名。没有文本、路径或密钥。',
  'save.busy': '正在读取 {store}',
  'save.done': '已导出：{n} 条记录，{blobs} 个附件，{files} 个文件。',
  'save.failed': '导出失败（{why}）。现有内容未被改动。',
  again: '重新开始',
  'again.what': '如果新版本已损坏：删除已存储的应用并重新获取。会话和文件保持不变。',
  'again.open': '打开 Bowline',
  'again.fetch': '重新获取应用',
  'again.failed': '无法删除已存储的应用（{why}）。',
  erase: '删除全部',
  'erase.what':
    '会话、附件、私有工作区中的文件、账号及其密钥、设置和已存储的应用。您磁盘上的文件夹保持不变。此操作无法撤销。',
  'erase.label': '请输入以下内容确认：{word}',
  'erase.word': '删除全部',
  'erase.do': '删除全部',
  'erase.busy': '正在删除',
  'erase.blocked': '数据被 Bowline 的另一个标签页占用。请关闭其他标签页后重试。',
  'erase.failed': '未能全部删除（{why}）。',
  'erase.done': '已全部删除。',
};

export type Word = keyof typeof en;
export const BOOKS: Readonly<Record<Language, Words>> = { en, ru, zh };

export function say(
  language: Language,
  word: Word,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return BOOKS[language][word].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}
