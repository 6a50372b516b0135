// Builds what runs: the app into dist/, and a TypeScript entry into one file for Node. Only when stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { binOf, root, run, sourceHash } from './project.mjs';

const FOLDERS = ['src', 'workers', 'public'];
const FILES = ['package-lock.json', 'vite.config.ts', 'index.html'];

/** @param {string} stamp @param {string} hash */
const isFresh = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;

/** Builds the app unless dist/ is of these sources. Resolves with the exit code and what the build said. */
export async function ensureBuilt() {
  const hash = sourceHash(FOLDERS, FILES);
  const stamp = join(root, 'dist', '.stamp');
  if (isFresh(stamp, hash)) return { code: 0, output: 'dist is up to date' };
  const result = await run(binOf('vite'), ['build'], { quiet: true });
  if (result.code === 0) writeFileSync(stamp, hash);
  return result;
}

/**
 * Bundles a TypeScript entry for Node (which strips no types at version 20) unless that was done already, and
 * returns the path of the module. Packages stay outside and are found in node_modules, unless `whole`.
 * @param {string} entry path below the root @param {{ whole?: boolean }} [options]
 */
export async function bundleForNode(entry, { whole = false } = {}) {
  const name = basename(entry).replace(/\.ts$/, '');
  const file = join(root, '.cache', 'node', dirname(entry).replaceAll(/[\\/]/g, '-'), `${name}.mjs`);
  const stamp = `${file}.stamp`;
  const hash = sourceHash([...FOLDERS, 'bench', 'e2e', 'scripts'], FILES);
  if (existsSync(file) && isFresh(stamp, hash)) return file;
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: whole ? { noExternal: true } : {},
    build: {
      ssr: join(root, entry),
      outDir: dirname(file),
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        output: {
          entryFileNames: `${name}.mjs`,
          chunkFileNames: `${name}-[name]-[hash].mjs`,
          codeSplitting: !whole,
        },
      },
    },
  });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return file;
}

// By name, not by address: a benchmark that bundles this file is not meant.
if (basename(process.argv[1] ?? '') === 'build.mjs') {
  const { code, output } = await ensureBuilt();
  console.log(output);
  process.exitCode = code;
}
