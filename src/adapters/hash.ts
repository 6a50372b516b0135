// SHA-256 through Web Crypto, in the browser, in workers and in Node.

import type { Hasher } from '../engine/ports.ts';

export function createHasher(): Hasher {
  return {
    async hash(data) {
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
      // Nothing here shares memory between threads, which is all that the narrower type asks for.
      const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}
