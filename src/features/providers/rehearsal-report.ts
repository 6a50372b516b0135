// A part of Rehearsal: the monthly notes of the sample as one report. Adds up the figures, gathers what was decided and
// what is open, and names for each the place it was read at.

import { code, end } from './rehearsal-explore.ts';
import { haveCalled, haveRead, haveWritten, pursue } from './rehearsal-goals.ts';
import type { Reply } from './rehearsal-speech.ts';
import { hitsIn, type Language, lastRead, pathsIn, type SeenFile, type View } from './rehearsal-view.ts';

const FOLDER = 'notes';
const REPORT = 'notes/summary.md';

export function playReport(view: View): Reply {
  const words = WORDS[view.language];
  const months = monthsIn(view);
  const isThere = listed(view).includes(REPORT);
  return pursue(
    view,
    [
      haveCalled(
        [
          { tool: 'list_files', input: {} },
          { tool: 'list_files', input: { path: FOLDER } },
        ],
        { say: words.look },
      ),
      haveRead([...notes(view), ...(isThere ? [REPORT] : [])], { say: words.read, think: words.readThought }),
      ...(months.length === 0
        ? []
        : [
            haveCalled(
              ['^Tables handed out:', '^Open:'].map((pattern) => ({
                tool: 'grep_files',
                input: { pattern, path: FOLDER },
              })),
              { say: words.grep, think: words.grepThought },
            ),
            haveWritten(REPORT, () => reportOf(months, view.language), {
              say: words.write,
              check: words.check,
            }),
          ]),
    ],
    finish,
  );
}

const listed = (view: View): readonly string[] => view.steps.flatMap(pathsIn);

const notes = (view: View): readonly string[] => [
  ...new Set(
    listed(view).filter((path) => path.startsWith(`${FOLDER}/`) && path.endsWith('.md') && path !== REPORT),
  ),
];

interface Said {
  readonly text: string;
  readonly place: string;
}

interface Month {
  readonly path: string;
  readonly title: string;
  readonly tables: number;
  readonly pence: number;
  readonly decided: readonly Said[];
  readonly open: readonly Said[];
}

function monthsIn(view: View): readonly Month[] {
  return notes(view).flatMap((path) => {
    const file = lastRead(view, path);
    return file === undefined ? [] : (monthOf(file) ?? []);
  });
}

function monthOf(file: SeenFile): Month | undefined {
  const { path, lines } = file;
  const after = (label: string): readonly Said[] =>
    lines.flatMap((line, index) =>
      line.startsWith(label)
        ? [{ text: line.slice(label.length).trim(), place: `${path}:${file.from + index}` }]
        : [],
    );
  const tables = Number(after('Tables handed out:')[0]?.text);
  const pence = Math.round(Number(/^[\d.]+/.exec(after('Spent:')[0]?.text ?? '')?.[0]) * 100);
  if (!Number.isFinite(tables) || !Number.isFinite(pence)) return undefined;
  const title = lines.find((line) => line.startsWith('# '))?.slice(2) ?? path;
  return { path, title, tables, pence, decided: after('Decided:'), open: after('Open:') };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const money = (pence: number): string => (pence / 100).toFixed(2);

function reportOf(months: readonly Month[], language: Language): string {
  const words = WORDS[language];
  const tables = sum(months.map((month) => month.tables));
  const pence = sum(months.map((month) => month.pence));
  const rows = months.map((month) => `| ${month.title} | ${month.tables} | ${money(month.pence)} |`);
  const list = (pick: (month: Month) => readonly Said[]): readonly string[] =>
    months.flatMap((month) => pick(month).map(({ text, place }) => `- ${text} (${place})`));
  return `${[
    `# ${words.title(months[0]?.title ?? '', months.at(-1)?.title ?? '')}`,
    '',
    `| ${words.month} | ${words.tables} | ${words.spent} |`,
    '| --- | ---: | ---: |',
    ...rows,
    `| **${words.total}** | **${tables}** | **${money(pence)}** |`,
    '',
    `## ${words.decided}`,
    '',
    ...list(({ decided }) => decided),
    '',
    `## ${words.open}`,
    '',
    ...list(({ open }) => open),
  ].join('\n')}\n`;
}

function finish(view: View): Reply {
  const words = WORDS[view.language];
  const months = monthsIn(view);
  if (months.length === 0) return end(view, words.nothing);
  const written = lastRead(view, REPORT);
  const most = months.reduce((best, month) => (month.tables > best.tables ? month : best));
  const [counted] = view.steps.filter(
    ({ tool, input }) => tool === 'grep_files' && input['pattern'] === '^Tables handed out:',
  );
  const hits = counted === undefined ? [] : hitsIn(counted);
  const checked = sum(hits.map(({ text }) => Number(/\d+/.exec(text)?.[0] ?? 0)));
  const tables = sum(months.map((month) => month.tables));
  return end(
    view,
    written === undefined ? words.notWritten : words.written(code(REPORT), written.total),
    [
      words.figures(months.length, tables, money(sum(months.map(({ pence }) => pence)))),
      words.most(most.title, most.tables, code(most.path)),
      ...(hits.length === 0 ? [] : [words.checked(hits.length, checked, checked === tables)]),
    ].join(' '),
    words.lists(sum(months.map(({ decided }) => decided.length)), sum(months.map(({ open }) => open.length))),
  );
}

const en = {
  look: 'I look for the notes.',
  read: 'I read all of them at once.',
  readThought:
    'A report needs every month. The reads don’t depend on each other, so they can go in one turn.',
  grep: 'Two searches, to check that I have missed no figure and no open question.',
  grepThought:
    'I add up the figures from what I read. A search that is independent of it should give the same.',
  write: 'Now the report.',
  check: 'I read it back.',
  title: (first: string, last: string) => `Report, ${first} to ${last}`,
  month: 'Month',
  tables: 'Tables handed out',
  spent: 'Spent, pounds',
  total: 'Total',
  decided: 'Decided',
  open: 'Open',
  nothing: 'I found no monthly notes with figures, so there is nothing to report on.',
  written: (path: string, lines: number) =>
    `The report stands in ${path}, ${lines} lines; I have read it back.`,
  notWritten: 'I did not write a report.',
  figures: (months: number, tables: number, spent: string) =>
    `${months} months: ${tables} tables handed out, ${spent} pounds spent.`,
  most: (title: string, tables: number, path: string) =>
    `The most in one month: ${tables} in ${title} (${path}).`,
  checked: (lines: number, total: number, same: boolean) =>
    `The search found ${lines} figures that make ${total}: ${same ? 'the same' : 'not the same'}.`,
  lists: (decided: number, open: number) =>
    `It lists ${decided} decisions and ${open} open questions, each with the line that it comes from.`,
};

const ru: typeof en = {
  look: 'Ищу заметки.',
  read: 'Читаю их все сразу.',
  readThought:
    'Для отчёта нужен каждый месяц. Чтения не зависят друг от друга, значит, их можно сделать за один ход.',
  grep: 'Два поиска — проверить, что я не пропустил ни цифры, ни вопроса.',
  grepThought: 'Суммы я складываю из прочитанного. Независимый поиск должен дать то же самое.',
  write: 'Теперь отчёт.',
  check: 'Читаю, что получилось.',
  title: (first, last) => `Отчёт: ${first} — ${last}`,
  month: 'Месяц',
  tables: 'Роздано таблиц',
  spent: 'Потрачено, фунтов',
  total: 'Всего',
  decided: 'Решено',
  open: 'Открытые вопросы',
  nothing: 'Месячных заметок с цифрами я не нашёл, так что и писать не о чем.',
  written: (path, lines) => `Отчёт лежит в ${path}, строк: ${lines}; я его перечитал.`,
  notWritten: 'Отчёта я не написал.',
  figures: (months, tables, spent) =>
    `Месяцев: ${months}, роздано таблиц: ${tables}, потрачено фунтов: ${spent}.`,
  most: (title, tables, path) => `Больше всего за месяц: ${tables}, ${title} (${path}).`,
  checked: (lines, total, same) =>
    `Поиск нашёл чисел: ${lines}, вместе ${total} — ${same ? 'то же самое' : 'не то же самое'}.`,
  lists: (decided, open) =>
    `Решений: ${decided}, открытых вопросов: ${open}; у каждого указана строка, откуда оно взято.`,
};

const zh: typeof en = {
  look: '我先找笔记。',
  read: '一次全部读取。',
  readThought: '写报告需要每个月的内容。这些读取互不依赖，可以放在同一轮。',
  grep: '再搜索两次，确认没有漏掉数字和未决问题。',
  grepThought: '数字是根据读到的内容相加的，独立的搜索应该得出同样的结果。',
  write: '现在写报告。',
  check: '写完再读一遍。',
  title: (first, last) => `报告：${first} 至 ${last}`,
  month: '月份',
  tables: '发出的潮汐表',
  spent: '花费（英镑）',
  total: '合计',
  decided: '已决定',
  open: '未决问题',
  nothing: '我没有找到带数字的月度笔记，所以没有可写的内容。',
  written: (path, lines) => `报告写在 ${path}，共 ${lines} 行，我已重新读过。`,
  notWritten: '我没有写报告。',
  figures: (months, tables, spent) => `${months} 个月：发出 ${tables} 份潮汐表，花费 ${spent} 英镑。`,
  most: (title, tables, path) => `最多的一个月是 ${title}：${tables} 份（${path}）。`,
  checked: (lines, total, same) => `搜索找到 ${lines} 个数字，合计 ${total}：${same ? '一致' : '不一致'}。`,
  lists: (decided, open) => `其中列出 ${decided} 项决定和 ${open} 个未决问题，每一项都注明出处。`,
};

const WORDS: Readonly<Record<Language, typeof en>> = { en, ru, zh };
