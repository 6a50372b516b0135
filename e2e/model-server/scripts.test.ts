// Runs the scripted tasks against toy tools: they end with the right bytes, and a lie about a result shows in them.

import { afterEach, expect, test } from 'vitest';
import { converse, readChat, resultState } from './conversation.ts';
import { type ModelServer, type Script, startModelServer } from './server.ts';
import { alwaysTools, catastrophicRegex, parallelReads, regexTrap, writeOnce } from './small-scripts.ts';
import { appendLines, stepLine, twelveCallTask } from './task-scripts.ts';
import { runToyLoop } from './toy-harness.ts';

let server: ModelServer | undefined;

const serve = async (script: Script): Promise<string> => {
  server = await startModelServer({ script });
  return server.baseUrl;
};

afterEach(async () => {
  const ended = server;
  server = undefined;
  await ended?.close();
  expect(ended?.violations ?? []).toEqual([]);
});

const ports = (): Map<string, string> =>
  new Map([
    ['readme.md', 'hello\n'],
    ['ports/east.txt', 'port east\ndues = 5\n'],
    ['ports/north.txt', 'port north\ndues = 17\n'],
    ['ports/west.txt', 'port west\ndues = 20\n'],
  ]);

const steps = (last: number): string =>
  `${Array.from({ length: last + 1 }, (_, index) => stepLine(index)).join('\n')}\n`;

test('the long task makes at least twelve calls and ends with the right bytes', async () => {
  const files = ports();
  const run = await runToyLoop(await serve(twelveCallTask({ folder: 'ports', token: 'dues' })), files);
  expect(run.calls).toBeGreaterThanOrEqual(12);
  expect(run.text).toBe('The total is 45, written to ports/report.md.');
  expect(Object.fromEntries(files)).toEqual({
    'readme.md': 'hello\n',
    'ports/east.txt': 'port east\ndues = 6\n',
    'ports/north.txt': 'port north\ndues = 18\n',
    'ports/west.txt': 'port west\ndues = 21\n',
    'ports/report.md': '# Report\n\ntotal dues = 45\n',
  });
});

test('the long task gives a call again after an error or an interruption', async () => {
  const files = ports();
  const failures = new Map([
    [3, 'Error: stale'],
    [6, 'Interrupted: this call did not run.'],
    [9, 'Error: the file changed since it was read'],
  ]);
  const run = await runToyLoop(await serve(twelveCallTask({ folder: 'ports', token: 'dues' })), files, {
    spoil: (_call, count) => failures.get(count),
  });
  expect(run.text).toContain('The total is 45');
  expect(files.get('ports/west.txt')).toBe('port west\ndues = 21\n');
});

test('the long task gives up in words when a call never succeeds', async () => {
  const run = await runToyLoop(await serve(twelveCallTask({ folder: 'ports', token: 'dues' })), ports(), {
    spoil: (call) => (call.name === 'grep_files' ? 'Error: no' : undefined),
  });
  expect(run.text).toContain('I could not grep_files');
});

test('the log grows by one line a step, each step through edit_file', async () => {
  const files = new Map([['voyage.log', `${stepLine(0)}\n`]]);
  const run = await runToyLoop(await serve(appendLines(12)), files);
  expect(files.get('voyage.log')).toBe(steps(12));
  expect([run.calls, run.requests]).toEqual([13, 14]);
});

test('a missing log is written first', async () => {
  const files = new Map<string, string>();
  await runToyLoop(await serve(appendLines(3)), files);
  expect(files.get('voyage.log')).toBe(steps(3));
});

test('a step that is truly said not to have run is run again: no line is missing', async () => {
  const files = new Map([['voyage.log', `${stepLine(0)}\n`]]);
  await runToyLoop(await serve(appendLines(5)), files, {
    spoil: (_call, count) => (count === 3 ? 'Interrupted: this call did not run.' : undefined),
  });
  expect(files.get('voyage.log')).toBe(steps(5));
});

test('a step that ran but is said not to have run shows as a doubled line', async () => {
  const files = new Map([['voyage.log', `${stepLine(0)}\n`]]);
  await runToyLoop(await serve(appendLines(4)), files, {
    spoil: (call, count) => {
      if (count !== 3) return undefined;
      const text = files.get('voyage.log') ?? '';
      files.set('voyage.log', text.replace(stepLine(1), `${stepLine(1)}\n${stepLine(2)}`));
      return `Interrupted: ${call.name} did not run.`;
    },
  });
  expect(files.get('voyage.log')?.match(/step 0002/g)).toHaveLength(2);
});

test('sixteen reads come in one turn', async () => {
  const run = await runToyLoop(await serve(parallelReads(16, 'ports')), ports());
  expect([run.text, run.calls, run.requests]).toEqual(['Read 16 of 16.', 17, 3]);
});

test('a denied write is said to be denied', async () => {
  const run = await runToyLoop(await serve(writeOnce('a.txt', 'x')), new Map(), {
    spoil: () => 'Denied: the person said no.',
  });
  expect(run.text).toBe('Not written: denied.');
});

test('the trap is written before it is searched', async () => {
  const files = new Map<string, string>();
  await runToyLoop(await serve(catastrophicRegex()), files, {
    spoil: (call) => (call.name === 'grep_files' ? 'Error: timed out' : undefined),
  });
  expect(files.get('trap.txt')).toBe(regexTrap);
});

test('the tireless model never calls twice the same', () => {
  const conversation = converse(readChat({}), 0);
  const first = JSON.stringify(alwaysTools(conversation));
  expect(JSON.stringify(alwaysTools({ ...conversation, index: 1 }))).not.toBe(first);
});

test.each([
  ['<file path="a">\nno error here\n</file>', 'ok'],
  ['```\nfirst line\nerror: in the data of a log\n```', 'ok'],
  ['Error: no such file', 'error'],
  ['{"error":"stale"}', 'error'],
  ['<result>\nFailed: the file changed\n</result>', 'error'],
  ['This call was interrupted before it finished.', 'interrupted'],
  ['The person denied this call.', 'denied'],
  ['There is nothing at a.txt. list_files shows what there is.', 'error'],
  ['Read a.txt first: it exists and you have not seen it. Nothing was written.', 'error'],
  ['a.txt changed since you read it. Nothing was written.', 'error'],
  ['The app stopped. The person confirmed that it took effect; its output was not kept.', 'ok'],
  ['The app stopped. It did not take effect.', 'interrupted'],
  ['It is not known whether this call took effect.', 'unknown'],
])('the state of a result is read from how it opens: %s', (text, state) => {
  expect(resultState(text)).toBe(state);
});

test('a call that writes must say that it did', () => {
  expect(resultState('Edited a.txt (+1 -0 lines).', 'edit_file')).toBe('ok');
  expect(resultState('Hm.', 'edit_file')).toBe('error');
  expect(resultState('Hm.', 'read_file')).toBe('ok');
});
