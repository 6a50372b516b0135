// Joins streamed text so that what leaves is well-formed (E19): servers cut between the halves of a surrogate pair,
// and some send halves that never had a partner.

import { wellFormed } from '../../engine/text.ts';

export interface TextJoiner {
  /** What can be passed on now; '' while half a pair waits for the other. */
  push(delta: string): string;
  /** What still waited: half a pair that stayed alone. */
  end(): string;
}

export function createTextJoiner(): TextJoiner {
  let waiting = '';
  return {
    push: (delta) => {
      const text = waiting + delta;
      const last = text.charCodeAt(text.length - 1);
      const half = last >= 0xd800 && last <= 0xdbff;
      waiting = half ? text.slice(-1) : '';
      return wellFormed(half ? text.slice(0, -1) : text);
    },
    end: () => {
      const rest = wellFormed(waiting);
      waiting = '';
      return rest;
    },
  };
}
