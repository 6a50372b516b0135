// The one way out in Node: the browser's adapter, without the time-outs that Node's own fetch hides (E20: ours are
// the only ones; a model that loads its weights may stay silent for longer than Node's five minutes).

import { createHttp, type FetchHttp } from '../adapters/http.ts';
import type { Clock } from '../engine/ports.ts';

/** Where Node's fetch looks for its dispatcher; shared by every copy of the library behind it. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1');

export function createNodeHttp(options: { readonly clock: Clock; readonly changed?: () => void }): FetchHttp {
  waitAsLongAsWeSay();
  return createHttp(options);
}

/** Where a Node without that place comes, its time-outs stay. */
function waitAsLongAsWeSay(): void {
  // Loads the library that sets the dispatcher.
  void new Headers();
  const dispatcher: unknown = Reflect.get(globalThis, DISPATCHER);
  if (typeof dispatcher !== 'object' || dispatcher === null) return;
  const made: unknown = Reflect.construct(dispatcher.constructor, [{ headersTimeout: 0, bodyTimeout: 0 }]);
  Reflect.set(globalThis, DISPATCHER, made);
}
