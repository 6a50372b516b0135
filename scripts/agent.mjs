// `npm run -s agent -- "task" --cwd DIR --model provider/model`: the headless run, in this very process, so that
// Ctrl-C reaches it and stdout holds its events only.
import { pathToFileURL } from 'node:url';
import { bundleForNode } from './build.mjs';
import { ensureDependencies } from './install.mjs';

await ensureDependencies();
await import(pathToFileURL(await bundleForNode('src/companion/headless.ts')).href);
