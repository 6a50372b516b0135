// Stop takes less than 300 ms wherever a run may hang, and nothing is requested afterwards: the server counts.

import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { rateLimited, say, silent, stalled } from './model-server/reply.ts';
import type { ModelServer } from './model-server/server.ts';
import { catastrophicRegex, inOrder, longText, writeOnce } from './model-server/small-scripts.ts';
import { approvals, button, connectModel, expectIdle, said, send, toolLines } from './room.ts';
import { readWorkspaceFile } from './workspace-files.ts';

const limitMs = 300;
/** Long enough for a retry of the first back-off step, with its jitter, to have come. */
const quietMs = 2_000;

type Press = { pressedAt: number; shownMs: number };

/** Presses Stop in the page and measures there, without the test runner's own delays, until the button is gone. */
const pressStop = (page: Page): Promise<Press> =>
  button(page, 'Stop').evaluate(
    (element) =>
      new Promise<Press>((resolve, reject) => {
        const isThere = (): boolean => {
          const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
          return element.isConnected && name.includes('Stop') && element.getClientRects().length > 0;
        };
        const pressedAt = Date.now();
        const began = performance.now();
        if (element instanceof HTMLElement) element.click();
        const look = (): void => {
          const shownMs = performance.now() - began;
          if (!isThere()) resolve({ pressedAt, shownMs });
          else if (shownMs > 10_000) reject(new Error('Stop is still there after 10 s'));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

const expectStopped = async (page: Page, server: ModelServer): Promise<Press> => {
  const count = server.requestCount;
  const press = await pressStop(page);
  expect(press.shownMs).toBeLessThan(limitMs);
  await server.quiet(quietMs);
  expect(server.requestCount).toBe(count);
  await expectIdle(page);
  // The harness is not merely hidden: it answers the next message.
  server.play(() => say('At your service.'));
  await send(page, 'Are you there?');
  await expect(said(page, 'At your service.')).toBeVisible();
  return press;
};

/** The witness outside: the connection was closed within the limit of the press. */
const expectClosed = (server: ModelServer, index: number, { pressedAt }: Press): void => {
  const record = server.requests[index];
  expect(record?.outcome).toBe('aborted');
  expect((record?.endedAt ?? Number.POSITIVE_INFINITY) - pressedAt).toBeLessThan(limitMs);
};

test('in a request to which the server sends nothing', async ({ page, model }) => {
  const server = await model(() => silent());
  await connectModel(page, server);
  await send(page, 'Go.');
  await server.nextRequest();
  expectClosed(server, 0, await expectStopped(page, server));
});

test('in a stream that sends nothing more', async ({ page, model }) => {
  const server = await model(() => stalled(['The beginning ', 'of an answer ']));
  await connectModel(page, server);
  await send(page, 'Go.');
  await expect(said(page, /beginning of an answer/)).toBeVisible();
  expectClosed(server, 0, await expectStopped(page, server));
});

test('in a running stream; what was said stays', async ({ page, model }) => {
  const server = await model(longText(5_000, { paceMs: 10 }));
  await connectModel(page, server);
  await send(page, 'Go.');
  await expect(said(page, /word-9 /)).toBeVisible();
  expectClosed(server, 0, await expectStopped(page, server));
  await expect(said(page, /word-9 /)).toBeVisible();
});

test('in a catastrophic regular expression, which also must not freeze the page', async ({ page, model }) => {
  const server = await model(catastrophicRegex());
  await connectModel(page, server);
  await send(page, 'Search.');
  await button(approvals(page), 'Allow for this run').click();
  const asked = await server.nextRequest(({ conversation }) => conversation.steps.length === 1);
  await asked.ended;
  await expect
    .soft(toolLines(page, 'grep_files'), 'a running call is a tool line')
    .toBeVisible({ timeout: 3_000 });
  await expectStopped(page, server);
  // The stopped call got a result, and the judge has seen it stand behind its call.
  const steps =
    server.requests.findLast(({ conversation }) => conversation.mayCall)?.conversation.steps ?? [];
  expect(steps.map((step) => step.name)).toEqual(['write_file', 'grep_files']);
});

test('in a pending approval; its call never runs', async ({ page, model }) => {
  const server = await model(writeOnce('stopped.txt', 'never\n'));
  await connectModel(page, server);
  await send(page, 'Write.');
  await expect(approvals(page)).toHaveCount(1);
  await expectStopped(page, server);
  await expect(approvals(page)).toHaveCount(0);
  expect(await readWorkspaceFile(page, 'stopped.txt')).toBeUndefined();
});

test.describe('in a retry wait', () => {
  test.beforeEach(({ watch }) => watch.expectNoise(/Failed to load resource.*\b(429|503)\b/));

  for (const seconds of [30, 1]) {
    test(`asked for by retry-after: ${seconds}`, async ({ page, model }) => {
      const server = await model(inOrder([rateLimited(seconds), say('Too late.')]));
      await connectModel(page, server);
      await send(page, 'Go.');
      const refused = await server.nextRequest();
      await refused.ended;
      await expect(said(page, /retr|again|wait/i)).toBeVisible();
      await expectStopped(page, server);
      await expect(page.getByText('Too late.')).toHaveCount(0);
    });
  }

  test('a retry that nobody stops succeeds, and both requests are alike', async ({ page, model }) => {
    const server = await model(inOrder([rateLimited(1), say('Here I am.')]));
    await connectModel(page, server);
    await send(page, 'Go.');
    await expect(said(page, 'Here I am.')).toBeVisible();
    expect(server.requests.filter(({ conversation }) => conversation.mayCall)).toHaveLength(2);
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
  });
});
