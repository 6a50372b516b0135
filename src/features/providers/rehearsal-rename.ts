// A part of Rehearsal: the sample's reference port becomes the standard port, in text, code and data. Finds each
// spelling, changes it file by file, and searches again until none is left.

import type { JsonObject } from '../../engine/ids.ts';
import { code, end } from './rehearsal-explore.ts';
import {
  type Goal,
  haveCalled,
  haveChanged,
  haveRead,
  pursue,
  readAgain,
  textNow,
} from './rehearsal-goals.ts';
import type { Reply } from './rehearsal-speech.ts';
import { hitsIn, isWrite, type Language, type Step, type View } from './rehearsal-view.ts';

const PATTERN = '(?i)reference[ _]?port';
const SPELLINGS = /reference[ _]?port/gi;
const SEARCH: { readonly tool: string; readonly input: JsonObject } = {
  tool: 'grep_files',
  input: { pattern: PATTERN },
};

/** Undefined where there is nothing of that name: then another thing was meant. */
export function playRename(view: View): Reply | undefined {
  const words = WORDS[view.language];
  const [first] = searches(view);
  if (first !== undefined && hitsIn(first.step).length === 0 && !/reference/i.test(view.asked))
    return undefined;
  return pursue(
    view,
    [
      haveCalled([{ tool: 'list_files', input: {} }, SEARCH], { say: words.look, think: words.lookThought }),
      haveRead(filesOf(view), { say: words.read }),
      ...filesOf(view).map((path) => allRenamed(path, words)),
      searchedAgain(words),
    ],
    finish,
  );
}

const searches = (view: View): readonly { step: Step; at: number }[] =>
  view.steps.flatMap((step, at) =>
    step.tool === 'grep_files' && step.input['pattern'] === PATTERN ? [{ step, at }] : [],
  );

const filesOf = (view: View): readonly string[] => [
  ...new Set(searches(view).flatMap(({ step }) => hitsIn(step).map(({ path }) => path))),
];

/** The new name, where the message gives one. */
function newWord(asked: string): string {
  const named = [...asked.matchAll(/\b([a-z]{2,20})[ _]?port\b/gi)].map(([, word]) =>
    (word ?? '').toLowerCase(),
  );
  return named.find((word) => !NO_NAMES.has(word)) ?? 'standard';
}

const NO_NAMES = new Set(['reference', 'the', 'this', 'that', 'every', 'each', 'our', 'your', 'of', 'named']);

/** Capitals stay where they are. */
function renamed(spelling: string, word: string): string {
  const [first = '', second = ''] = spelling;
  const capital = word.slice(0, 1).toUpperCase() + word.slice(1);
  const written =
    first === first.toLowerCase() ? word : second === second.toLowerCase() ? capital : word.toUpperCase();
  return written + spelling.slice('reference'.length);
}

/** Every spelling that the file still holds, in one turn. */
function allRenamed(path: string, words: Words): Goal {
  return (view) => {
    if (!view.tools.has('edit_file')) return undefined;
    const text = textNow(view, path);
    if (text === undefined) {
      const isRead = view.steps.some(
        (step) => step.tool === 'read_file' && step.ok && step.input['path'] === path,
      );
      return isRead ? readAgain(view, path, words.check) : undefined;
    }
    const spellings = [...new Set(text.match(SPELLINGS) ?? [])];
    if (spellings.length === 0) return undefined;
    return {
      say: words.edit(code(path), spellings.map((spelling) => code(spelling)).join(', ')),
      calls: spellings.map((spelling) => ({
        tool: 'edit_file',
        input: { path, old: spelling, new: renamed(spelling, newWord(view.asked)), all: true },
      })),
    };
  };
}

const MOST_SEARCHES = 3;

function searchedAgain(words: Words): Goal {
  return (view) => {
    const last = view.steps.findLastIndex((step) => isWrite(step) && step.ok);
    const done = searches(view);
    if (last < 0 || done.length >= MOST_SEARCHES || (done.at(-1)?.at ?? -1) > last) return undefined;
    return { say: words.again, think: words.againThought, calls: [SEARCH] };
  };
}

function finish(view: View): Reply {
  const words = WORDS[view.language];
  const [first] = searches(view);
  const last = searches(view).at(-1);
  if (first === undefined || last === undefined) return end(view, words.nothing);
  const before = hitsIn(first.step);
  if (before.length === 0) return end(view, words.nothing);
  const changed = filesOf(view).filter((path) => haveChanged(view, path));
  if (changed.length === 0)
    return end(view, words.found(before.length, filesOf(view).length), words.notChanged);
  const left = hitsIn(last.step);
  return end(
    view,
    words.found(before.length, new Set(before.map(({ path }) => path)).size),
    `${words.changed}\n${changed.map((path) => `- ${code(path)}: ${editsOf(view, path).join(', ')}`).join('\n')}`,
    left.length === 0
      ? words.none
      : words.left(left.map(({ path, line }) => code(`${path}:${line}`)).join(', ')),
  );
}

function editsOf(view: View, path: string): readonly string[] {
  return view.steps.flatMap((step) => {
    const { old, new: put } = step.input;
    const own = step.tool === 'edit_file' && step.ok && step.input['path'] === path;
    return own && typeof old === 'string' && typeof put === 'string' ? [`${code(old)} → ${code(put)}`] : [];
  });
}

const en = {
  look: 'I search for the name in every spelling.',
  lookThought:
    'A name stands in prose with a space, in code without one, in data perhaps with an underscore. One pattern finds all three.',
  read: 'I read each file that holds it, before I change any.',
  edit: (path: string, spellings: string) => `${path}: ${spellings}.`,
  check: 'I read it again.',
  again: 'I search again: nothing may be left.',
  againThought:
    'The edits are done one by one. Only a new search over everything shows that none was forgotten.',
  nothing: 'No line holds the reference port in any spelling, so there is nothing to rename.',
  found: (lines: number, files: number) => `The reference port stood in ${lines} lines of ${files} files.`,
  changed: 'Now it reads:',
  notChanged: 'I changed nothing.',
  none: 'A last search finds the old name nowhere.',
  left: (places: string) => `The old name is still here: ${places}.`,
};
type Words = typeof en;

const ru: Words = {
  look: 'Ищу название во всех написаниях.',
  lookThought:
    'В тексте название пишут с пробелом, в коде слитно, в данных, может быть, с подчёркиванием. Один шаблон найдёт все три.',
  read: 'Читаю каждый файл, где оно есть, прежде чем менять хоть один.',
  edit: (path, spellings) => `${path}: ${spellings}.`,
  check: 'Читаю ещё раз.',
  again: 'Ищу снова: ничего не должно остаться.',
  againThought: 'Правки сделаны по одной. Только новый поиск по всему покажет, что ничего не забыто.',
  nothing: 'Ни в одной строке нет reference port ни в каком написании — переименовывать нечего.',
  found: (lines, files) => `Название reference port стояло в строках: ${lines}, в файлах: ${files}.`,
  changed: 'Теперь так:',
  notChanged: 'Я ничего не менял.',
  none: 'Последний поиск старого названия нигде не нашёл.',
  left: (places) => `Старое название ещё осталось здесь: ${places}.`,
};

const zh: Words = {
  look: '我按各种写法搜索这个名称。',
  lookThought: '文字里有空格，代码里连写，数据里可能带下划线。一个模式可以找到全部三种。',
  read: '改动之前，先读每个包含它的文件。',
  edit: (path, spellings) => `${path}：${spellings}。`,
  check: '再读一遍。',
  again: '再搜索一次，确认没有遗漏。',
  againThought: '改动是逐个做的，只有重新搜索全部文件，才能看出有没有漏掉。',
  nothing: '没有任何一行包含 reference port，所以没有需要改名的地方。',
  found: (lines, files) => `reference port 原来出现在 ${files} 个文件的 ${lines} 行中。`,
  changed: '现在改为：',
  notChanged: '我什么也没改。',
  none: '最后一次搜索没有再找到旧名称。',
  left: (places) => `旧名称仍在这里：${places}。`,
};

const WORDS: Readonly<Record<Language, Words>> = { en, ru, zh };
