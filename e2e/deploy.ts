// A site of its own for one journey, into which the next build is deployed while the page is open: the same app under
// other names of chunks and another version, as every deployment makes them, without building twice.

import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/project.mjs';
import { startServer } from '../scripts/serve.mjs';

export interface Site {
  readonly origin: string;
  /** From here on the next build is served, and nothing of the one before. */
  deploy(): Promise<void>;
  close(): Promise<void>;
}

const TEXT = /\.(?:html|js|css|json|webmanifest)$/;

/** `build` is the version that the page will name. */
export async function openSite(build: string): Promise<Site> {
  const home = mkdtempSync(join(tmpdir(), 'bowline-site-'));
  const next = join(home, 'next');
  makeNext(next, build);
  let server = await startServer({ folder: join(root, 'dist') });
  const { origin, port } = new URL(server.url);
  return {
    origin,
    deploy: async () => {
      await server.close();
      server = await startServer({ folder: next, port: Number(port) });
    },
    close: async () => {
      await server.close();
      rmSync(home, { recursive: true });
    },
  };
}

function makeNext(folder: string, build: string): void {
  cpSync(join(root, 'dist'), folder, { recursive: true });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const hashed = files.filter((file) => /^(?:assets|workers)[\\/].+-[\w-]{8}\.\w+$/.test(file));
  const renamed = hashed.map((file) => [baseOf(file), baseOf(file).replace(/\.(\w+)$/, '2.$1')] as const);
  const names = new Map(renamed);
  const known = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const file of files.filter((path) => TEXT.test(path))) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8')
      .replace(known, (name) => names.get(name) ?? name)
      .replace(/\d+\.\d+\.\d+\+[0-9a-f]{8}/g, build);
    // The list of what is stored: files that keep their names have another content now.
    const isList = file === 'sw.js';
    writeFileSync(
      path,
      isList ? text.replace(/(revision:"|"revision":")[0-9a-f]{32}/g, '$1' + 'e'.repeat(32)) : text,
    );
  }
  for (const file of hashed)
    renameSync(
      join(folder, file),
      join(folder, file.slice(0, -baseOf(file).length) + (names.get(baseOf(file)) ?? '')),
    );
}

const baseOf = (file: string): string => file.split(/[\\/]/).at(-1) ?? file;
