// Journeys against the built app, in a real Chromium. scripts/e2e.mjs builds first and picks the port.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/chromium.mjs';

const port = process.env['E2E_PORT'] ?? '4174';
const baseURL = `http://127.0.0.1:${port}`;
/** Names the report and the folder of one run of several. */
const part = process.env['E2E_PART'] ?? 'e2e';
/** They measure time, or kill what others would need: alone on the machine. */
const timed = /(crash|stop|tabs|update)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: `.cache/${part}`,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  workers: 2,
  projects: [
    { name: 'journeys', testMatch: '**/*.spec.ts', testIgnore: timed },
    { name: 'timed', testMatch: timed, workers: 1 },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: `.cache/${part}.json` }]],
  use: {
    baseURL,
    browserName: 'chromium',
    launchOptions: launchOptions(),
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node scripts/serve.mjs',
    url: baseURL,
    env: { PORT: port },
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});
