// How a person finds things on the screen: by the accessible names that the product promises, and nothing else.
// No test may reach for a class or a test id.

import { expect, type Locator, type Page } from '@playwright/test';
import type { ModelServer } from './model-server/server.ts';
import { writeFiles } from './model-server/small-scripts.ts';

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });

export const messageBox = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message', exact: true });

export const transcript = (page: Page): Locator => page.getByRole('log', { name: 'Transcript' });

export const approvals = (page: Page): Locator => page.getByRole('group', { name: 'Approval', exact: true });

export const unknownCalls = (page: Page): Locator =>
  page.getByRole('group', { name: 'Unknown call', exact: true });

/** Tool lines, or those of one tool. Folded runs of reads are groups too: `Tool read_file …` or `Tool …`. */
export const toolLines = (page: Page, tool = ''): Locator =>
  transcript(page).getByRole('group', { name: new RegExp(`^Tool ${tool}`) });

export const messagesOf = (page: Page, author: string): Locator =>
  transcript(page).getByRole('article', { name: new RegExp(`^${author}`) });

export const openApp = async (page: Page, address = '/'): Promise<void> => {
  await page.goto(address);
  await expect(messageBox(page)).toBeVisible();
};

export const send = async (page: Page, text: string): Promise<void> => {
  await messageBox(page).fill(text);
  await button(page, 'Send').click();
};

export const connectLink = (server: ModelServer, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({
    provider: 'openai-compatible',
    baseUrl: server.baseUrl,
    model: 'scripted',
    ...more,
  });
  return `/#/connect?${query.toString()}`;
};

/**
 * Connects the scripted model the way a link does, then stands in a new session that uses it. `appOrigin` is for
 * pages that have no base URL of their own.
 */
export const connectModel = async (
  page: Page,
  server: ModelServer,
  { appOrigin = '', ...more }: { appOrigin?: string; key?: string; provider?: string; model?: string } = {},
): Promise<void> => {
  await page.goto(`${appOrigin}${connectLink(server, more)}`);
  const connect = button(page, 'Connect');
  await connect.click();
  await expect(connect).toBeHidden();
  await button(page, 'New session').click();
  await expect(messageBox(page)).toBeVisible();
};

/** Presses `answer` on an open approval. It may be answered or withdrawn between look and press: then nothing. */
const answerOpen = async (page: Page, answer: string): Promise<void> => {
  await button(approvals(page).first(), answer)
    .click({ timeout: 2_000 })
    .catch(() => undefined);
};

/** Answers approvals with `answer` until `end` is visible. */
export const allowUntil = async (page: Page, end: Locator, answer = 'Allow for this run'): Promise<void> => {
  const ask = approvals(page).first();
  for (;;) {
    await expect(ask.or(end).first()).toBeVisible({ timeout: 30_000 });
    if (await end.isVisible()) return;
    await answerOpen(page, answer);
  }
};

/** Answers approvals with `answer` until nothing runs any more. The run must have shown a sign of life before. */
export const allowUntilIdle = async (page: Page, answer = 'Allow for this run'): Promise<void> => {
  const ask = approvals(page).first();
  const stop = button(page, 'Stop');
  for (;;) {
    await expect
      .poll(async () => (await ask.isVisible()) || !(await stop.isVisible()), { timeout: 120_000 })
      .toBe(true);
    if (!(await ask.isVisible())) return;
    await answerOpen(page, answer);
  }
};

export const said = (page: Page, text: string | RegExp): Locator => transcript(page).getByText(text).last();

export const expectIdle = async (page: Page): Promise<void> => {
  await expect(button(page, 'Stop')).toBeHidden();
};

/** Sends `text`, allows what is asked, waits for `answer` and for the end of the run. */
export const runTask = async (page: Page, text: string, answer: string | RegExp): Promise<void> => {
  await send(page, text);
  await allowUntil(page, said(page, answer));
  await expectIdle(page);
};

/** Puts files into the workspace through the product: the model writes them in one turn. */
export const seedFiles = async (
  page: Page,
  server: ModelServer,
  files: Record<string, string>,
): Promise<void> => {
  server.play(writeFiles(files));
  await runTask(page, 'Prepare the files.', 'Everything is written.');
};

export const sessionAddress = (page: Page): string => new URL(page.url()).hash;
