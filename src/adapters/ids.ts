// Random ids that no other tab or device will make again.

import { asId } from '../engine/ids.ts';
import type { Ids } from '../engine/ports.ts';

export function createRandomIds(): Ids {
  return { next: <Id extends string>() => asId<Id>(crypto.randomUUID()) };
}
