// Holds every source file to the table in architecture.ts. It says how much it has read, and proves on small wrong
// examples that it would notice, so that it can't pass on nothing.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFacts } from './architecture-facts.ts';
import { isTest, judgeImport, layerOf, mayNameVendors, mayTouch, vendors } from './architecture.ts';

const root = join(import.meta.dirname, '..');

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
}

const sources = [...sourcesBelow('src'), ...sourcesBelow('workers')].map((path) => ({
  path,
  source: readFileSync(join(root, path), 'utf8'),
}));
const all = sources.map(({ path, source }) => readFacts(path, source));
const product = all.filter(({ path }) => !isTest(path) && layerOf(path) !== undefined);
const imports = product.flatMap((file) => file.imports);

describe('what has been read', () => {
  it('reads every layer, and as many imports as an independent count finds', () => {
    const layers = [
      'engine',
      'features',
      'protocol',
      'adapters',
      'ui',
      'recovery',
      'companion',
      'workers',
    ] as const;
    expect(layers.filter((layer) => !product.some(({ path }) => layerOf(path) === layer))).toEqual([]);
    const counted = sources
      .filter(({ path }) => !isTest(path) && layerOf(path) !== undefined)
      .reduce(
        (sum, { source }) => sum + (source.match(/^(import|export)\b[^;=(]*?\bfrom\s+'/gm)?.length ?? 0),
        0,
      );
    expect(counted).toBeGreaterThan(100);
    expect(imports.length).toBeGreaterThanOrEqual(counted);
  });

  it('finds the target of every relative import', () => {
    const lost = all
      .flatMap((file) => file.imports)
      .filter(({ to }) => /^(src|workers|\.\.)\//.test(to) && !existsSync(join(root, to)));
    expect(lost).toEqual([]);
  });
});

describe('layers', () => {
  it('import only what the table allows', () => {
    expect(imports.map(judgeImport).filter((wrong) => wrong !== undefined)).toEqual([]);
  });

  it.each([
    ["import { a } from '../features/settings.ts';", 'src/engine/x.ts'],
    ["import { z } from 'zod';", 'src/engine/x.ts'],
    ["import type { A } from '../rooms/rooms.ts';", 'src/features/plans/x.ts'],
    ["import { a } from '../plans/plans.ts';", 'src/features/schema.ts'],
    ["import { a } from '../features/rooms/inner.ts';", 'src/adapters/x.ts'],
    ["import { a } from '../adapters/db.ts';", 'src/protocol/x.ts'],
    ["export * from '../../workers/wiring.ts';", 'src/adapters/x.ts'],
    ["const a: import('../adapters/db.ts').Db = b;", 'src/ui/x.tsx'],
    ["const a = await import('../features/rooms/rooms.ts');", 'src/ui/x.tsx'],
    ["import { runAgent } from '../engine/loop.ts';", 'src/ui/x.tsx'],
    ["import { memoryPorts } from '../engine/testing/memory.ts';", 'src/adapters/x.ts'],
    ["import * as comlink from 'comlink';", 'src/protocol/host.ts'],
    ["import { openDB } from 'idb';", 'src/adapters/blobs.ts'],
    ["import { spawn } from 'node:child_process';", 'src/companion/server.ts'],
    ["declare module '../adapters/db.ts' {}", 'src/features/x.ts'],
  ])('refuse %s in %s', (source, path) => {
    expect(readFacts(path, source).imports.map(judgeImport)).toEqual([expect.stringContaining(path)]);
  });
});

describe('events of features', () => {
  it('are listed in tsconfig/events.d.ts, so that every layer knows all of them', () => {
    const adding = sources.filter(({ path, source }) => !isTest(path) && /^declare module '/m.test(source));
    const listed = readFileSync(join(root, 'tsconfig/events.d.ts'), 'utf8').matchAll(
      /^import '\.\.\/(.*)';$/gm,
    );
    expect([...listed].map(([, path]) => path)).toEqual(adding.map(({ path }) => path).sort());
  });
});

describe('single places', () => {
  const strayed = (files: readonly ReturnType<typeof readFacts>[]): string[] =>
    files.flatMap(({ path, touches }) =>
      touches.filter((name) => !mayTouch(path, name)).map((name) => `${path}: ${name}`),
    );

  it('touch the network, storage and eval, and nothing else does', () => {
    expect(strayed(product)).toEqual([]);
  });

  it.each([
    'await fetch(url);',
    'const call = globalThis.fetch;',
    'use({ fetch });',
    'indexedDB.open(name);',
    'await navigator.storage.getDirectory();',
    'localStorage.clear();',
    'new WebSocket(url);',
    "new Function('return 1');",
    'navigator.sendBeacon(url);',
  ])('refuse %s elsewhere', (source) => {
    expect(strayed([readFacts('src/features/x.ts', source)])).toHaveLength(1);
  });

  it('let a port have a method called fetch', () => {
    expect(
      strayed([
        readFacts('src/features/x.ts', 'await http.fetch({ url }); interface Http { fetch(): void }'),
      ]),
    ).toEqual([]);
  });

  it('launch each worker: one `new Worker(new URL(…))` per entry, each entry exists', () => {
    // Node's threads are of another kind, and bound to their place as a package.
    const launches = product
      .filter(({ path }) => layerOf(path) !== 'companion')
      .flatMap(({ launches: targets, path }) => targets.map((to) => ({ to, path })));
    expect(launches.filter(({ to }) => !to.startsWith('workers/') || !existsSync(join(root, to)))).toEqual(
      [],
    );
    expect(new Set(launches.map(({ to }) => to)).size).toBe(launches.length);
    expect(
      readFacts('src/ui/x.ts', "new Worker(new URL('../../workers/a.ts', import.meta.url))").launches,
    ).toEqual(['workers/a.ts']);
    expect(readFacts('src/ui/x.ts', 'new Worker(url)').launches).toEqual(['']);
  });
});

describe('names and words', () => {
  it('name vendors only in the provider layer, catalogues and tests', () => {
    const named = sources
      .filter(({ path }) => layerOf(path) !== undefined && !mayNameVendors(path))
      .flatMap(({ path, source }) =>
        source
          .split('\n')
          .flatMap((line, at) => (vendors.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
      );
    expect(named).toEqual([]);
    expect(
      ['OpenAI', 'openai-compatible', 'Ollama', 'LM Studio', 'llama.cpp'].filter(
        (name) => !vendors.test(name),
      ),
    ).toEqual(['LM Studio']);
  });

  it('keep every word that people read in the message catalogues', () => {
    const written = product.flatMap(({ path, words }) => words.map((said) => `${path}: ${said}`));
    expect(written).toEqual([]);
    const example = `<p class="quiet" title="Read me">Hello {name} {'there'} <kbd>Esc</kbd></p>`;
    expect(readFacts('src/ui/x.tsx', example).words).toEqual(['Read me', 'Hello', 'there']);
  });
});

describe('files', () => {
  it('stay below 500 lines, but for the catalogues, which are tables', () => {
    const files = all.filter(({ path }) => !/^src\/ui\/i18n\/[a-z]{2}\.ts$/.test(path));
    expect(files.filter(({ lines }) => lines >= 500).map(({ path, lines }) => `${path}: ${lines}`)).toEqual(
      [],
    );
  });

  it('say in their first line what they are, unless the names of their tests do', () => {
    const silent = all.filter(({ path, header }) => !header && !/\.test(-d)?\.tsx?$/.test(path));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
