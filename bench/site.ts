// What a benchmark opens in a browser: the built app behind its own server, or a small page built from
// bench/NAME/page.ts.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { engineAlias } from '../scripts/model-engine.mjs';
import { root } from '../scripts/project.mjs';

export interface Site {
  readonly address: string;
  /** For profiles and the like; goes with the site. */
  readonly folder: string;
  close(): Promise<void>;
}

/** The built app, served as `npm start` serves it. */
export async function serveApp(): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = spawn(process.execPath, [join(root, 'scripts', 'serve.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    server.stdout.on('data', (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(chunk.toString());
      if (found !== null) resolve(found[0]);
    });
  });
  return {
    address,
    close: async () => {
      server.kill();
    },
  };
}

export interface BuiltPage {
  /** Holds `page.js` and what it loads. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface PageOptions {
  /** Copied beside the page as it is. */
  readonly publicDir?: string;
}

export async function buildPage(name: string, { publicDir }: PageOptions = {}): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), 'bowline-bench-'));
  const site = join(folder, 'site');
  await build({
    root: join(root, 'bench', name),
    configFile: false,
    logLevel: 'error',
    publicDir: publicDir ?? false,
    resolve: { alias: engineAlias },
    worker: { format: 'es' },
    build: {
      outDir: site,
      target: 'es2024',
      rolldownOptions: { input: join(root, 'bench', name, 'page.ts'), output: { entryFileNames: 'page.js' } },
    },
  });
  return { folder: site, close: () => rm(folder, { recursive: true, force: true }) };
}

export async function openSite(name: string, options: PageOptions = {}): Promise<Site> {
  const page = await buildPage(name, options);
  const site = page.folder;
  const server = createServer((request, response) => {
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.setHeader('cross-origin-embedder-policy', 'require-corp');
    const path = request.url ?? '/';
    if (path === '/') {
      response.setHeader('content-type', 'text/html');
      response.end(
        '<!doctype html><meta charset="utf-8"><body><script type="module" src="/page.js"></script>',
      );
      return;
    }
    response.setHeader('content-type', 'text/javascript');
    void readFile(join(site, path)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    folder: join(site, '..'),
    close: async () => {
      server.close();
      await page.close();
    },
  };
}
