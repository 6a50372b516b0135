// What only the page knows when the doctor asks what stands between it and a server: its origin, the person's system,
// and whether the browser lets it reach the local network.

import type { Here } from '../../protocol/host.ts';

export type System = Here['system'];

export function guessSystem(agent: string = navigator.userAgent): System {
  if (/Windows/i.test(agent)) return 'windows';
  return /Mac|iPhone|iPad/i.test(agent) ? 'macos' : 'linux';
}

/** Newer browsers ask for this machine and for the network apart, older ones once, others not at all. */
const ONCE = 'local-network-access';
const MACHINE = 'loopback-network';
const NETWORK = 'local-network';

async function permission(name: string): Promise<PermissionState | undefined> {
  try {
    // Not among the names that the types know.
    return (await navigator.permissions.query({ name: name as PermissionName })).state;
  } catch {
    // No such permission in this browser.
    return undefined;
  }
}

export async function readHere(system: System): Promise<Here> {
  const [once, machine, network] = await Promise.all([ONCE, MACHINE, NETWORK].map(permission));
  return {
    origin: location.origin,
    system,
    localNetwork: network ?? once ?? 'unknown',
    ...(machine === undefined ? {} : { thisMachine: machine }),
  };
}
