// What a model draws with Markdown: code to copy, formulas, tables and diagrams, in both themes and on a phone; diagrams
// come from a frame that can reach nothing, and again without a network.

import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { say } from './model-server/reply.ts';
import { button, connectModel, runTask, transcript } from './room.ts';

const TEXT = `Energy is $E = mc^2$, and it costs $5 to $10.

\`\`\`ts
const tide = 'high';
\`\`\`

| port | dues |
| :-- | --: |
| east | 5 |

\`\`\`mermaid
flowchart LR
  A[Leave port] --> B{Wind?}
  B -- yes --> C[Sail]
  B -- "<img src='https://example.org/x.png' onerror='parent.postMessage(1)'>" --> D[Wait]
  click A href "https://example.org/"
\`\`\`

\`\`\`mermaid
sequenceDiagram
  Ship->>Port: may I come in?
  Port-->>Ship: berth 4
\`\`\`

\`\`\`mermaid
flowchart LR
  A --> --> B
\`\`\`

That is all.`;

/** A server that nothing may reach. */
async function listen(): Promise<{ server: Server; origin: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, origin: `http://127.0.0.1:${port}`, requests };
}

/** What code in the frame can do, were there any but ours. */
const escapes = (page: Page, away: string): Promise<{ origin: string; out: string[] }> => {
  const frame = page.frames().find((one) => one.url().endsWith('/diagram.html'));
  if (frame === undefined) throw new Error('no frame');
  return frame.evaluate(async (elsewhere) => {
    const out: string[] = [];
    const tries: Readonly<Record<string, () => unknown>> = {
      fetch: () => fetch(elsewhere),
      own: () => fetch('/'),
      socket: () =>
        new Promise((done, fail) => {
          const socket = new WebSocket(elsewhere.replace('http', 'ws'));
          socket.onopen = done;
          socket.onerror = fail;
        }),
      image: () =>
        new Promise((done, fail) => {
          const image = new Image();
          image.onload = done;
          image.onerror = fail;
          image.src = `${elsewhere}/x.png`;
        }),
      frame: () =>
        new Promise((_, fail) => {
          const inner = document.createElement('iframe');
          inner.src = elsewhere;
          document.addEventListener('securitypolicyviolation', fail, { once: true });
          document.body.append(inner);
        }),
      page: () => {
        parent.location.href = elsewhere;
      },
      document: () => parent.document.title,
      storage: () => localStorage.length,
      code: () => Reflect.apply(Reflect.get(globalThis, 'eval'), undefined, ['1']),
      window: () => {
        if (open(elsewhere) === null) throw new Error('no window');
      },
    };
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await attempt();
        out.push(name);
      } catch {
        // As it should be.
      }
    }
    // The last of them: to leave for elsewhere oneself, with what is known.
    setTimeout(() => {
      location.href = `${elsewhere}/?secret`;
    });
    return { origin: self.origin, out };
  }, away);
};

test('code, formulas, tables and diagrams of one message', async ({ page, context, model, watch }) => {
  test.slow();
  // The drawing code is megabytes.
  const patient = { timeout: 45_000 };
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const server = await model(() => say(TEXT));
  // What the frame's policy forbids in a hostile diagram, the browser tells of.
  watch.expectNoise(
    /violates the following Content Security Policy|Refused to|Unsafe attempt to|Blocked opening/,
  );
  await connectModel(page, server);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await runTask(page, 'Draw it.', 'That is all.');
  const log = transcript(page);
  const drawn = log.getByRole('img', { name: /^Diagram:/ });
  await expect(log.locator('math')).toHaveCount(1, patient);
  await expect(drawn).toHaveCount(2, patient);
  await expect(log.getByText('This diagram can’t be drawn')).toHaveCount(1);
  await expect(drawn.first()).toHaveJSProperty('complete', true);
  expect(await drawn.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);

  const code = log.getByRole('figure').first();
  await button(code, 'Copy').click();
  await expect(button(code, 'Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("const tide = 'high';");

  const light = await drawn.first().getAttribute('src');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(drawn.first()).not.toHaveAttribute('src', light ?? '');
  await button(page, 'Show source').first().click();
  await expect(log.getByText('A[Leave port]')).toBeVisible();
  await expect(drawn).toHaveCount(1, patient);

  const elsewhere = await listen();
  watch.admit(elsewhere.origin);
  expect(await escapes(page, elsewhere.origin)).toEqual({ origin: 'null', out: [] });
  // It tried to leave, and is nowhere now.
  const places = (): readonly string[] => page.frames().map((frame) => frame.url());
  await expect.poll(places).not.toContainEqual(expect.stringContaining('/diagram.html'));

  await page.reload();
  await expect(drawn).toHaveCount(2, patient);
  await context.setOffline(true);
  await page.reload();
  await expect(drawn).toHaveCount(2, patient);
  await context.setOffline(false);
  expect(elsewhere.requests).toEqual([]);
  elsewhere.server.close();
});
