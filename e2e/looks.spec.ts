// The four screens of the first release in both themes, wide and on a phone: axe finds nothing, nothing is cut off
// sideways, and a picture of each is kept for someone to look at (in .cache/looks).

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { createGate } from './model-server/gate.ts';
import { callTool, say } from './model-server/reply.ts';
import { inOrder, writeOnce } from './model-server/small-scripts.ts';
import { twelveCallTask } from './model-server/task-scripts.ts';
import { approvals, connectModel, messageBox, openApp, runTask, said, seedFiles, send } from './room.ts';

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;

const look = async (page: Page, screen: string): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await page.screenshot({ path: `.cache/looks/${screen}-${name}-${colorScheme}.png` });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
      expect.soft(found, `axe on ${screen}, ${name}, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(overflow, `${screen} scrolls sideways on ${name}`).toBeLessThanOrEqual(0);
    }
  }
};

test('the first screen', async ({ page }) => {
  await openApp(page);
  await expect(messageBox(page)).not.toBeEmpty();
  await look(page, 'first');
});

test('a run with tools', async ({ page, model }) => {
  const server = await model(() => say('…'));
  await connectModel(page, server);
  await seedFiles(page, server, {
    'ports/east.txt': 'port east\ndues = 5\n',
    'ports/north.txt': 'port north\ndues = 17\n',
    'ports/west.txt': 'port west\ndues = 20\n',
  });
  server.play(twelveCallTask({ folder: 'ports', token: 'dues' }));
  await runTask(page, 'Raise the dues of every port by one and report the total.', /The total is 45/);
  await look(page, 'run');
});

test('a run that streams', async ({ page, model }) => {
  const gate = createGate();
  const text =
    '## What I found\n\nThe **tide** turns at `06:12`.\n\n- one\n- two\n\n| port | dues |\n| --- | --- |\n| east | 5 |\n\n';
  const server = await model(
    inOrder([
      callTool(
        'list_files',
        {},
        { deltas: ['Let me look. '], reasoning: ['First I should see what is there.'] },
      ),
      say([text, 'and there is', ' more'], { hold: { at: 3, gate } }),
    ]),
  );
  await connectModel(page, server);
  await send(page, 'What is there?');
  await expect(said(page, /and there is/)).toBeVisible();
  await look(page, 'stream');
  gate.open();
  await expect(said(page, /and there is more/)).toBeVisible();
});

test('an approval', async ({ page, model }) => {
  const server = await model(
    writeOnce('notes/tides.md', '# Tides\n\nHigh water at 06:12.\nLow water at 12:30.\n'),
  );
  await connectModel(page, server);
  await send(page, 'Write down the tides.');
  await expect(approvals(page)).toHaveCount(1);
  await look(page, 'approval');
});

test('the settings', async ({ page, model }) => {
  const server = await model(() => say('x'));
  await connectModel(page, server);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { name: /accounts/i }).first()).toBeVisible();
  await look(page, 'settings');
});

test('the connect sheet', async ({ page }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Connect a model', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'connect');
});
