// Which part Rehearsal plays: the tasks of the sample workspace are known by what is asked, in any of its languages,
// and played only where their files are.

import { playFix } from './rehearsal-fix.ts';
import { playRename } from './rehearsal-rename.ts';
import { playReport } from './rehearsal-report.ts';
import type { Reply } from './rehearsal-speech.ts';
import type { Step, View } from './rehearsal-view.ts';

interface Part {
  /** All of them in the message. */
  readonly asked: readonly RegExp[];
  /** In the root of the workspace. */
  readonly needs: readonly string[];
  readonly play: (view: View) => Reply | undefined;
}

const PARTS: readonly Part[] = [
  {
    asked: [
      /tide|прилив|潮/i,
      /hour|час|小时|时间|summer|летн|夏|\bfix|repair|\bbug|wrong|исправ|почин|ошибк|修|错/i,
    ],
    needs: ['src/', 'AGENTS.md'],
    play: playFix,
  },
  {
    asked: [
      /\bnotes?\b|\blogs?\b|month|заметк|журнал|месяц|笔记|日志|记录|月/i,
      /report|summar|sum up|отч[её]т|сводк|итог|报告|总结|汇总/i,
    ],
    needs: ['notes/'],
    play: playReport,
  },
  {
    asked: [/renam|call(ed)? (it|them)|переимен|назв|改名|改成|改为|名称|重命名|改掉/i, /port|порт|港/i],
    needs: ['src/', 'data/'],
    play: playRename,
  },
];

/** Undefined where the message is none of them, or the workspace is another one. */
export function playTask(view: View): Reply | undefined {
  const part = PARTS.find(({ asked }) => asked.every((match) => match.test(view.asked)));
  if (part === undefined || !view.tools.has('list_files')) return undefined;
  const root = view.steps.find(isRoot);
  if (root !== undefined && !part.needs.every((name) => hasItem(root, name))) return undefined;
  return part.play(view);
}

const isRoot = (step: Step): boolean => step.tool === 'list_files' && Object.keys(step.input).length === 0;

const hasItem = (step: Step, name: string): boolean =>
  step.text.split('\n').some((row) => row === name || row.startsWith(`${name} (`));
