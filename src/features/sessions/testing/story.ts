// Writes a session down step by step, one second between entries, into a fold of the page's.

import type { BudgetFigures } from '../../../engine/budget.ts';
import type { Entry, LiveEvent, Outcome, StoredEvent } from '../../../engine/events.ts';
import { asId, type ParticipantId, type RunId, USER } from '../../../engine/ids.ts';
import { type AssistantPart, NO_USAGE } from '../../../engine/messages.ts';
import { type CallView, createSessionFold, type SessionFold, type WorkView } from '../fold.ts';

export const run = asId<RunId>('r1');
export const agent = asId<ParticipantId>('agent');
const session = asId<Entry['session']>('s');

const OUTCOME: Outcome = {
  status: 'done',
  text: '',
  usage: NO_USAGE,
  turns: 1,
  toolCalls: 0,
  toolFailures: 0,
  retries: 0,
  compactions: 0,
  modelMs: 0,
  toolMs: 0,
  waitingMs: 0,
  usd: 0,
};
export const used: BudgetFigures = { tokens: 5, toolCalls: 2, wallMs: 1, usd: 0 };

/** A session written down step by step; one second passes between entries. */
export function story(fold: SessionFold = createSessionFold()) {
  const entries: Entry[] = [];
  const add = (event: StoredEvent, by = agent): void => {
    const seq = entries.length + 1;
    const inRun = by === agent || event.type === 'approval-response';
    const entry: Entry = {
      session,
      seq,
      parent: seq - 1,
      v: 1,
      at: seq * 1000,
      by,
      event,
      ...(inRun ? { run } : {}),
    };
    entries.push(entry);
    fold.entry(entry);
  };
  const steps = {
    entries,
    fold,
    add,
    says: (text: string, queued?: 'steer' | 'after') =>
      add(
        {
          type: 'message',
          id: asId(`m${entries.length}`),
          parts: [{ type: 'text', text }],
          ...(queued === undefined ? {} : { queued }),
        },
        USER,
      ),
    starts: () =>
      add({
        type: 'run-start',
        run,
        agent,
        model: 'rehearsal/rehearsal',
        cause: { type: 'message', message: asId('m0') },
        budget: { toolCalls: 9 },
        system: '',
        tools: [],
      }),
    turn: (turn: string) =>
      add({
        type: 'turn-start',
        turn: asId(turn),
        model: 'rehearsal/rehearsal',
        context: {
          systemTokens: 1,
          toolTokens: 1,
          historyTokens: 1,
          window: 100,
          windowKnown: true,
          pressure: 0.03,
        },
        used,
        reserved: { tokens: 0, usd: 0 },
      }),
    answers: (turn: string, ...parts: AssistantPart[]) =>
      add({
        type: 'message-end',
        turn: asId(turn),
        message: {
          id: asId(`a${entries.length}`),
          parts,
          stamp: { provider: 'rehearsal', model: 'rehearsal', endpoint: '' },
          stop: 'stop',
        },
        usage: NO_USAGE,
        usd: 0,
        ms: 10,
        used,
      }),
    begins: (id: string, tool = 'read_file', effect: 'read' | 'write' = 'read') =>
      add({ type: 'tool-start', callId: asId(id), tool, effect, input: { path: `${id}.ts` } }),
    finishes: (id: string, tool = 'read_file', ok = true) =>
      add({
        type: 'tool-end',
        callId: asId(id),
        ms: 5,
        result: { callId: asId(id), tool, ok, text: 'text', provenance: 'workspace' },
      }),
    ends: (outcome: Partial<Outcome> = {}, discarded?: true) =>
      add({
        type: 'run-end',
        run,
        outcome: { ...OUTCOME, ...outcome },
        ...(discarded === undefined ? {} : { discarded }),
      }),
    live: (event: LiveEvent) => fold.live(run, event, entries.length * 1000 + 500),
  };
  return steps;
}

export const text = (value: string): AssistantPart => ({ type: 'text', text: value });
export const call = (id: string, tool = 'read_file', args = '{}'): AssistantPart => ({
  type: 'tool-call',
  callId: asId(id),
  tool,
  argumentsText: args,
});
export const works = (fold: SessionFold): readonly WorkView[] =>
  fold.view().items.filter((item) => item.type === 'work');
export const calls = (fold: SessionFold): readonly CallView[] =>
  works(fold).flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'reads' ? part.calls : part.type === 'call' ? [part] : [])),
  );
