// What an agent and a person owe each other in the middle of a run: a question that waits over a reload, a todo list
// that both keep, messages that are arranged while they wait.

import { expect, test } from './app.ts';
import { createGate } from './model-server/gate.ts';
import { callTool, callTools, say } from './model-server/reply.ts';
import { inOrder } from './model-server/small-scripts.ts';
import { button, connectModel, expectIdle, messageBox, messagesOf, said, send } from './room.ts';

test('a question waits over a reload, is answered by a key, and the run goes on with the answer', async ({
  page,
  model,
}) => {
  const server = await model(
    inOrder([
      callTool('ask_user', { question: 'Which harbour?', choices: ['North', 'South'] }),
      ({ steps }) => say(`So: ${steps.at(-1)?.result}`),
    ]),
  );
  await connectModel(page, server);
  await send(page, 'Sail.');
  const question = page.getByRole('group', { name: 'Question', exact: true });
  await expect(question).toContainText('Which harbour?');
  await expect(page).toHaveTitle(/Waiting for you/);
  await page.reload();
  await expect(question).toBeVisible();
  await expect(question).toBeFocused();
  await page.keyboard.press('2');
  await expect(said(page, 'So: The person chose: South')).toBeVisible();
  await expectIdle(page);
  await expect(question).toBeHidden();
  expect(server.requestCount).toBe(2);
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
