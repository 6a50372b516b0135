// How a run went, read from what is on record: in a few words, for the table. Reads only.

import type { StoredEvent } from '../../src/engine/events.ts';
import type { Went } from './fault-table.ts';

export function recordOf(events: readonly StoredEvent[]): Omit<Went, 'requests'> {
  const last = events.at(-1);
  if (last?.type !== 'run-end') throw new Error('the run has not ended');
  const { status, failure } = last.outcome;
  if (status !== 'done' && failure === undefined) throw new Error(`the run ended as ${status}`);
  return { ends: failure?.code ?? 'done', record: events.flatMap(wordFor).join(', ') };
}

function wordFor(event: StoredEvent): readonly string[] {
  switch (event.type) {
    case 'turn-start':
      return ['turn'];
    case 'message-end':
      return [event.discarded === undefined ? 'message' : `discarded ${event.discarded.code}`];
    case 'retry':
      return [`retry ${event.failure.code} ${event.waitMs / 1_000} s`];
    case 'account-switch':
      return [`switch ${event.from} to ${event.to}`];
    case 'tool-start':
      return ['tool'];
    case 'tool-end':
      return [`result ${event.result.failure ?? 'ok'}`];
    case 'compaction':
      return [`compaction by ${event.by}`];
    case 'compaction-skipped':
      return [`no compaction: ${event.reason}`];
    case 'nudge':
      return ['nudge'];
    default:
      return [];
  }
}
