// The page's worker: exposes the host API at once (a message that arrives before that is lost), then opens storage
// and builds the harness behind it. Every call waits for that; a failure to open reaches whoever called. The diagnostic
// log alone is there without it, and hears of what fails, what is slow and what nobody caught.

import { asFailure } from '../src/engine/failures.ts';
import { errorEvent } from '../src/features/diagnostics/diagnostics.ts';
import type { HostApi } from '../src/protocol/host.ts';
import { exposeHost } from '../src/protocol/wire.ts';
import { createBrowserPlatform } from './browser-platform.ts';
import { createLateDiagnostics } from './late-diagnostics.ts';
import { createHarness } from './wiring.ts';

const SLOW_MS = 3000;
/** They wait for a server, a person or a stream. */
const MAY_BE_SLOW: readonly string[] = ['connect', 'testAccount', 'diagnose', 'lookForLocalServers', 'stop'];

const diagnostics = createLateDiagnostics();
let opening: Promise<HostApi> | undefined;

/** Tried again by the next call where it failed: a blocked upgrade or a full disk may pass. */
function harness(): Promise<HostApi> {
  opening ??= createBrowserPlatform(diagnostics).then((platform) => createHarness(platform));
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

/** Works where the harness does not. */
const always: Pick<HostApi, 'note' | 'diagnostics'> = {
  note: async (events) => {
    for (const event of events) diagnostics.note(event, 'page');
  },
  diagnostics: () => diagnostics.lines(Date.now()),
};

async function call(name: keyof HostApi, args: readonly unknown[]): Promise<unknown> {
  const from = performance.now();
  try {
    const method = (await harness())[name] as (...args: readonly unknown[]) => unknown;
    return await method(...args);
  } catch (thrown) {
    diagnostics.note({ type: 'failure', code: asFailure(thrown).code, command: name });
    throw thrown;
  } finally {
    const ms = performance.now() - from;
    if (ms >= SLOW_MS && !MAY_BE_SLOW.includes(name))
      diagnostics.note({ type: 'slow', what: 'command', ms, command: name });
  }
}

const host = new Proxy(Object.create(null) as HostApi, {
  get: (_target, name: keyof HostApi) =>
    name === 'note' || name === 'diagnostics'
      ? always[name]
      : (...args: readonly unknown[]) => call(name, args),
});

addEventListener('error', ({ error }: ErrorEvent) => diagnostics.note(errorEvent(error)));
addEventListener('unhandledrejection', ({ reason }) => diagnostics.note(errorEvent(reason)));

exposeHost(host);
