// The static server of dist/: loopback only, with the headers that the build wrote for each path. Run on its own it
// serves at PORT; `npm start` and the tests use `startServer`.
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, normalize, sep } from 'node:path';
import { createGzip } from 'node:zlib';
import { root } from './project.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const TEXT = 'text/plain; charset=utf-8';

/** @param {string} file */
function fileStat(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat : undefined;
}

/**
 * The file for a request path: inside `folder`, no hidden files; a page address without extension is the app.
 * @param {string} folder @param {string} pathname
 */
function resolve(folder, pathname) {
  let path;
  try {
    path = normalize(decodeURIComponent(pathname)).split(sep).join('/').replace(/^\/+/, '');
  } catch {
    return undefined;
  }
  if (path.includes('\0') || path.split('/').some((part) => part.startsWith('.'))) return undefined;
  if (path === '') path = 'index.html';
  const stat = fileStat(join(folder, path));
  if (stat !== undefined) return { path, stat };
  if (extname(path) !== '') return undefined;
  const page = fileStat(join(folder, 'index.html'));
  return page === undefined ? undefined : { path: 'index.html', stat: page };
}

/** @param {string} folder */
function createHandler(folder) {
  /** @type {{ match: string, headers: Record<string, string> }[]} */
  const rows = JSON.parse(readFileSync(join(folder, 'headers.json'), 'utf8'));
  const table = rows.map(({ match, headers }) => ({ match: new RegExp(match), headers }));

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  return (request, response) => {
    const { method = 'GET', url = '/', headers: asked } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { 'content-type': TEXT, allow: 'GET, HEAD' }).end('Method not allowed\n');
      return;
    }
    const found = resolve(folder, url.replace(/[?#].*$/, ''));
    const named = found?.path ?? 'missing';
    const headers = { ...table.find(({ match }) => match.test(named))?.headers };
    if (found === undefined) {
      response
        .writeHead(404, { ...headers, 'cache-control': 'no-store', 'content-type': TEXT })
        .end('Not found\n');
      return;
    }
    const { path, stat } = found;
    const type = TYPES[extname(path)] ?? TEXT;
    const etag = `"${stat.size.toString(36)}-${Math.trunc(stat.mtimeMs).toString(36)}"`;
    Object.assign(headers, { 'content-type': type, etag, vary: 'accept-encoding' });
    if (asked['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    const range = /^bytes=(\d+)-$/.exec(String(asked['range'] ?? ''));
    const start = Number(range?.[1] ?? 0);
    if (range !== null && start < stat.size) {
      const size = String(stat.size - start);
      const part = `bytes ${start}-${stat.size - 1}/${stat.size}`;
      response.writeHead(206, { ...headers, 'content-range': part, 'content-length': size });
      if (method === 'HEAD') response.end();
      else createReadStream(join(folder, path), { start }).pipe(response);
      return;
    }
    const squeeze = /text|json|svg/.test(type) && /\bgzip\b/.test(String(asked['accept-encoding'] ?? ''));
    response.writeHead(200, {
      ...headers,
      ...(squeeze ? { 'content-encoding': 'gzip' } : { 'content-length': String(stat.size) }),
    });
    if (method === 'HEAD') {
      response.end();
      return;
    }
    const file = createReadStream(join(folder, path));
    file.on('error', () => response.destroy());
    if (squeeze) file.pipe(createGzip()).pipe(response);
    else file.pipe(response);
  };
}

/**
 * Serves `folder` on 127.0.0.1. `port` 0 takes a free one; with `orNext`, a taken port means the one after it.
 * @param {{ folder?: string, port?: number, orNext?: boolean }} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startServer({ folder = join(root, 'dist'), port = 0, orNext = false } = {}) {
  const server = createServer(createHandler(folder));
  /** @param {number} at @returns {Promise<void>} */
  const listen = (at) =>
    new Promise((done, fail) => {
      server.once('error', fail);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', fail);
        done();
      });
    });
  for (let at = port; ; at += 1) {
    try {
      await listen(at);
      break;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken || !orNext || at >= port + 50) throw error;
    }
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

// By name, not by address: a benchmark that bundles this file is not meant.
if (basename(process.argv[1] ?? '') === 'serve.mjs') {
  const { url } = await startServer({ port: Number(process.env['PORT'] ?? 4173) });
  console.log(url);
}
