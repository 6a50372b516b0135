// What must never happen in a journey: a console error or warning, an uncaught error, a request to a foreign origin.
// It only collects; app.ts fails the test on what was collected.

import type { BrowserContext } from '@playwright/test';

export type Watch = {
  /** In words, oldest first. */
  readonly complaints: readonly string[];
  /** Requests may go to this origin from now on. */
  admit(origin: string): void;
  /** The browser itself logs failed loads; a journey that provokes them names the text it expects. */
  expectNoise(text: RegExp): void;
};

export const watchContext = (context: BrowserContext, appOrigin: string): Watch => {
  const complaints: string[] = [];
  const origins = new Set([appOrigin]);
  const noise: RegExp[] = [];

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = `${message.text()} (${message.location().url})`;
    if (!noise.some((expected) => expected.test(text))) complaints.push(`console ${message.type()}: ${text}`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    const isRemote = url.protocol.startsWith('http') || url.protocol.startsWith('ws');
    if (isRemote && !origins.has(url.origin)) complaints.push(`request to ${url.href}`);
  });

  return {
    complaints,
    admit: (origin) => {
      origins.add(origin);
    },
    expectNoise: (text) => {
      noise.push(text);
    },
  };
};
