// Which sessions are work of a person, and not the demo's.

import type { SessionHead } from '../../engine/session-head.ts';

const DEMO = 'rehearsal/';

/** A session that was worked in with a real model; one that only came in from elsewhere counts too. */
export function isReal({ setup, lastStatus, origin }: SessionHead): boolean {
  if (origin?.product !== undefined) return true;
  return lastStatus !== undefined && setup.model !== undefined && !setup.model.startsWith(DEMO);
}
