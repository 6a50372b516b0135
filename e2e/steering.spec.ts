// A run that goes on: what the person says meanwhile enters at the next tool boundary, and limits end what never ends.

import { expect, test } from './app.ts';
import { createGate } from './model-server/gate.ts';
import { alwaysTools, steerable } from './model-server/small-scripts.ts';
import { allowUntilIdle, connectModel, expectIdle, messagesOf, said, send, toolLines } from './room.ts';

test('a message sent during a run enters at the next tool boundary of that run', async ({ page, model }) => {
  const gate = createGate();
  const server = await model(steerable(gate));
  await connectModel(page, server);
  await send(page, 'Look around.');
  await server.nextRequest();
  await send(page, '!steer to the harbour');
  await expect(page.getByText('!steer to the harbour').first()).toBeVisible();
  gate.open();
  await expect(said(page, /Understood: .*!steer to the harbour/)).toBeVisible();
  await expectIdle(page);
  const [first, second] = server.requests.filter((record) => record.conversation.mayCall);
  expect(first?.conversation.users.join()).not.toContain('!steer');
  expect(second?.conversation.steps, 'one call ran in between, no more').toHaveLength(1);
  expect(second?.conversation.saidSince.join(), 'it stands behind the result').toContain(
    '!steer to the harbour',
  );
  await expect(messagesOf(page, 'You')).toHaveCount(2);
});

test('a model that always calls tools is stopped by the turn limit, with one closing request', async ({
  page,
  model,
}) => {
  test.setTimeout(180_000);
  const server = await model(alwaysTools);
  await connectModel(page, server);
  await send(page, 'Never stop.');
  await expect(toolLines(page).first()).toBeVisible();
  await allowUntilIdle(page);
  const withTools = server.requests.filter((record) => record.conversation.mayCall).length;
  expect(withTools).toBeGreaterThan(10);
  expect(withTools).toBeLessThanOrEqual(100);
  const count = server.requestCount;
  await server.quiet(1_000);
  expect(server.requestCount).toBe(count);
});
