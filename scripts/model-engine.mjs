// What runs models in the page takes the engine that we choose and bring, not the one it would take by itself: an alias
// for the build, the dev server and the tests in a browser.
import { join } from 'node:path';
import { root } from './project.mjs';

export const engineAlias = [
  { find: /^onnxruntime-web\/webgpu$/, replacement: join(root, 'workers/model-engine.ts') },
];
