// The first load, before any interaction (N10): the page's script with all it imports at once, and the worker that
// it starts, gzipped. Lazy chunks are measured one by one only to keep an accident from growing unseen.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const dist = 'dist';

/** The file and everything it imports statically. */
function withImports(file, found = new Set()) {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g)) {
    withImports(join(dirname(file), path), found);
  }
  return found;
}

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const page = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) =>
  join(dist, path),
);
const workers = existsSync(join(dist, 'workers')) ? readdirSync(join(dist, 'workers')) : [];
const harness = workers
  .filter((name) => name.startsWith('harness-'))
  .map((name) => join(dist, 'workers', name));
const all = (files) => [...files.reduce((found, file) => withImports(file, found), new Set())];

export default [
  { name: 'first load: page and harness', path: all([...page, ...harness]), limit: '100 kB', gzip: true },
  { name: 'page alone', path: all(page), limit: '70 kB', gzip: true },
  { name: 'service worker', path: join(dist, 'sw.js'), limit: '14 kB', gzip: true },
];
