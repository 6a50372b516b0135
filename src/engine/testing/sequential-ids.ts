// Ids that a test can foretell: prefix-1, prefix-2, …

import { asId } from '../ids.ts';
import type { Ids } from '../ports.ts';

export function createSequentialIds(prefix = 'id'): Ids {
  let count = 0;
  return {
    next<Id extends string>() {
      count += 1;
      return asId<Id>(`${prefix}-${count}`);
    },
  };
}
