// The entry of the page: guards scripts, starts the harness worker, puts the page over it.

import { connectHost } from '../protocol/wire.ts';
import { startPage } from './start.tsx';
import { guardScripts } from './trusted-types.ts';

guardScripts();
const worker = new Worker(new URL('../../workers/harness.ts', import.meta.url), {
  type: 'module',
  name: 'harness',
});
void startPage(connectHost(worker));
