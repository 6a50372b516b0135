// The entry of the page: guards scripts, starts the harness worker, puts the page over it.

import { connectHost } from '../protocol/wire.ts';
import { startPage } from './start.tsx';
import { guardScripts } from './trusted-types.ts';

guardScripts();
const worker = new Worker(new URL('../../workers/harness.ts', import.meta.url), {
  type: 'module',
  name: 'harness',
});
// After the start only what nobody caught in it, and that is in the diagnostic log.
const broken = new Promise((resolve) => worker.addEventListener('error', resolve, { once: true }));
void startPage(connectHost(worker), broken);
