// `npm run -s agent -- "task" --cwd DIR --model provider/model`: the headless run, in this very process, so that
// Ctrl-C reaches it and stdout holds its events only.
import { pathToFileURL } from 'node:url';
import { bundleForNode } from './build.mjs';
import { ensureDependencies } from './install.mjs';

await ensureDependencies();
const [entry, scanThread] = [
  await bundleForNode('src/companion/headless.ts'),
  await bundleForNode('src/companion/scan-thread.ts'),
].map((file) => pathToFileURL(file));
const { main } = await import(String(entry));
await main(process.argv.slice(2), scanThread);
