// The page's worker: exposes the host API at once (a message that arrives before that is lost), then opens storage
// and builds the harness behind it. Every call waits for that; a failure to open reaches whoever called.

import type { HostApi } from '../src/protocol/host.ts';
import { exposeHost } from '../src/protocol/wire.ts';
import { createBrowserPlatform } from './browser-platform.ts';
import { createHarness } from './wiring.ts';

let opening: Promise<HostApi> | undefined;

/** Tried again by the next call where it failed: a blocked upgrade or a full disk may pass. */
function harness(): Promise<HostApi> {
  opening ??= createBrowserPlatform().then((platform) => createHarness(platform));
  opening.catch(() => {
    opening = undefined;
  });
  return opening;
}

const host = new Proxy(Object.create(null) as HostApi, {
  get:
    (_target, name: keyof HostApi) =>
    async (...args: readonly unknown[]) => {
      const method = (await harness())[name] as (...args: readonly unknown[]) => unknown;
      return method(...args);
    },
});

exposeHost(host);
