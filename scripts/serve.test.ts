// The static server over a small folder: what it gives, with which headers, and what it keeps to itself.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bowline-serve-'));
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  const rows = [
    { match: '^index\\.html$', headers: { 'x-kind': 'page' } },
    { match: '', headers: { 'x-kind': 'other' } },
  ];
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  for (const [name, text] of [
    ['headers.json', JSON.stringify(rows)],
    ['index.html', '<p>app</p>'],
    ['.stamp', 'hidden'],
    ['assets/a.js', '1'],
  ] as const) {
    writeFileSync(join(folder, 'dist', name), text);
  }
  server = await startServer({ folder: join(folder, 'dist') });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** `fetch` would tidy the path; a raw request sends it as it stands. */
function get(path: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<{ status: number; kind: unknown; type: unknown; etag: unknown; body: string }>(
    (done, fail) => {
      const { hostname, port } = new URL(server.url);
      const call = request({ hostname, port, path, method, headers }, (response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part.toString()));
        response.on('end', () => {
          const { 'x-kind': kind, 'content-type': type, etag } = response.headers;
          done({ status: response.statusCode ?? 0, kind, type, etag, body });
        });
      });
      call.on('error', fail);
      call.end();
    },
  );
}

describe('the static server', () => {
  it('gives files with their type and the headers of the first row that fits', async () => {
    expect(await get('/')).toMatchObject({
      status: 200,
      kind: 'page',
      type: 'text/html; charset=utf-8',
      body: '<p>app</p>',
    });
    expect(await get('/assets/a.js?x#y')).toMatchObject({
      status: 200,
      kind: 'other',
      type: 'text/javascript; charset=utf-8',
    });
  });

  it('answers an address of the app with the page, and a missing file with 404', async () => {
    expect(await get('/some/place')).toMatchObject({ status: 200, kind: 'page' });
    expect(await get('/assets/none.js')).toMatchObject({ status: 404, kind: 'other' });
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/.stamp',
    '/%00',
    '/%',
  ])('never gives %s', async (path) => {
    const { body } = await get(path);
    expect(body).not.toMatch(/secret|hidden/);
  });

  it('takes GET and HEAD only', async () => {
    expect(await get('/', 'POST')).toMatchObject({ status: 405 });
    expect(await get('/', 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('says when nothing has changed', async () => {
    const { etag } = await get('/');
    expect(await get('/', 'GET', { 'if-none-match': String(etag) })).toMatchObject({ status: 304, body: '' });
  });

  it('takes the next port when it may and the first is taken', async () => {
    const port = Number(new URL(server.url).port);
    await expect(startServer({ folder: join(folder, 'dist'), port })).rejects.toThrow('EADDRINUSE');
    const next = await startServer({ folder: join(folder, 'dist'), port, orNext: true });
    expect(Number(new URL(next.url).port)).toBeGreaterThan(port);
    await next.close();
  });
});
