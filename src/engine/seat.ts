// Who is asked in a run, and who is asked next when that one fails in a way that another account may not (P7). Knows
// neither accounts nor time: the order is the rotation's.

import type { StoredEventOf } from './events.ts';
import { FAILURES, type Failure } from './failures.ts';
import type { ResolvedModel } from './provider.ts';

export interface Seat {
  /** True where nobody could take over. */
  readonly alone: boolean;
  model(): ResolvedModel;
  /** All that may be asked for a request of this size, best first; a new round begins. */
  order(tokens: number): readonly ResolvedModel[];
  /** Those of this round that are left after a failure before any content; empty where rotating is no answer to it. */
  after(cause: Failure): readonly ResolvedModel[];
  /** Puts the first of `row` in the seat. The event to tell of it, where that is another one. */
  sit(row: readonly ResolvedModel[], cause?: Failure): StoredEventOf<'account-switch'> | undefined;
}

export function takeSeat(own: ResolvedModel): Seat {
  const { rotation } = own;
  let current = own;
  let left: readonly ResolvedModel[] = [];
  return {
    alone: rotation === undefined,
    model: () => current,
    order: (tokens) => rotation?.order(own, tokens) ?? [own],
    after: (cause) => {
      if (rotation === undefined || !FAILURES[cause.code].rotate) return [];
      rotation.failed(current, cause);
      return left;
    },
    sit: (row, cause) => {
      const [first, ...rest] = row;
      left = rest;
      if (first === undefined || first.name === current.name) return undefined;
      const from = current.name;
      current = first;
      return {
        type: 'account-switch',
        from,
        to: first.name,
        ...(cause === undefined ? {} : { failure: cause }),
      };
    },
  };
}
