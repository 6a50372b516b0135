// Journeys against the built app, in a real Chromium. scripts/e2e.mjs builds first and picks the port.
import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/chromium.mjs';

const port = process.env['E2E_PORT'] ?? '4174';
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: '.cache/e2e',
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
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
