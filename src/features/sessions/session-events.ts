// The sessions feature's own events: how a session is kept, where it came from, who took it over. Types only.

import type { SessionOrigin } from '../../engine/session-head.ts';

declare module '../../engine/events.ts' {
  interface EventMap {
    /** How a person keeps the session; what is missing stays as it was. */
    mark: { readonly pinned?: boolean; readonly archived?: boolean; readonly removed?: boolean };
    /** First entry of a fork or of an import from another product. */
    origin: SessionOrigin;
    /** A tab took the session from its owner: appends of an earlier epoch are refused from here on. */
    'take-over': { readonly epoch: number };
  }
}
