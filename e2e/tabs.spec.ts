// Two tabs of one session: one runs it, the other reads along live and ends with the same transcript.

import { expect, test } from './app.ts';
import { createGate } from './model-server/gate.ts';
import { say } from './model-server/reply.ts';
import { inOrder } from './model-server/small-scripts.ts';
import {
  allowUntil,
  connectModel,
  expectIdle,
  said,
  send,
  sessionAddress,
  toolLines,
  transcript,
} from './room.ts';
import { appendLines } from './model-server/task-scripts.ts';

const words = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `word-${from + index} `);

test('a second tab reads a running answer along and ends with the same words', async ({
  page,
  context,
  model,
}) => {
  const gate = createGate();
  const deltas = words(0, 80);
  const server = await model(inOrder([say(deltas, { hold: { at: 50, gate } })]));
  await connectModel(page, server);
  await send(page, 'Tell.');
  await expect(said(page, /word-40 /)).toBeVisible();

  const second = await context.newPage();
  await second.goto(`/${sessionAddress(page)}`);
  await expect(said(second, /word-40 /)).toBeVisible();
  await expect(second.getByText('word-70')).toHaveCount(0);
  gate.open();
  for (const tab of [page, second]) await expect(said(tab, /word-79/)).toBeVisible();
  await expectIdle(page);
  expect(server.requests.filter((record) => record.conversation.mayCall)).toHaveLength(1);
  const texts = await Promise.all(
    [page, second].map((tab) => transcript(tab).getByRole('article').last().innerText()),
  );
  expect(texts[1]?.match(/word-\d+/g)).toEqual(texts[0]?.match(/word-\d+/g));
});

test('a second tab sees the tools of a run it does not own, and never runs them itself', async ({
  page,
  context,
  model,
}) => {
  const server = await model(appendLines(8));
  await connectModel(page, server);
  await send(page, 'Keep the log.');
  await allowUntil(page, toolLines(page, 'edit_file').first());
  const second = await context.newPage();
  await second.goto(`/${sessionAddress(page)}`);
  await expect(toolLines(second, 'edit_file').first()).toBeVisible();
  await allowUntil(page, said(page, 'The log holds 8 steps.'));
  await expect(said(second, 'The log holds 8 steps.')).toBeVisible();
  await expect(toolLines(second, 'edit_file')).toHaveCount(await toolLines(page, 'edit_file').count());
});
