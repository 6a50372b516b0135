// A part of Rehearsal: the tide table of the sample that is an hour off in summer. Finds the line that asks for the
// distance to UTC on the wrong day, lets each tide ask for its own instant, and does what AGENTS.md asks of a fix.

import { code, end, quoteOf } from './rehearsal-explore.ts';
import {
  type Change,
  current,
  haveCalled,
  haveChanged,
  haveEdited,
  haveRead,
  pursue,
  textOf,
} from './rehearsal-goals.ts';
import type { Reply } from './rehearsal-speech.ts';
import { fileIn, type Language, lastRead, type SeenFile, type View } from './rehearsal-view.ts';

const TIDES = 'src/tides.ts';
const CLOCK = 'src/clock.ts';
const RULES = 'AGENTS.md';
const TEST = 'test/tides.test.ts';
const HARBOURS = 'data/harbours.csv';
const CHANGES = 'CHANGELOG.md';

export function playFix(view: View): Reply {
  const words = WORDS[view.language];
  const rules = rulesIn(view);
  const example = exampleFrom(view);
  return pursue(
    view,
    [
      haveCalled(
        [
          { tool: 'list_files', input: {} },
          { tool: 'list_files', input: { path: 'src' } },
        ],
        { say: words.look, think: words.lookThought },
      ),
      haveRead([RULES, TIDES, CLOCK], { say: words.readCode }),
      haveCalled([{ tool: 'grep_files', input: { pattern: 'minutesAhead\\(', path: 'src' } }], {
        say: words.grep,
        think: words.grepThought,
      }),
      haveRead([TEST, HARBOURS, CHANGES], { say: words.readTest }),
      haveEdited(TIDES, fixOf, { say: words.fix, think: words.fixThought, check: words.check }),
      ...(rules && example !== undefined && isFixed(view)
        ? [
            haveEdited(TEST, (text) => testInto(text, example), { say: words.test, check: words.check }),
            haveEdited(CHANGES, changeInto, { say: words.change, check: words.check }),
          ]
        : []),
    ],
    finish,
  );
}

const BUG = /^[ ]*const (\w+) = minutesAhead\(([\w.]+), new Date\(`\$\{day[^\n]*-01-01T[^\n]*\n/m;

/** From the line that asks once to the one that uses the answer, both as they stand in the file. */
function fixOf(text: string): Change | undefined {
  const bug = BUG.exec(text);
  if (bug === null) return undefined;
  const [line, name = '', zone = ''] = bug;
  const use = `clockTime(tide.at, ${name})`;
  const at = text.indexOf(use, bug.index);
  if (at < 0) return undefined;
  const old = text.slice(bug.index, at + use.length);
  return {
    old,
    new: `${old.slice(line.length, -use.length)}clockTime(tide.at, minutesAhead(${zone}, tide.at))`,
  };
}

const FIXED = /clockTime\(tide\.at, minutesAhead\([\w.]+, tide\.at\)\)/;

function isFixed(view: View): boolean {
  const file = current(view, TIDES);
  return file !== undefined && FIXED.test(textOf(file));
}

/** The project's own rule for a fix, where it has one. */
function rulesIn(view: View): boolean {
  const file = lastRead(view, RULES);
  return file?.lines.some((line) => /\btest\b/i.test(line) && /CHANGELOG/.test(line)) === true;
}

interface Example {
  readonly harbour: string;
  readonly day: string;
  readonly times: readonly string[];
}

const MINUTE_MS = 60_000;

/** A summer day by the clock on the wall, worked out from the numbers that the files hold. */
function exampleFrom(view: View): Example | undefined {
  const tides = lastRead(view, TIDES);
  const csv = lastRead(view, HARBOURS);
  if (tides === undefined || csv === undefined) return undefined;
  const text = textOf(tides);
  const cycle = Number(/CYCLE_MS = ([\d_]+)/.exec(text)?.[1]?.replaceAll('_', ''));
  const known = new Map(
    [...text.matchAll(/^ +'?([\w -]+?)'?: '(\d{4}-[\dT:-]+Z)',?$/gm)].map(([, port, at]) => [port, at]),
  );
  for (const row of csv.lines.slice(1)) {
    const [harbour = '', zone = '', port = '', later = ''] = row.split(',');
    const first = Date.parse(known.get(port) ?? '') + Number(later) * MINUTE_MS;
    if (!Number.isFinite(first) || !Number.isFinite(cycle) || !/^[A-Za-z]+\/[A-Za-z_]+$/.test(zone)) continue;
    const year = new Date(first).getUTCFullYear();
    const ahead = minutesAhead(zone, `${year}-07-15T12:00:00Z`);
    if (ahead === undefined || ahead === minutesAhead(zone, `${year}-01-15T12:00:00Z`)) continue;
    const day = `${year}-07-15`;
    const from = Date.parse(`${day}T00:00:00Z`) - ahead * MINUTE_MS;
    const half = cycle / 2;
    const times: string[] = [];
    for (
      let at = first + Math.ceil((from - first) / half) * half;
      at < from + 24 * 60 * MINUTE_MS;
      at += half
    )
      times.push(new Date(at + ahead * MINUTE_MS).toISOString().slice(11, 16));
    return { harbour, day, times };
  }
  return undefined;
}

function minutesAhead(zone: string, instant: string): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const name =
      format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
    return match === null ? 0 : (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
  } catch {
    return undefined;
  }
}

const TEST_NAME = 'a summer day by the clock on the wall';

/** Before the last test of the file. */
function testInto(text: string, { harbour, day, times }: Example): Change | undefined {
  if (text.includes(TEST_NAME)) return undefined;
  const last = text.match(/^test\('[^\n]*$/gm)?.at(-1);
  if (last === undefined || text.split(last).length !== 2) return undefined;
  const added = [
    `test('${TEST_NAME}', () => {`,
    `  const times = tideTable(harbour('${harbour}'), '${day}').map((row) => row.time);`,
    `  assert.deepEqual(times, [${times.map((time) => `'${time}'`).join(', ')}]);`,
    '});',
  ];
  return { old: last, new: `${added.join('\n')}\n\n${last}` };
}

const CHANGE = '- The table shows summer time: each tide asks for the distance to UTC at its own instant.';

/** As the last line under the heading of what comes next. */
function changeInto(text: string): Change | undefined {
  if (text.includes(CHANGE)) return undefined;
  const section = /^## Next\n(?:\n?(?:- [^\n]*|[^\n#][^\n]*))*/m.exec(text)?.[0]?.replace(/\n+$/, '');
  if (section === undefined) return undefined;
  return { old: section, new: `${section}\n${CHANGE}` };
}

function finish(view: View): Reply {
  const words = WORDS[view.language];
  const before = firstWith(view, BUG);
  const after = lineWith(current(view, TIDES), FIXED);
  if (before === undefined)
    return end(view, after === undefined ? words.unknown : `${words.already}\n${after}`);
  if (after === undefined) return end(view, `${words.cause}\n${before}`, words.notFixed);
  const advice = lineWith(lastRead(view, CLOCK), /always ask|at the very instant/);
  const test = haveChanged(view, TEST) ? lineWith(lastRead(view, TEST), new RegExp(TEST_NAME)) : undefined;
  const change = haveChanged(view, CHANGES)
    ? lineWith(lastRead(view, CHANGES), /shows summer time/)
    : undefined;
  return end(
    view,
    `${words.cause}\n${before}`,
    ...(advice === undefined ? [] : [`${words.advice}\n${advice}`]),
    `${words.fixed}\n${after}`,
    ...(test === undefined && change === undefined
      ? []
      : [[words.rule, test, change].filter((one) => one !== undefined).join('\n')]),
    words.notRun(code('node --test')),
  );
}

/** The line where the match begins, quoted with its place. */
function lineWith(file: SeenFile | undefined, match: RegExp): string | undefined {
  if (file === undefined) return undefined;
  const index = file.lines.findIndex((line) => match.test(`${line}\n`));
  return index < 0
    ? undefined
    : quoteOf({ path: file.path, line: file.from + index, text: file.lines[index] ?? '' });
}

/** In the file as it was when it was first read. */
function firstWith(view: View, match: RegExp): string | undefined {
  for (const [at, step] of view.steps.entries()) {
    const file = fileIn(step, at);
    if (file?.path === TIDES) return lineWith(file, match);
  }
  return undefined;
}

const en = {
  look: 'I look at the folder first.',
  lookThought: 'An hour too few in summer sounds like time zones. Before I guess, I want to see the files.',
  readCode: 'The project’s rules, the table and the clock.',
  grep: 'Who asks the clock for the distance to UTC?',
  grepThought:
    'The distance changes in the course of a year, so it matters at which instant it is asked for.',
  readTest: 'Before I change anything: the tests, the data and the changelog.',
  fix: 'I change this one place: each tide asks for its own instant.',
  fixThought:
    'The line asks on New Year’s Day and the answer is used all year. Every tide has an instant of its own; that is the one to ask for.',
  check: 'I read it again, to see that it stands as meant.',
  test: 'The rules ask for a test that fails without the fix. I take a day in summer.',
  change: 'And one line in the changelog.',
  cause:
    'The distance to UTC is asked for once, on New Year’s Day, and used for every day of the year. A day in summer is therefore an hour off:',
  advice: 'The clock itself says how it wants to be asked:',
  fixed: 'Now it is asked for at the instant of each tide:',
  rule: 'As the rules of the project ask, with a test and a line in the changelog:',
  notRun: (command: string) =>
    `I have no tool that runs tests, so the test has not been run. You can: ${command}`,
  already: 'The table already asks at the instant of each tide, so I changed nothing:',
  unknown: 'The table is not written as I know it, so I changed nothing.',
  notFixed: 'I did not change it.',
};

const ru: typeof en = {
  look: 'Сначала посмотрю, что в папке.',
  lookThought: 'Летом не хватает часа — похоже на часовые пояса. Прежде чем гадать, посмотрю на файлы.',
  readCode: 'Правила проекта, таблица и часы.',
  grep: 'Кто спрашивает у часов разницу с UTC?',
  grepThought: 'Разница меняется в течение года, поэтому важно, на какой момент её спрашивают.',
  readTest: 'Прежде чем что-то менять: тесты, данные и список изменений.',
  fix: 'Меняю только это место: каждый прилив спрашивает о своём моменте.',
  fixThought:
    'Строка спрашивает о первом января, а ответ служит весь год. У каждого прилива свой момент — о нём и надо спрашивать.',
  check: 'Читаю ещё раз: всё ли стоит как задумано.',
  test: 'Правила требуют теста, который без исправления не проходит. Беру летний день.',
  change: 'И одна строка в списке изменений.',
  cause:
    'Разницу с UTC спрашивают один раз, на первое января, и берут её для всех дней года. Поэтому летний день отстаёт на час:',
  advice: 'Сами часы говорят, как их спрашивать:',
  fixed: 'Теперь её спрашивают на момент каждого прилива:',
  rule: 'Как требуют правила проекта — с тестом и строкой в списке изменений:',
  notRun: (command) =>
    `У меня нет инструмента, который запускает тесты, поэтому тест не запускался. Это можно сделать так: ${command}`,
  already: 'Таблица уже спрашивает на момент каждого прилива, поэтому я ничего не менял:',
  unknown: 'Таблица написана не так, как я её знаю, поэтому я ничего не менял.',
  notFixed: 'Я её не менял.',
};

const zh: typeof en = {
  look: '我先看看文件夹。',
  lookThought: '夏天差一个小时，像是时区的问题。先看文件，再下结论。',
  readCode: '先读项目规则、潮汐表和时钟。',
  grep: '谁在向时钟询问与 UTC 的差距？',
  grepThought: '这个差距一年之中会变，所以在哪个时刻询问很重要。',
  readTest: '改动之前，先看测试、数据和更新日志。',
  fix: '我只改这一处：每次潮汐按自己的时刻询问。',
  fixThought: '这一行问的是元旦，答案却用了一整年。每次潮汐都有自己的时刻，应该按它来问。',
  check: '再读一遍，确认写得没错。',
  test: '规则要求附上一个不修复就会失败的测试。我选一个夏天的日子。',
  change: '再在更新日志里加一行。',
  cause: '与 UTC 的差距只在元旦询问了一次，却用于全年的每一天，所以夏天的日子差了一个小时：',
  advice: '时钟自己写明了该怎么询问：',
  fixed: '现在按每次潮汐的时刻询问：',
  rule: '按项目规则，附上了测试和更新日志：',
  notRun: (command) => `我没有能运行测试的工具，所以测试还没有运行。你可以运行：${command}`,
  already: '潮汐表已经按每次潮汐的时刻询问，所以我什么也没改：',
  unknown: '潮汐表的写法和我知道的不同，所以我什么也没改。',
  notFixed: '我没有改动它。',
};

const WORDS: Readonly<Record<Language, typeof en>> = { en, ru, zh };
