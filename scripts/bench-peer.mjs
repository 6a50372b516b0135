// `npm run -s bench:peer`: bundles bench/peer.ts with all it needs and prints the path of the module, nothing else.
import { bundleForNode } from './build.mjs';
import { ensureDependencies } from './install.mjs';

await ensureDependencies();
console.log(await bundleForNode('bench/peer.ts', { whole: true }));
