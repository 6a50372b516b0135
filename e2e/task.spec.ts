// The main job against a scripted model: a task of many calls ends with the right bytes, and they are still right
// after a reload. Every request on the way is judged by the server.

import { expect, test } from './app.ts';
import { longText, parallelReads } from './model-server/small-scripts.ts';
import { say } from './model-server/reply.ts';
import { appendLines, stepLine, twelveCallTask } from './model-server/task-scripts.ts';
import { connectModel, expectIdle, messagesOf, runTask, said, seedFiles, send, toolLines } from './room.ts';
import { readWorkspaceFile } from './workspace-files.ts';

const port = (name: string, dues: number): string => `port ${name}\ndues = ${dues}\nend of entry\n`;

test('a task of at least twelve calls ends with the right bytes, read again after a reload', async ({
  page,
  model,
}) => {
  const server = await model(() => say('…'));
  await connectModel(page, server);
  await seedFiles(page, server, {
    'ports/east.txt': port('east', 5),
    'ports/north.txt': port('north', 17),
    'ports/west.txt': port('west', 20),
  });
  server.play(twelveCallTask({ folder: 'ports', token: 'dues' }));
  await runTask(page, 'Raise the dues of every port by one and report the total.', /The total is 45/);

  const steps =
    server.requests.findLast(({ conversation }) => conversation.mayCall)?.conversation.steps ?? [];
  const calls = steps.filter(
    (step) => !(step.name === 'write_file' && step.args['path'] !== 'ports/report.md'),
  );
  expect(calls.length).toBeGreaterThanOrEqual(12);
  expect(new Set(calls.map((step) => step.name))).toEqual(
    new Set([
      'list_files',
      'grep_files',
      'stat_file',
      'read_file',
      'edit_file',
      'write_file',
      'search_files',
    ]),
  );

  await page.reload();
  await expect(said(page, /The total is 45/)).toBeVisible();
  expect(await readWorkspaceFile(page, 'ports/east.txt')).toBe(port('east', 6));
  expect(await readWorkspaceFile(page, 'ports/north.txt')).toBe(port('north', 18));
  expect(await readWorkspaceFile(page, 'ports/west.txt')).toBe(port('west', 21));
  expect(await readWorkspaceFile(page, 'ports/report.md')).toBe('# Report\n\ntotal dues = 45\n');
  await expect(toolLines(page, 'edit_file')).toHaveCount(3);
});

test('each step goes through once: a file grows by one line a call', async ({ page, model }) => {
  const server = await model(appendLines(12));
  await connectModel(page, server);
  await runTask(page, 'Keep the log.', 'The log holds 12 steps.');
  const lines = Array.from({ length: 13 }, (_, index) => stepLine(index));
  expect(await readWorkspaceFile(page, 'voyage.log')).toBe(`${lines.join('\n')}\n`);
});

test('sixteen reads of one turn all come back, in the order of the calls', async ({ page, model }) => {
  const server = await model(() => say('…'));
  await connectModel(page, server);
  const files = Object.fromEntries(
    Array.from({ length: 16 }, (_, index) => [`many/file-${index}.txt`, `text of file ${index}\n`]),
  );
  await seedFiles(page, server, files);
  server.play(parallelReads(16, 'many'));
  await runTask(page, 'Read them all.', 'Read 16 of 16.');
  const reads =
    server.requests
      .findLast(({ conversation }) => conversation.mayCall)
      ?.conversation.steps.filter((step) => step.name === 'read_file') ?? [];
  const wrong = reads.filter(({ args, result }) => {
    const number = /file-(\d+)/.exec(String(args['path']))?.[1] ?? '';
    return !result.includes(`text of file ${number}`);
  });
  expect([reads.length, wrong]).toEqual([16, []]);
});

test('the next message sees the whole conversation before it', async ({ page, model }) => {
  const server = await model(({ users }) =>
    say(`I have heard ${users.length} of you: ${users.at(-1)?.length}`),
  );
  await connectModel(page, server);
  await send(page, 'One');
  await expect(said(page, /heard 1 of you/)).toBeVisible();
  await expectIdle(page);
  await send(page, 'Two \u{1F6A2} 二');
  await expect(said(page, /heard 2 of you/)).toBeVisible();
  const messages = server.requests.findLast(({ conversation }) => conversation.mayCall)?.conversation;
  expect(messages?.users[0]).toContain('One');
  expect(messages?.users[1]).toContain('Two \u{1F6A2} 二');
});

test('a long stream cut at awkward bytes arrives whole', async ({ page, model }) => {
  const server = await model(longText(3000, { sliceBytes: 11 }));
  await connectModel(page, server);
  await send(page, 'Tell me everything.');
  await expect(said(page, /word-2999/)).toBeVisible();
  await expectIdle(page);
  const text = await messagesOf(page, '(?!You)').last().innerText();
  expect(new Set(text.match(/word-\d+/g)).size).toBe(3000);
});
