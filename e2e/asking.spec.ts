// What an agent and a person owe each other in the middle of a run: a question that waits over whatever happens, a todo list
// that both keep, messages that are arranged while they wait.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { type BrowserProcess, startBrowser } from './browser-process.ts';
import { createGate } from './model-server/gate.ts';
import { callTool, callTools, say } from './model-server/reply.ts';
import { inOrder } from './model-server/small-scripts.ts';
import {
  button,
  connectModel,
  expectIdle,
  messageBox,
  messagesOf,
  said,
  send,
  sessionAddress,
} from './room.ts';
import { watchContext } from './watch.ts';

test('questions wait over a reload and a killed browser; the run goes on with each answer', async ({
  baseURL,
  model,
}) => {
  const appOrigin = new URL(baseURL ?? '').origin;
  const profile = await mkdtemp(join(tmpdir(), 'bowline-asking-'));
  const server = await model(
    inOrder([
      callTool('ask_user', { question: 'Which harbour?', choices: ['North', 'South'] }),
      callTool('ask_user', { question: 'How many?' }),
      ({ steps }) => say(`So: ${steps.map(({ result }) => result).join('; ')}`),
    ]),
  );
  const open = async (): Promise<BrowserProcess & { complaints(): readonly string[] }> => {
    const browser = await startBrowser(profile);
    const watch = watchContext(browser.context, appOrigin);
    watch.admit(server.origin);
    return { ...browser, complaints: () => watch.complaints };
  };
  const questionOn = (page: Page): Locator => page.getByRole('group', { name: 'Question', exact: true });

  const first = await open();
  const { page } = first;
  let address = '';
  try {
    await connectModel(page, server, { appOrigin });
    await send(page, 'Sail.');
    await expect(questionOn(page)).toContainText('Which harbour?');
    await expect(page).toHaveTitle(/Waiting for you/);
    await page.reload();
    await expect(questionOn(page)).toBeFocused();
    await page.keyboard.press('2');
    await expect(questionOn(page)).toContainText('How many?');
    address = sessionAddress(page);
  } finally {
    await first.kill();
  }
  const second = await open();
  try {
    await second.page.goto(`${appOrigin}/${address}`);
    await questionOn(second.page).getByRole('textbox', { name: 'Your answer' }).fill('three');
    await button(questionOn(second.page), 'Answer').click();
    const end = 'So: The person chose: South; The person answered: three';
    await expect(said(second.page, end)).toBeVisible();
    await expectIdle(second.page);
    await expect(questionOn(second.page)).toBeHidden();
  } finally {
    await second.kill();
    await rm(profile, { recursive: true, force: true });
  }
  expect(server.requestCount).toBe(3);
  expect([...first.complaints(), ...second.complaints()]).toEqual([]);
});

test('a todo list is seen, changed by the person, kept over a reload, and the agent reads the change', async ({
  page,
  model,
}) => {
  const gate = createGate();
  const server = await model(
    inOrder([
      callTool('todo', { items: [{ text: 'look', status: 'in_progress' }, { text: 'mend' }] }),
      { ...callTool('list_files', {}), hold: { at: 'head', gate } },
      say('Understood.'),
    ]),
  );
  await connectModel(page, server);
  await send(page, 'Two things.');
  const todo = page.getByRole('region', { name: 'Todo' });
  await expect(todo).toContainText('0 of 2 done');
  await todo.getByRole('button', { name: /0 of 2/ }).click();
  await button(todo, 'Add an item').click();
  await todo.getByRole('textbox', { name: 'New item' }).fill('tell Ada');
  await page.keyboard.press('Enter');
  await todo.getByRole('checkbox', { name: 'look (in progress)' }).click();
  await expect(todo).toContainText('1 of 3 done');
  gate.open();
  await expect(said(page, 'Understood.')).toBeVisible();
  await expectIdle(page);
  const read = JSON.stringify(server.requests.at(-1)?.conversation.steps.at(-1));
  expect(read).toContain('The person changed the todo list');
  expect(read).toContain('t3 [pending] tell Ada');
  await page.reload();
  await expect(todo).toContainText('1 of 3 done');
});

test('queued messages are reworded, reordered, sent now and start their runs in order', async ({
  page,
  model,
}) => {
  const gate = createGate();
  const server = await model(
    inOrder([
      { ...callTools([{ name: 'list_files', args: {} }]), hold: { at: 'head', gate } },
      ({ users }) => say(`Heard ${users.length}.`),
    ]),
  );
  await connectModel(page, server);
  await send(page, 'Begin.');
  await expect(button(page, 'Stop')).toBeVisible();
  const queue = page.getByRole('list', { name: 'Queued messages' });
  const rows = queue.getByRole('listitem');
  for (const text of ['first', 'second', 'third']) {
    await messageBox(page).fill(text);
    await page.getByRole('combobox', { name: 'When it goes in' }).selectOption('after');
    await button(page, 'Send').click();
    await expect(rows.filter({ hasText: text })).toBeVisible();
  }
  await button(rows.filter({ hasText: 'first' }), 'Edit').click();
  await queue.getByRole('textbox', { name: 'Queued message' }).fill('reworded');
  await page.keyboard.press('Enter');
  await button(rows.filter({ hasText: 'third' }), 'Move up').click();
  await expect(rows).toHaveText([/reworded/, /third/, /second/]);
  await button(rows.filter({ hasText: 'second' }), 'Send now').click();
  await expect(rows).toHaveText([/after this step.*second/, /reworded/, /third/]);
  gate.open();
  await expect(messagesOf(page, 'You')).toHaveCount(4);
  await expectIdle(page);
  const order = server.requests.at(-1)?.conversation.users.join(' ') ?? '';
  expect(order).toMatch(/Begin[\s\S]*second[\s\S]*reworded[\s\S]*third/);
  await expect(queue).toBeHidden();
});
