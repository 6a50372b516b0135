// What Rehearsal says, in the three languages of the app. Sentences only: every fact in them comes from a result.
// They are a model's answers, not texts of the interface, so they stand here and not in its catalogues.

import type { Language } from './rehearsal-view.ts';

export interface Words {
  readonly looking: string;
  readonly listing: string;
  readonly searching: (word: string) => string;
  readonly searchingOn: (word: string, tried: string) => string;
  readonly reading: (paths: string) => string;
  readonly fallback: (path: string) => string;
  readonly found: (word: string, lines: number, files: number) => string;
  readonly nowhere: (words: string) => string;
  readonly begins: (path: string) => string;
  readonly unreadable: (path: string, why: string) => string;
  readonly nothing: string;
  readonly noTools: string;
  readonly denied: (tool: string, why: string) => string;
  readonly gaveUp: (tool: string, why: string) => string;
  readonly changedMeanwhile: (path: string) => string;
  readonly signature: (calls: string) => string;
  readonly noCalls: string;
}

const en: Words = {
  looking: 'First I see what is there.',
  listing: 'I begin with a look at the workspace.',
  searching: (word) => `I search for “${word}”.`,
  searchingOn: (word, tried) => `“${tried}” is nowhere, so I search for “${word}”.`,
  reading: (paths) => `Now I read ${paths}.`,
  fallback: (path) => `No line matches. I read ${path} instead.`,
  found: (word, lines, files) =>
    `“${word}” stands in ${lines} ${lines === 1 ? 'line' : 'lines'} of ${files} ${files === 1 ? 'file' : 'files'}. What I read there:`,
  nowhere: (words) => `No line of the workspace holds ${words}.`,
  begins: (path) => `${path} begins like this:`,
  unreadable: (path, why) => `I could not read ${path}: ${why}`,
  nothing: 'I found no file that I could read.',
  noTools: 'I was offered no tools, so I can look at nothing.',
  denied: (tool, why) => `The call of ${tool} was denied, so I stop here. ${why}`,
  gaveUp: (tool, why) => `${tool} failed, and I don’t know another way. It said: ${why}`,
  changedMeanwhile: (path) => `${path} is not as I read it. I read it again.`,
  signature: (calls) => `Rehearsal: I play a part, there is no intelligence in it. My calls: ${calls}.`,
  noCalls: 'none',
};

const ru: Words = {
  looking: 'Сначала посмотрю, что здесь есть.',
  listing: 'Начну с обзора рабочей папки.',
  searching: (word) => `Ищу «${word}».`,
  searchingOn: (word, tried) => `«${tried}» нигде нет, поэтому ищу «${word}».`,
  reading: (paths) => `Теперь читаю ${paths}.`,
  fallback: (path) => `Ни одна строка не подошла. Вместо этого читаю ${path}.`,
  found: (word, lines, files) => `«${word}»: строк — ${lines}, файлов — ${files}. Вот что там написано:`,
  nowhere: (words) => `Ни в одной строке рабочей папки нет: ${words}.`,
  begins: (path) => `${path} начинается так:`,
  unreadable: (path, why) => `Не удалось прочитать ${path}: ${why}`,
  nothing: 'Я не нашёл ни одного файла, который мог бы прочитать.',
  noTools: 'Мне не дали инструментов, поэтому посмотреть я ничего не могу.',
  denied: (tool, why) => `Вызов ${tool} отклонён, поэтому я останавливаюсь. ${why}`,
  gaveUp: (tool, why) => `Вызов ${tool} не удался, и другого пути я не знаю. Ответ был: ${why}`,
  changedMeanwhile: (path) => `${path} уже не такой, каким я его читал. Читаю ещё раз.`,
  signature: (calls) => `Репетиция: я играю роль, интеллекта во мне нет. Мои вызовы: ${calls}.`,
  noCalls: 'ни одного',
};

const zh: Words = {
  looking: '先看看这里有什么。',
  listing: '我先查看工作区。',
  searching: (word) => `我搜索“${word}”。`,
  searchingOn: (word, tried) => `找不到“${tried}”，所以改为搜索“${word}”。`,
  reading: (paths) => `现在读取 ${paths}。`,
  fallback: (path) => `没有匹配的行，我改为读取 ${path}。`,
  found: (word, lines, files) => `“${word}”出现在 ${files} 个文件的 ${lines} 行中。我读到的内容：`,
  nowhere: (words) => `工作区中没有任何一行包含 ${words}。`,
  begins: (path) => `${path} 的开头是：`,
  unreadable: (path, why) => `无法读取 ${path}：${why}`,
  nothing: '我没有找到可以读取的文件。',
  noTools: '我没有得到任何工具，所以什么也看不了。',
  denied: (tool, why) => `对 ${tool} 的调用被拒绝，我就此停下。${why}`,
  gaveUp: (tool, why) => `${tool} 失败了，我不知道别的办法。它的回答是：${why}`,
  changedMeanwhile: (path) => `${path} 和我读到的不一样了，我再读一遍。`,
  signature: (calls) => `排练模型：我只是在扮演角色，并没有智能。我的调用：${calls}。`,
  noCalls: '无',
};

const WORDS: Readonly<Record<Language, Words>> = { en, ru, zh };

export function wordsFor(language: Language): Words {
  return WORDS[language];
}

const STOPWORDS = new Set(
  `a about after all also an and any are as at be been but by can could do does file files find fix folder for from
  get give go has have how i if in into is it its just like line lines list look make me more my need no not of on one
  or our out please read search see show so some such tell than that the their them then there these they this to up
  us use very want was we were what when where which who why will with word words would write you your
  а без бы был была были быть в вам вас ваш весь вот все всё где да для до его ее её если есть ещё еще же за и из или
  им их к как какие какой когда кто ли мне мой мы на над надо не нет ни но о об он она они от по под покажи при про с
  скажи со так также там то тоже только ты у уже файл файла файлах файлов файлы что чтобы эта эти это этот я найди
  прочитай напиши какая какое который которая пожалуйста папка папке
  的 了 和 是 在 我 你 请 把 有 中 哪 哪些 什么 怎么 一个 这 那 这个 那个 里 吗 呢 文件 查找 找 读 看 给 我们 为 为什么 用 对 与 及`.split(
    /\s+/,
  ),
);

/** The words of a message most worth searching for: quoted ones first, then names in code, then the longest. */
export function salientWords(text: string, language: Language): readonly string[] {
  const quoted = [...text.matchAll(/[“"«`「『']([^“”"«»`「」『』'\n]{2,60})[”"»`」』']/gu)].map(([, inner]) =>
    (inner ?? '').trim(),
  );
  const plain = language === 'zh' ? segments(text) : (text.match(/[\p{L}\p{N}_][\p{L}\p{N}_-]*/gu) ?? []);
  const least = language === 'zh' ? 2 : 3;
  const kept = plain.filter((word) => word.length >= least && !STOPWORDS.has(word.toLowerCase()));
  const ranked = [...kept].sort((a, b) => weight(b) - weight(a));
  return [...new Set([...quoted.filter((word) => word !== ''), ...ranked])].slice(0, 6);
}

function weight(word: string): number {
  const code = /[_\d]|\p{Ll}\p{Lu}/u.test(word) ? 100 : 0;
  return code + (/^\p{Lu}/u.test(word) ? 2 : 0) + Math.min(word.length, 14);
}

function segments(text: string): readonly string[] {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
}

/** As a pattern that also finds other endings of the word. */
export function patternFor(word: string): string {
  const stem =
    /^\p{Script=Cyrillic}+$/u.test(word) && word.length > 5 ? word.slice(0, word.length - 2) : word;
  const single = /^[a-z]{4,}s$/i.test(stem) && !/ss$/i.test(stem) ? stem.slice(0, -1) : stem;
  return `(?i)${single.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}`;
}

/** Names of files that a message holds. */
export function namedFiles(text: string): readonly string[] {
  const names =
    text.match(
      /(?:[\p{L}\p{N}_.-]+\/)*[\p{L}\p{N}_-][\p{L}\p{N}_.-]*\.[a-z][a-z0-9]{0,5}(?![\p{L}\p{N}])/gu,
    ) ?? [];
  return [...new Set(names)].slice(0, 3);
}
