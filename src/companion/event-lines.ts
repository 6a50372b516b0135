// Events as lines of JSON, `type` first: entries with their place in the log, live events with their run.

import type { Entry, LiveEvent, Outcome } from '../engine/events.ts';
import type { RunId } from '../engine/ids.ts';

export function entryLine({ seq, parent, at, by, run, event }: Entry): string {
  const { type, ...rest } = event;
  return `${JSON.stringify({ type, ...rest, ...(run !== undefined && { run }), seq, parent, at, by })}\n`;
}

export function liveLine(run: RunId, event: LiveEvent): string {
  const { type, ...rest } = event;
  return `${JSON.stringify({ type, ...rest, run })}\n`;
}

/** For an end that could not be put on record: no `seq`. */
export function endLine(outcome: Pick<Outcome, 'status' | 'failure'>): string {
  return `${JSON.stringify({ type: 'run-end', outcome })}\n`;
}
