// Folders of a person's own: opened, dropped, lost in mid-run and connected again; private ones with zip in and out.
// The picker and the prompts of a browser can't be pressed without a head: the picker is stood in for by a folder of
// the private file system, a lost grant by handles that throw what a browser throws. The drop is a real one.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { callTool, say } from './model-server/reply.ts';
import type { Script } from './model-server/server.ts';
import { writeOnce } from './model-server/small-scripts.ts';
import { allowUntil, button, connectModel, expectIdle, messageBox, openApp, said, send } from './room.ts';

/** The picker gives a folder of the private file system, filled with `files`. */
const standInForPicker = async (page: Page, files: Record<string, string>): Promise<void> => {
  await page.addInitScript((texts) => {
    Object.assign(globalThis, {
      showDirectoryPicker: async () => {
        const top = await navigator.storage.getDirectory();
        const folder = await top.getDirectoryHandle('ledger', { create: true });
        for (const [name, text] of Object.entries(texts)) {
          const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
          await stream.write(text);
          await stream.close();
        }
        return folder;
      },
    });
  }, files);
};

/** In the worker from now on, or no longer: every look at a file throws as where the grant is gone. */
const loseGrant = async (page: Page, isLost: boolean): Promise<void> => {
  const harness = page.workers().find((worker) => worker.url().includes('harness'));
  await harness?.evaluate((lost) => {
    const proto = FileSystemFileHandle.prototype;
    const kept: unknown = Reflect.get(globalThis, 'keptGetFile') ?? proto.getFile;
    Reflect.set(globalThis, 'keptGetFile', kept);
    const throwing = (): never => {
      throw new DOMException('the grant is gone', 'NotAllowedError');
    };
    Object.defineProperty(proto, 'getFile', { value: lost ? throwing : kept, configurable: true });
  }, isLost);
};

const readOnce =
  (path: string): Script =>
  ({ steps }) => {
    const read = steps.findLast((step) => step.name === 'read_file');
    if (read === undefined) return callTool('read_file', { path });
    return say(read.state === 'ok' ? `It says: ${read.result}` : `Not read: ${read.result}`);
  };

const openFolder = async (page: Page): Promise<void> => {
  await button(page, 'Open folder').click();
  await expect(page.getByRole('combobox', { name: 'Folder to work in' })).toHaveValue(/./);
  await expect(page.getByText('ledger').first()).toBeVisible();
};

test('a folder is opened, written in, and still there after a reload', async ({ page, model }) => {
  await standInForPicker(page, { 'AGENTS.md': 'Keep every sum in cents.\n', 'note.txt': 'one\n' });
  const server = await model(writeOnce('sum.txt', '100\n'));
  await connectModel(page, server);
  await openFolder(page);
  await send(page, 'Write the sum.');
  await allowUntil(page, said(page, 'Written to sum.txt.'));
  await expectIdle(page);
  const { system } = server.requests[0]?.conversation ?? { system: '' };
  expect(JSON.stringify(server.requests[0]?.body ?? system)).toContain('Keep every sum in cents.');
  await page.reload();
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByText('sum.txt').first()).toBeVisible();
  await expect(files.getByText('note.txt')).toBeVisible();
  await expect(files.getByRole('checkbox', { name: /AGENTS\.md/ })).toBeChecked();
});

test('a grant that goes in mid-run pauses it; the same call goes on, also after a reload', async ({
  page,
  model,
}) => {
  await standInForPicker(page, { 'note.txt': 'the note\n' });
  const server = await model(readOnce('note.txt'));
  await connectModel(page, server);
  await openFolder(page);
  await loseGrant(page, true);
  await send(page, 'Read the note.');
  await expect(button(page, 'Reconnect folder')).toBeVisible();
  await expect(page).toHaveTitle(/wait/i);
  expect(server.requestCount).toBe(1);
  // Still lost: it waits on.
  await button(page, 'Reconnect folder').click();
  await expect(button(page, 'Reconnect folder')).toBeEnabled();
  await page.reload();
  await expect(button(page, 'Reconnect folder')).toBeVisible();
  await expect(button(page, 'Continue')).toBeHidden();
  await button(page, 'Reconnect folder').click();
  await expect(said(page, /It says: .*the note/s)).toBeVisible();
  await expectIdle(page);
  const last = server.requests.findLast(({ conversation }) => conversation.mayCall);
  expect(last?.conversation.steps).toHaveLength(1);
});

test('a run that waits for its folder can be stopped', async ({ page, model }) => {
  await standInForPicker(page, { 'note.txt': 'the note\n' });
  await connectModel(page, await model(readOnce('note.txt')));
  await openFolder(page);
  await loseGrant(page, true);
  await send(page, 'Read the note.');
  await expect(button(page, 'Reconnect folder')).toBeVisible();
  await button(page, 'Stop').click();
  await expectIdle(page);
  await expect(button(page, 'Reconnect folder')).toBeHidden();
});

test('a real folder that is dropped on the page is offered for reading, and an agent reads it', async ({
  page,
  model,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'bowline-drop-'));
  try {
    await writeFile(join(folder, 'harbour.txt'), 'Leer, 6 berths\n');
    const server = await model(readOnce('harbour.txt'));
    await connectModel(page, server);
    const cdp = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await cdp.send('Input.dispatchDragEvent', {
        type,
        x: 600,
        y: 300,
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
      // What takes drops is loaded by the first of them.
      await page.waitForLoadState('networkidle');
    }
    await button(page, 'Open for reading').click();
    await expect(page.getByText(basename(folder)).first()).toBeVisible();
    await send(page, 'Read the harbour.');
    await expect(said(page, /It says: .*Leer, 6 berths/s)).toBeVisible();
    await expectIdle(page);
    server.play(writeOnce('harbour.txt', 'changed\n'));
    await send(page, 'Change it.');
    await expect(said(page, /Not written/)).toBeVisible();
    expect(await readFile(join(folder, 'harbour.txt'), 'utf8')).toBe('Leer, 6 berths\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a private folder goes out as a zip archive and comes in again', async ({ page }) => {
  await openApp(page);
  await button(page, 'Other folders').click();
  await page.getByRole('button', { name: 'New private folder' }).click();
  await expect(page.getByRole('combobox', { name: 'Folder to work in' })).toHaveValue(/./);
  await messageBox(page).fill('Say what is here.');
  await button(page, 'Send').click();
  await expectIdle(page);
  await button(page, 'More about this folder').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as zip' }).click();
  const archive = await (await coming).path();
  await button(page, 'New session').click();
  await button(page, 'Other folders').click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a zip archive' }).click();
  await (await choosing).setFiles({
    name: 'copy.zip',
    mimeType: 'application/zip',
    buffer: await readFile(archive),
  });
  await expect(page.getByText('copy').first()).toBeVisible();
});
