// The parts that Rehearsal has learnt: the tasks of the sample workspace.

import type { Reply } from './rehearsal-speech.ts';
import type { View } from './rehearsal-view.ts';

/** Undefined where the message is none of them. */
export function playTask(_view: View): Reply | undefined {
  return undefined;
}
