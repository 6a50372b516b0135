// What a crash left open, said in the log: text in progress becomes a discarded message, a run that nobody runs any
// more becomes interrupted, and started side effects that can be looked up are. Idempotent: a second pass finds nothing.

import { NOTHING_USED } from '../../engine/budget.ts';
import type { Draft, Entry, Outcome, StoredEvent } from '../../engine/events.ts';
import { failure } from '../../engine/failures.ts';
import { NO_FIGURES } from '../../engine/figures.ts';
import { asId, type Json, type MessageId, type RunId, type TurnId } from '../../engine/ids.ts';
import { addUsage, NO_USAGE } from '../../engine/messages.ts';
import type { PartialMessage } from '../../engine/ports.ts';
import type { OpenRun, SessionHead } from '../../engine/session-head.ts';
import type { AnyTool, ToolContext, ToolRegistry, Verification } from '../../engine/tool.ts';
import { isTransient, toResult } from '../../engine/tool-results.ts';
import { type Call, createTranscript } from '../../engine/transcript.ts';

/** A run whose last open thing is an unanswered approval or question, or a lost grant, waits; it is not interrupted. */
export function isWaiting(head: SessionHead, run: RunId): boolean {
  return (
    head.approvals.some((approval) => approval.run === run) ||
    (head.blocked ?? []).some((call) => call.run === run) ||
    (head.questions ?? []).some((question) => question.run === run)
  );
}

/** Text that was being written when the app went away: shown, marked, out of history. */
export function discardPartial(partial: PartialMessage, model: string): Draft {
  return {
    by: partial.by,
    run: partial.run,
    event: {
      type: 'message-end',
      turn: asId<TurnId>(`partial-${partial.id}`),
      message: {
        id: asId<MessageId>(partial.id),
        parts: partial.parts,
        stamp: { provider: '', model, endpoint: '' },
        stop: 'other',
      },
      usage: NO_USAGE,
      usd: 0,
      ms: 0,
      used: NOTHING_USED,
      discarded: failure('interrupted', 'the app went away while this was being written'),
    },
  };
}

/** The figures of a run from its entries: for a run that could not say them itself. */
export function outcomeOf(entries: readonly Entry[], run: RunId, status: Outcome['status']): Outcome {
  let sum: Outcome = {
    status,
    ...NO_FIGURES,
  };
  for (const entry of entries) {
    if (entry.run !== run) continue;
    const { event } = entry;
    if (event.type === 'message-end') {
      const text = event.message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      sum = {
        ...sum,
        usage: addUsage(sum.usage, event.usage),
        usd: sum.usd + event.usd,
        modelMs: sum.modelMs + event.ms,
        ...(event.discarded === undefined && { turns: sum.turns + 1, ...(text !== '' && { text }) }),
      };
    } else if (event.type === 'tool-end') {
      sum = {
        ...sum,
        toolCalls: sum.toolCalls + 1,
        toolMs: sum.toolMs + event.ms,
        toolFailures: sum.toolFailures + (event.result.ok ? 0 : 1),
        ...(isTransient(event.result) && { transientFailures: (sum.transientFailures ?? 0) + 1 }),
      };
    } else if (event.type === 'compaction' || event.type === 'compaction-skipped') {
      sum = {
        ...sum,
        usage: addUsage(sum.usage, event.usage ?? NO_USAGE),
        usd: sum.usd + (event.usd ?? 0),
        modelMs: sum.modelMs + (event.ms ?? 0),
        compactions: sum.compactions + (event.type === 'compaction' ? 1 : 0),
      };
    } else if (event.type === 'retry') {
      sum = { ...sum, retries: sum.retries + 1 };
    }
  }
  return sum;
}

/** Looks up each started call of an interrupted run that has a check; what it can't tell stays unknown. */
export async function verifyStarted(
  run: OpenRun,
  entries: readonly Entry[],
  tools: ToolRegistry,
  context: (callId: string, record: ToolContext['record']) => ToolContext,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const say = (event: StoredEvent): void => void drafts.push({ by: run.agent, run: run.run, event });
  for (const call of createTranscript(run.agent, entries).openCalls()) {
    const tool = tools.get(call.part.tool);
    if (call.state !== 'started' || call.ran !== undefined || tool?.verify === undefined) continue;
    const checked = tool.input.check(parse(call.part.argumentsText));
    if (!checked.ok) continue;
    // What the check records (a write that it found confirmed) goes on record with its finding, or not at all.
    const recorded: StoredEvent[] = [];
    const record: ToolContext['record'] = async (event) => void recorded.push(event);
    const found = await lookUp(tool, checked.value, call, context(call.part.callId, record));
    if (found.type === 'unknown') continue;
    for (const event of recorded) say(event);
    say({ type: 'unknown-resolved', callId: call.part.callId, by: 'check', ran: found.type === 'done' });
    if (found.type === 'done')
      say({ type: 'tool-end', callId: call.part.callId, result: toResult(call, found.output), ms: 0 });
  }
  return drafts;
}

/** A check that fails (the folder isn't granted yet) tells nothing, and keeps nobody from opening the session. */
async function lookUp(tool: AnyTool, input: Json, call: Call, context: ToolContext): Promise<Verification> {
  try {
    return (await tool.verify?.(input, call.evidence, context)) ?? { type: 'unknown' };
  } catch {
    return { type: 'unknown' };
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
