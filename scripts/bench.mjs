// `npm run bench -- NAME [options]`: runs bench/NAME.ts, which prints a table and, as its last line, one JSON object.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleForNode, ensureBuilt } from './build.mjs';
import { ensureChromium, ensureDependencies } from './install.mjs';
import { root } from './project.mjs';

const name = process.argv[2] ?? '';
const entry = `bench/${name}.ts`;
if (!/^[\w-]+$/.test(name) || !existsSync(join(root, entry))) {
  const names = existsSync(join(root, 'bench'))
    ? readdirSync(join(root, 'bench')).filter((file) => /^[\w-]+\.ts$/.test(file) && file !== 'peer.ts')
    : [];
  console.error(
    `Usage: npm run bench -- NAME, where NAME is one of: ${names.map((file) => file.slice(0, -3)).join(', ')}`,
  );
  process.exit(2);
}
await ensureDependencies();
await ensureChromium();
const built = await ensureBuilt();
if (built.code !== 0)
  console.error(`The app does not build, figures that need it will fail:\n${built.output}`);
const file = await bundleForNode(entry);
process.argv.splice(1, 2, file); // the benchmark sees its own options only
await import(pathToFileURL(file).href);
