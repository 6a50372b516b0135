// Installs what is missing: the locked dependencies, a Chromium for tests. Does nothing when all is there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, root, run } from './project.mjs';

/** Exits with a sentence when Node is too old, instead of a stack trace later. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Bowline needs Node 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function lockedPackages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/** Whether node_modules holds exactly the locked versions (optional ones are another platform's). */
function dependenciesAreThere() {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, installed))) return false;
  const have = lockedPackages(installed);
  return Object.entries(lockedPackages('package-lock.json')).every(
    ([path, { version, optional }]) =>
      path === '' || (optional === true && have[path] === undefined) || have[path]?.version === version,
  );
}

/** Everything that is said goes to stderr: `npm run -s agent` prints events and nothing else. */
export async function ensureDependencies() {
  requireNode();
  if (dependenciesAreThere()) return;
  console.error('Installing dependencies (npm ci) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code } = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { toStderr: true });
  if (code !== 0) {
    console.error('npm ci failed; its message is above.');
    process.exit(code);
  }
}

/** An installed Chromium, else the system's package where we may install one, else Playwright's download. */
export async function ensureChromium() {
  const { findChromium } = await import('./chromium.mjs');
  if (findChromium() !== undefined) return;
  console.error('No Chromium found; installing one for the tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'], { toStderr: true });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { toStderr: true });
  }
  if (findChromium() === undefined)
    await run(binOf('playwright'), ['install', 'chromium'], { toStderr: true });
  if (findChromium() === undefined) {
    console.error('There is still no Chromium. Set CHROMIUM_PATH to one.');
  }
}
