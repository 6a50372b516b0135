// The trace of a session as far as its entries tell: one span per model turn, tool call and wait. Nothing is
// estimated; a span without an end has none.

import type { Entry } from '../../engine/events.ts';
import type { FailureCode } from '../../engine/failures.ts';
import type { ParticipantId, RunId, TurnId } from '../../engine/ids.ts';

export interface Span {
  readonly key: string;
  readonly kind: 'model' | 'tool' | 'person' | 'wait' | 'note';
  readonly run: RunId;
  readonly by: ParticipantId;
  /** Model or tool name, or what the note says, as data. */
  readonly name: string;
  /** Of a model call: under which its requests are kept. */
  readonly turn?: TurnId;
  readonly startAt: number;
  readonly ms?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly failure?: FailureCode;
}

/** In the order of their beginnings. */
export function spansOf(entries: readonly Entry[]): readonly Span[] {
  const spans: Span[] = [];
  const open = new Map<string, number>();
  const begin = (id: string, span: Span): void => {
    open.set(id, spans.push(span) - 1);
  };
  const end = (id: string, more: Partial<Span>): void => {
    const at = open.get(id);
    const span = at === undefined ? undefined : spans[at];
    if (at === undefined || span === undefined) return;
    open.delete(id);
    spans[at] = { ...span, ...more };
  };
  for (const { event, run, by, at, seq } of entries) {
    if (run === undefined && event.type !== 'approval-response') continue;
    const base = { key: String(seq), run: run ?? spans.at(-1)?.run, by, startAt: at };
    if (base.run === undefined) continue;
    const start: Pick<Span, 'key' | 'run' | 'by' | 'startAt'> = { ...base, run: base.run };
    switch (event.type) {
      case 'turn-start':
        begin(`turn ${event.turn}`, { ...start, kind: 'model', name: event.model, turn: event.turn });
        break;
      case 'message-end': {
        const { usage, usd, discarded } = event;
        const more = { ms: event.ms, tokens: usage.inputTokens + usage.outputTokens, usd };
        end(`turn ${event.turn}`, discarded === undefined ? more : { ...more, failure: discarded.code });
        break;
      }
      case 'tool-start':
        begin(`call ${event.callId}`, { ...start, kind: 'tool', name: event.tool });
        break;
      case 'tool-end': {
        const { result } = event;
        const more =
          result.failure === undefined ? { ms: event.ms } : { ms: event.ms, failure: result.failure };
        if (open.has(`call ${result.callId}`)) end(`call ${result.callId}`, more);
        else spans.push({ ...start, kind: 'tool', name: result.tool, ...more });
        break;
      }
      case 'approval-request':
        begin(`ask ${event.approvalId}`, { ...start, kind: 'person', name: event.tool });
        break;
      case 'approval-response': {
        const asked = spans[open.get(`ask ${event.approvalId}`) ?? -1];
        if (asked !== undefined) end(`ask ${event.approvalId}`, { ms: at - asked.startAt });
        break;
      }
      case 'compaction': {
        const { usage, usd, ms, model } = event;
        const tokens = usage.inputTokens + usage.outputTokens;
        spans.push({ ...start, kind: 'model', name: model ?? 'compaction', ms, tokens, usd });
        break;
      }
      case 'retry':
        spans.push({ ...start, kind: 'wait', name: 'retry', ms: event.waitMs, failure: event.failure.code });
        break;
      case 'nudge':
        spans.push({ ...start, kind: 'note', name: event.kind });
        break;
      default:
        break;
    }
  }
  return spans;
}
