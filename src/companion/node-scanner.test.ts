// Node's scanner over its bundled thread, as the headless run has it.

import { pathToFileURL } from 'node:url';
import { beforeAll } from 'vitest';
import { scannerContract } from '../adapters/scanner.contract.ts';
import { createNodeScanner } from './node-scanner.ts';

let entry: URL | undefined;
beforeAll(async () => {
  // Plain JavaScript, and no part of this project's types.
  const scripts = new URL('../../scripts/build.mjs', import.meta.url).href;
  const { bundleForNode } = (await import(scripts)) as { bundleForNode(path: string): Promise<string> };
  entry = pathToFileURL(await bundleForNode('src/companion/scan-thread.ts'));
}, 60_000);

scannerContract('Node', (clock) => {
  if (entry === undefined) throw new Error('no bundle');
  return createNodeScanner({ clock, entry });
});
