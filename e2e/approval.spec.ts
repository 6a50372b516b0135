// Approvals: a denied call leaves nothing behind, a pending one survives a reload and is answered after it, once.

import { expect, test } from './app.ts';
import { writeOnce } from './model-server/small-scripts.ts';
import { allowUntil, approvals, button, connectModel, expectIdle, said, send } from './room.ts';
import { readWorkspaceFile } from './workspace-files.ts';

test('a denied call leaves no file, and the model reads that it was denied', async ({ page, model }) => {
  const server = await model(writeOnce('denied.txt', 'should not be\n'));
  await connectModel(page, server);
  await send(page, 'Write the file.');
  await expect(approvals(page)).toContainText('denied.txt');
  expect(await readWorkspaceFile(page, 'denied.txt')).toBeUndefined();
  await button(approvals(page), 'Deny').click();
  await expect(said(page, /Not written: denied/)).toBeVisible();
  await expectIdle(page);
  await expect(approvals(page)).toHaveCount(0);
  expect(await readWorkspaceFile(page, 'denied.txt')).toBeUndefined();
  await page.reload();
  await expect(said(page, /Not written: denied/)).toBeVisible();
  expect(await readWorkspaceFile(page, 'denied.txt')).toBeUndefined();
});

test('an approval shows the whole of what it allows', async ({ page, model }) => {
  const server = await model(writeOnce('plan.txt', 'first line\nsecond line\n'));
  await connectModel(page, server);
  await send(page, 'Write the file.');
  for (const part of ['plan.txt', 'first line', 'second line'])
    await expect(approvals(page)).toContainText(part);
  for (const name of ['Allow once', 'Allow for this run', 'Always allow', 'Deny'])
    await expect(button(approvals(page), name)).toBeVisible();
  await expect(page).toHaveTitle(/wait/i);
  await button(approvals(page), 'Allow once').click();
  await expect(said(page, 'Written to plan.txt.')).toBeVisible();
  expect(await readWorkspaceFile(page, 'plan.txt')).toBe('first line\nsecond line\n');
});

test('an approval pending at reload is answered after it, and its call runs once', async ({
  page,
  model,
}) => {
  const server = await model(writeOnce('later.txt', 'allowed later\n'));
  await connectModel(page, server);
  await send(page, 'Write the file.');
  await expect(approvals(page)).toHaveCount(1);
  await page.reload();
  await expect(approvals(page)).toHaveCount(1);
  await expect(approvals(page)).toContainText('later.txt');
  await expect(button(page, 'Continue'), 'a run that waits for a person is not interrupted').toBeHidden();
  expect(server.requestCount).toBe(1);
  expect(await readWorkspaceFile(page, 'later.txt')).toBeUndefined();
  await button(approvals(page), 'Allow once').click();
  await allowUntil(page, said(page, 'Written to later.txt.'));
  await expectIdle(page);
  await expect(approvals(page)).toHaveCount(0);
  expect(await readWorkspaceFile(page, 'later.txt')).toBe('allowed later\n');
  expect(
    server.requests.findLast(({ conversation }) => conversation.mayCall)?.conversation.steps,
  ).toHaveLength(1);
});

test('an approval pending at reload can be denied after it', async ({ page, model }) => {
  const server = await model(writeOnce('later.txt', 'never\n'));
  await connectModel(page, server);
  await send(page, 'Write the file.');
  await expect(approvals(page)).toHaveCount(1);
  await page.reload();
  await button(approvals(page), 'Deny').click();
  await expect(said(page, /Not written: denied/)).toBeVisible();
  expect(await readWorkspaceFile(page, 'later.txt')).toBeUndefined();
});
