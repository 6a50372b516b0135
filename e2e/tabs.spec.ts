// Two tabs of one session: one runs it, the other reads along live and ends with the same transcript.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { createGate } from './model-server/gate.ts';
import { say } from './model-server/reply.ts';
import { inOrder } from './model-server/small-scripts.ts';
import {
  allowUntil,
  approvals,
  button,
  connectModel,
  expectIdle,
  messagesOf,
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

/** A page of its own in the session of `page`, which runs it. */
const alongside = async (page: Page): Promise<Page> => {
  const second = await page.context().newPage();
  await second.goto(`/${sessionAddress(page)}`);
  await expect(button(second, 'Take over')).toBeVisible();
  return second;
};

test('what is asked in one tab can be answered in another, and runs once', async ({ page, model }) => {
  const server = await model(appendLines(2));
  await connectModel(page, server);
  await send(page, 'Keep the log.');
  await expect(approvals(page)).toBeVisible();
  const second = await alongside(page);
  await allowUntil(second, said(second, 'The log holds 2 steps.'));
  await expect(said(page, 'The log holds 2 steps.')).toBeVisible();
  await expect(button(second, 'Take over')).toBeVisible();
  expect(await toolLines(page, 'edit_file').count()).toBe(await toolLines(second, 'edit_file').count());
});

test('a message and a stop of the tab that reads along reach the tab that runs, once', async ({
  page,
  model,
}) => {
  const gate = createGate();
  const server = await model(
    inOrder([say(['One.']), say(words(0, 10), { hold: { at: 5, gate } }), say(['Never.'])]),
  );
  await connectModel(page, server);
  await send(page, 'First.');
  await expect(said(page, 'One.')).toBeVisible();
  const second = await alongside(page);
  await send(second, 'Second.');
  await expect(said(page, /word-3 /)).toBeVisible();
  await expect(messagesOf(page, 'You')).toHaveCount(2);
  const before = server.requests.length;
  await button(second, 'Stop').click();
  await expectIdle(second);
  await expectIdle(page);
  await expect(messagesOf(page, 'You')).toHaveCount(2);
  expect(server.requests).toHaveLength(before);
});

test('a killed owner leaves the session to the next tab within two seconds, and it goes on there', async ({
  page,
  model,
}) => {
  const gate = createGate();
  const server = await model(
    inOrder([say(words(0, 20), { hold: { at: 10, gate } }), say(['Gone on here.'])]),
  );
  await connectModel(page, server);
  await send(page, 'Tell.');
  await expect(said(page, /word-8 /)).toBeVisible();
  const second = await alongside(page);
  await expect(said(second, /word-8 /)).toBeVisible();
  const crashed = page.waitForEvent('crash');
  const killed = Date.now();
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;
  await expect(button(second, 'Continue')).toBeVisible();
  expect(Date.now() - killed).toBeLessThan(2_000);
  await expect(button(second, 'Take over')).toBeHidden();
  await button(second, 'Continue').click();
  await expect(said(second, 'Gone on here.')).toBeVisible();
});

test('Take over moves the session, and the tab that had it reads along', async ({ page, model }) => {
  const gate = createGate();
  const server = await model(
    inOrder([say(words(0, 20), { hold: { at: 10, gate } }), say(['Gone on here.'])]),
  );
  await connectModel(page, server);
  await send(page, 'Tell.');
  await expect(said(page, /word-8 /)).toBeVisible();
  const second = await alongside(page);
  await button(second, 'Take over').click();
  await expect(button(second, 'Take over')).toBeHidden();
  await expect(button(page, 'Take over')).toBeVisible();
  await button(second, 'Continue').click();
  for (const tab of [page, second]) await expect(said(tab, 'Gone on here.')).toBeVisible();
});
