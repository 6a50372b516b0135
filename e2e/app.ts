// The fixtures of every journey: a watched browser context and scripted model servers, both judged when a test ends.
// How to act on the screens stands in room.ts.

import { test as base, expect } from '@playwright/test';
import {
  type ModelServer,
  type ModelServerOptions,
  type Script,
  startModelServer,
} from './model-server/server.ts';
import { type Watch, watchContext } from './watch.ts';

export { expect };

export type StartModel = (
  script: Script,
  options?: Omit<ModelServerOptions, 'script'>,
) => Promise<ModelServer>;

type Fixtures = {
  watch: Watch;
  /** Starts a scripted model; its violations fail the test when it ends. */
  model: StartModel;
};

export const test = base.extend<Fixtures>({
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = watchContext(context, new URL(baseURL ?? 'http://127.0.0.1').origin);
      await use(watch);
      expect(watch.complaints, 'console messages, uncaught errors and foreign requests').toEqual([]);
    },
    { auto: true },
  ],
  model: async ({ watch }, use) => {
    const servers: ModelServer[] = [];
    await use(async (script, options = {}) => {
      const server = await startModelServer({ ...options, script });
      servers.push(server);
      watch.admit(server.origin);
      return server;
    });
    for (const server of servers) await server.close();
    expect(
      servers.flatMap((server) => server.violations),
      'what the judge and the witness found in the requests',
    ).toEqual([]);
  },
});
