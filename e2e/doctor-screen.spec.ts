// The doctor's words on the screen: what is wrong in a sentence, what to do, and the command with this page's own origin
// in it. Which causes there are and how each is told is in doctor.spec.ts and model-server/doctor.test.ts.

import { expect, test } from './app.ts';
import { closedPort, startIll, withoutCors } from './model-server/doctor-servers.ts';
import { button } from './room.ts';

test('an unreadable answer, then a closed port: each its own sentence and command, for each system', async ({
  page,
  watch,
  baseURL,
}) => {
  watch.expectNoise(/blocked by CORS policy|Failed to load resource/);
  const server = await startIll(withoutCors(200));
  watch.admit(server.origin);
  const closed = await closedPort();
  watch.admit(closed);
  const told = page.getByRole('group', { name: 'What the test found' });
  const connectTo = async (origin: string): Promise<void> => {
    await page.goto(`/#/connect?provider=ollama&baseUrl=${encodeURIComponent(origin)}`);
    await page.reload();
    await button(page, 'Connect').click();
  };
  const { origin } = new URL(baseURL ?? '');

  await connectTo(server.origin);
  await expect(told).toContainText('doesn’t let this page read its answers');
  await told.getByRole('radio', { name: 'Windows' }).check({ force: true });
  await expect(told.locator('pre')).toContainText(`setx OLLAMA_ORIGINS "${origin}"`);
  await told.getByRole('radio', { name: 'macOS' }).check({ force: true });
  await expect(told.locator('pre')).toContainText(`launchctl setenv OLLAMA_ORIGINS "${origin}"`);
  await told.getByRole('radio', { name: 'Linux' }).check({ force: true });
  await expect(told.locator('pre')).toContainText(`OLLAMA_ORIGINS=${origin}`);
  await server.close();

  await connectTo(closed);
  await expect(told).toContainText(`Nothing answers at ${new URL(closed).host}`);
  await expect(told.locator('pre')).toContainText('ollama serve');
});
