// Where the project lies, what its sources hash to, and how a child process is run. Needs nothing installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot() {
  // Not simply `..`: a benchmark bundles this file into another folder of the project.
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json'))) {
    if (folder === dirname(folder)) throw new Error('No package-lock.json above this script');
    folder = dirname(folder);
  }
  return folder;
}

export const root = findRoot();

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const at = join(root, path);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath ?? item.path, item.name))
    .filter((file) => !/\.test\.tsx?$|\.contract\.ts$|\.test-d\.ts$/.test(file));
}

/**
 * A hash over the content of files and folders below the root: equal as long as nothing in them has changed.
 * @param {readonly string[]} folders @param {readonly string[]} files
 */
export function sourceHash(folders, files) {
  const hash = createHash('sha256').update(process.version);
  const all = [...folders.flatMap(filesBelow), ...files.map((file) => join(root, file))];
  for (const file of all.sort()) {
    if (existsSync(file)) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Path of a dependency's command, run with Node itself so that no shell is needed. @param {string} name */
export function binOf(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * Runs a command in the root and resolves with its exit code; with `quiet`, its output comes back instead of
 * going to the terminal. A command that can't be started has the code 127.
 * @param {string} command @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string>, toStderr?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { quiet = false, env = {}, toStderr = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', toStderr ? 2 : 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (/** @type {Buffer} */ text) => (output += text));
    child.stderr?.on('data', (/** @type {Buffer} */ text) => (output += text));
    child.on('error', (error) => done({ code: 127, output: String(error) }));
    child.on('close', (code, signal) => done({ code: code ?? (signal === null ? 1 : 130), output }));
  });
}
