// A run's events as short lines, so that a test can compare the whole list and a person can read the difference.

import type { RunEvent } from '../events.ts';

/** One line an event: its type and what tells it apart. Nothing is left out. */
export function eventLines(events: readonly RunEvent[]): readonly string[] {
  return events.map(lineOf);
}

/** Without deltas and the ledger's bookkeeping: what happened, in order. */
export function storyOf(events: readonly RunEvent[]): readonly string[] {
  return events
    .filter(
      (event) => !event.type.startsWith('part-') && event.type !== 'budget' && event.type !== 'turn-start',
    )
    .map(lineOf);
}

function lineOf(event: RunEvent): string {
  switch (event.type) {
    case 'part-start':
    case 'part-end':
      return `${event.type} ${event.part} ${event.id}`;
    case 'part-delta':
      return `${event.type} ${event.part} ${event.id} ${event.delta}`;
    case 'message-end': {
      const parts = event.message.parts.map((part) =>
        part.type === 'tool-call' ? `${part.tool}#${part.callId}` : part.text,
      );
      return `message-end ${parts.join(' | ')}${event.discarded === undefined ? '' : ` (${event.discarded.code})`}`;
    }
    case 'tool-start':
      return `tool-start ${event.callId}`;
    case 'tool-end':
      return `tool-end ${event.callId} ${event.result.ok ? event.result.text : (event.result.failure ?? '?')}`;
    case 'tool-progress':
      return `tool-progress ${event.callId} ${event.note}`;
    case 'approval-request':
      return `approval-request ${event.callId} ${event.reason}`;
    case 'approval-response':
      return `approval-response ${event.callId} ${event.answer.type}`;
    case 'unknown-resolved':
      return `unknown-resolved ${event.callId} ${event.ran ? 'ran' : 'not-run'} by ${event.by}`;
    case 'retry':
      return `retry ${event.failure.code} ${event.attempt} ${event.waitMs}`;
    case 'budget':
      return `budget ${event.action}${event.limit === undefined ? '' : ` ${event.limit}`}`;
    case 'nudge':
      return `nudge ${event.kind}`;
    case 'steer':
    case 'unqueue':
      return `${event.type} ${event.message}`;
    case 'run-end': {
      const { status, failure, limit, turnLimit } = event.outcome;
      const why = failure?.code ?? limit ?? (turnLimit === true ? 'turnLimit' : '');
      return `run-end ${status}${why === '' ? '' : ` ${why}`}`;
    }
    default:
      return event.type;
  }
}
