// Finds a Chromium to test with, and says with which arguments it runs here. Installs nothing (see install.mjs).
import { existsSync } from 'node:fs';
import process from 'node:process';
import { chromium } from 'playwright';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser named by CHROMIUM_PATH, the system's, or the one that Playwright downloaded; undefined if none. */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
}

export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Playwright's launch options. */
export function launchOptions() {
  const executablePath = findChromium();
  return executablePath === undefined ? { args: chromiumArgs } : { executablePath, args: chromiumArgs };
}
