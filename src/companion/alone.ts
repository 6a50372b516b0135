// Locks and channel of a process that shares its sessions with nobody.

import type { Channel } from '../adapters/channel.ts';
import type { SessionLocks } from '../adapters/session-lock.ts';

export function createSoloLocks(): SessionLocks {
  return { acquire: async () => 'owner', steal: async () => {}, release: () => {} };
}

export function createSilentChannel<Message>(): Channel<Message> {
  return { post: () => {}, listen: () => {}, close: () => {} };
}
