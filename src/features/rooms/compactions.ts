// Whether a compaction can be taken back. Pure; the entry that does it is the room's to write.

import { isDue } from '../../engine/compaction.ts';
import { createContextBuilder, type Fence } from '../../engine/context.ts';
import type { MessageId } from '../../engine/ids.ts';
import type { ResolvedModel } from '../../engine/provider.ts';
import type { HistoryItem } from '../../engine/transcript.ts';

/** running: a run is on · overtaken: a later one stands on it · too-large: the originals no longer fit. */
export type CompactionUndo = 'undone' | 'running' | 'overtaken' | 'too-large';

/** `model`: the one of the next request, where it can be had. */
export function undoOf(
  items: readonly HistoryItem[],
  compaction: MessageId,
  model: ResolvedModel | undefined,
  fence: Fence,
): CompactionUndo {
  const [first, ...rest] = items;
  if (first?.type !== 'summary' || first.id !== compaction) return 'overtaken';
  if (model === undefined) return 'undone';
  const { window, windowKnown } = model.capabilities;
  const stamp = model.provider.stamp(model.model);
  const { tokens } = createContextBuilder(fence).build([...first.folded, ...rest], stamp, []);
  // It would be summed up again by the very next request.
  return isDue({ systemTokens: 0, toolTokens: 0, window, windowKnown }, tokens) ? 'too-large' : 'undone';
}
