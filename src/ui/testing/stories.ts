// The sessions that the scripted host offers, one for each state that the page must be able to show.

import { failure } from '../../engine/failures.ts';
import { asId } from '../../engine/ids.ts';
import { createStory, type Story } from './story.ts';

const OLD = `import { ISO_DAY } from './columns.ts';

/** A day without a time, as written in the file. */
export function parseDate(text: string) {
  const m = ISO_DAY.exec(text.trim());
  if (!m) return new Date(text);
  const [, y, mo, d] = m.map(Number);
  return new Date(y, mo - 1, d);
}
`;
const NEW = OLD.replace('return new Date(text);', 'return parseLoose(text);').replace(
  'new Date(y, mo - 1, d)',
  'new Date(Date.UTC(y, mo - 1, d))',
);

export const FILES: Readonly<Record<string, string>> = {
  'src/import/columns.ts': 'export const ISO_DAY = /^(\\d{4})-(\\d\\d)-(\\d\\d)$/;\n',
  'src/import/parse-date.ts': NEW,
  'src/import/read-csv.ts': '// Reads rows.\nexport const rows = 12;\n',
  'src/api/index.ts': "export * from '../import/read-csv.ts';\n",
  'test/import/parse-date.test.ts': 'it("reads a day", () => {});\n',
  'AGENTS.md': '# Rules\n\nKeep the public API.\n',
  'package.json': '{ "name": "ledgerly" }\n',
};

const read = (id: string, path: string, lines: number) => ({
  id,
  tool: 'read_file',
  input: { path },
  ms: 12,
  text: 'text',
  summary: { path, lines },
});

function opening(story: Story): void {
  story.says(
    'Some imported dates come out a day early for people east of Greenwich. Find out why, fix it, add a test. The public API stays as it is.',
  );
  story.starts();
  story.turn();
  const reads = [
    read('r1', 'src/import/columns.ts', 96),
    read('r2', 'src/import/parse-date.ts', 41),
    read('r3', 'src/import/read-csv.ts', 384),
    read('r4', 'test/import/read-csv.test.ts', 120),
  ];
  const grep = {
    id: 'g1',
    tool: 'grep_files',
    input: { pattern: 'toISOString' },
    ms: 38,
    summary: { matches: 11, files: 4 },
  };
  const lost = {
    id: 'x1',
    tool: 'read_file',
    input: { path: 'src/import/dates.ts' },
    ok: false,
    failure: 'not-found' as const,
    text: 'No such file: src/import/dates.ts. In src/import: columns.ts, parse-date.ts, read-csv.ts.',
    ms: 3,
  };
  story.answers(
    {
      reasoning:
        'The test fails only east of Greenwich, so the day is lost between local midnight and UTC. Two places build dates; only one of them writes.',
    },
    ...reads,
    grep,
    lost,
  );
  story.calls(...reads, grep, lost);
  story.budget(0.2);
  story.turn();
}

const PROSE =
  'The parser builds a *local* midnight; the writer then cuts the day out of `toISOString()`, which is UTC. East of Greenwich that is still the day before. I build the day in UTC and leave the signature alone.';

const edit = {
  id: 'e1',
  tool: 'edit_file',
  effect: 'write' as const,
  input: {
    path: 'src/import/parse-date.ts',
    old: '  return new Date(y, mo - 1, d);',
    new: '  return new Date(Date.UTC(y, mo - 1, d));',
  },
  ms: 9,
  change: { path: 'src/import/parse-date.ts', added: 2, removed: 2, created: false },
  text: 'Edited.',
};
const write = {
  id: 'w1',
  tool: 'write_file',
  effect: 'write' as const,
  input: {
    path: 'test/import/parse-date.test.ts',
    content:
      "import { expect, it } from 'vitest';\n\nit('keeps the day', () => {\n  expect(1).toBe(1);\n});\n",
  },
  ms: 9,
  change: { path: 'test/import/parse-date.test.ts', added: 31, removed: 0, created: true },
  text: 'Written.',
};

function waiting(begunAt: number): Story {
  const story = createStory('waiting', 'CSV dates a day early', begunAt);
  opening(story);
  story.answers(PROSE, edit);
  story.asks(edit, { preview: { type: 'file', path: 'src/import/parse-date.ts', before: OLD, after: NEW } });
  story.add(
    {
      type: 'approval-response',
      approvalId: asId('waiting-ask-e1'),
      callId: asId('waiting-e1'),
      hash: 'hash',
      answer: { type: 'allow', scope: 'once' },
    },
    asId('user'),
  );
  story.calls(edit);
  story.budget(0.34);
  story.turn();
  story.answers(write);
  story.asks(write, {
    preview: {
      type: 'file',
      path: 'test/import/parse-date.test.ts',
      before: null,
      after: write.input.content,
    },
  });
  story.says('И проверь, пожалуйста, 29 февраля и переход на летнее время.', 'steer');
  return story;
}

function finished(begunAt: number): Story {
  const story = createStory('finished', 'Three harbours, one table', begunAt);
  opening(story);
  story.answers(PROSE, edit, write);
  story.calls(edit, write);
  story.turn();
  story.answers(
    '## What changed\n\n1. The day is built in UTC.\n2. A test proves it in three time zones.\n\n| zone | before | after |\n| --- | --- | --- |\n| Tokyo | 2025-03-29 | 2025-03-30 |\n| London | 2025-03-30 | 2025-03-30 |\n\n```ts\n// The whole fix\nreturn new Date(Date.UTC(y, mo - 1, d));\n```\n\n> Nothing else calls `parseDate`.\n\nSee [the file](src/import/parse-date.ts), [the standard](https://tc39.es/ecma262/?q=day#sec-date) and [a trap](javascript:alert(1)).\n\n![A tide curve](https://example.org/tide.png?leak=secret)',
  );
  story.budget(0.58);
  story.ends();
  story.says('12:43? 潮高曲线上那条四米线，我总是看错。');
  story.starts('rehearsal/rehearsal');
  story.turn();
  story.answers('Close, and the slip is the one you name: at 12:43 the curve stands at 3.2 m, not 4.0.');
  story.ends();
  return story;
}

function irreversible(begunAt: number): Story {
  const story = createStory('irreversible', 'Push the fix', begunAt);
  story.says('Push it.');
  story.starts();
  story.turn();
  const push = {
    id: 'p1',
    tool: 'bash',
    effect: 'execute' as const,
    input: { command: 'git push origin fix/csv-dates\u202e' },
  };
  story.answers(push);
  story.asks(push, {
    preview: { type: 'text', text: push.input.command },
    targets: [],
    reason: 'irreversible',
    scopes: ['once'],
  });
  return story;
}

function interrupted(begunAt: number): Story {
  const story = createStory('interrupted', 'Rename the invoice model', begunAt);
  opening(story);
  story.answers(PROSE, edit);
  story.begins(edit);
  story.ends({ status: 'interrupted' });
  return story;
}

function overBudget(begunAt: number): Story {
  const story = createStory('over', 'Why is the build slow on CI', begunAt);
  opening(story);
  story.answers('I have looked at the first four files so far.');
  story.budget(0.93);
  story.add({
    type: 'budget',
    action: 'near-limit',
    limit: 'toolCalls',
    figures: { tokens: 9, toolCalls: 38, wallMs: 1, usd: 0 },
  });
  story.ends({ status: 'over-budget', limit: 'toolCalls' });
  return story;
}

function failed(begunAt: number): Story {
  const story = createStory('failed', 'Notes from the Bremen trip', begunAt);
  story.says('Sum up my notes.');
  story.starts('local/qwen3:8b');
  story.turn();
  story.ends({ status: 'failed', failure: failure('unreachable', 'refused') });
  return story;
}

function retrying(begunAt: number): Story {
  const story = createStory('retrying', 'Tender: delivery clauses', begunAt);
  opening(story);
  story.answers('Half an answer that broke');
  story.turn();
  story.add({ type: 'retry', failure: failure('rate-limit', 'slow'), attempt: 2, waitMs: 30_000 });
  return story;
}

function streaming(begunAt: number): Story {
  const story = createStory('streaming', 'Day Skipper: tidal heights', begunAt);
  opening(story);
  return story;
}

function long(begunAt: number): Story {
  const story = createStory('long', 'A very long session', begunAt - 10_000_000);
  for (let at = 0; at < 1_000; at++) {
    story.says(`Question ${at}: what does line ${at} say?`);
    story.starts();
    story.turn();
    story.answers(`Answer ${at}. ${PROSE}`);
    story.ends();
  }
  return story;
}

export function allStories(now: number): readonly Story[] {
  const minute = 60_000;
  return [
    waiting(now - 4 * minute),
    streaming(now - 3 * minute),
    retrying(now - 30_000),
    finished(now - 20 * minute),
    failed(now - 30 * minute),
    interrupted(now - 1500 * minute),
    overBudget(now - 3000 * minute),
    irreversible(now - 2 * minute),
    long(now - 9000 * minute),
  ];
}
