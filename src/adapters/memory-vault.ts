// Secrets for as long as the process lives: the vault of tests and of the headless run.

import type { Vault } from '../engine/ports.ts';

export function createMemoryVault(): Vault {
  const secrets = new Map<string, { readonly secret: string; readonly origin: string }>();
  return {
    async put(name, secret, address) {
      secrets.set(name, { secret, origin: originOf(address) });
    },
    async get(name, address) {
      const kept = secrets.get(name);
      return kept !== undefined && kept.origin === originOf(address) ? kept.secret : undefined;
    },
    has: async (name) => secrets.has(name),
    async remove(name) {
      secrets.delete(name);
    },
  };
}

/** Of an address; what is none stands for itself. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
