// Builds what runs: the app into dist/, and a TypeScript entry into one file for Node. Only when stale.
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { binOf, root, run, sourceHash } from './project.mjs';

const FOLDERS = ['src', 'workers', 'public'];
const FILES = ['package-lock.json', 'vite.config.ts', 'index.html', 'recovery.html'];

/** @param {string} stamp @param {string} hash */
const isFresh = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** Builds the app unless dist/ is of these sources. Resolves with the exit code and what the build said. */
export async function ensureBuilt() {
  const hash = sourceHash(FOLDERS, FILES);
  const stamp = join(root, 'dist', '.stamp');
  if (isFresh(stamp, hash)) return { code: 0, output: 'dist is up to date' };
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const env = { VITE_BUILD: `${version}+${hash.slice(0, 8)}` };
  const result = await run(binOf('vite'), ['build'], { quiet: true, env });
  if (result.code === 0) writeFileSync(stamp, hash);
  return result;
}

/**
 * Bundles a TypeScript entry for Node (which strips no types at version 20) unless that was done already, and
 * returns the path of the module. Packages stay outside and are found in node_modules, unless `whole`. The folder's
 * name holds the hash of the sources and appears in one step, so that two runs at once don't meet half a bundle.
 * @param {string} entry path below the root @param {{ whole?: boolean }} [options]
 */
export async function bundleForNode(entry, { whole = false } = {}) {
  const name = basename(entry).replace(/\.ts$/, '');
  const home = join(root, '.cache', 'node');
  const hash = sourceHash([...FOLDERS, 'bench', 'e2e', 'scripts'], FILES);
  const folder = join(home, `${name}-${hash.slice(0, 16)}`);
  const file = join(folder, `${name}.mjs`);
  if (existsSync(file)) return file;
  removeOld(home, `${name}-`);
  const { build } = await import('vite');
  const outDir = `${folder}.${process.pid}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: whole ? { noExternal: true } : {},
    build: {
      ssr: join(root, entry),
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: `${name}.mjs`, chunkFileNames: '[name]-[hash].mjs', codeSplitting: !whole },
      },
    },
  });
  try {
    renameSync(outDir, folder);
  } catch (error) {
    if (!existsSync(file)) throw error;
    rmSync(outDir, { recursive: true }); // another run was faster
  }
  return file;
}

/** Bundles of earlier sources, but for those that a run may still be loading from. @param {string} home @param {string} start */
function removeOld(home, start) {
  for (const name of existsSync(home) ? readdirSync(home) : []) {
    const path = join(home, name);
    if (name.startsWith(start) && Date.now() - statSync(path).mtimeMs > 3_600_000)
      rmSync(path, { recursive: true });
  }
}

// By name, not by address: a benchmark that bundles this file is not meant.
if (basename(process.argv[1] ?? '') === 'build.mjs') {
  const { code, output } = await ensureBuilt();
  console.log(output);
  process.exitCode = code;
}
