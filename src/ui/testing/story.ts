// Writes a session's log step by step, as a harness would, for the scripted host. Not for production.

import type { BudgetFigures } from '../../engine/budget.ts';
import type { ApprovalRequest, Entry, Outcome, StoredEvent } from '../../engine/events.ts';
import {
  asId,
  type CallId,
  type JsonObject,
  type ParticipantId,
  type RunId,
  type SessionId,
  USER,
} from '../../engine/ids.ts';
import { type AssistantPart, NO_USAGE, type ResultSummary } from '../../engine/messages.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import type { Effect } from '../../engine/tool.ts';
import '../../features/workspace/fold.ts';

export const AGENT = asId<ParticipantId>('agent');

export const OUTCOME: Outcome = {
  status: 'done',
  text: '',
  usage: NO_USAGE,
  turns: 3,
  toolCalls: 5,
  toolFailures: 1,
  retries: 0,
  compactions: 0,
  modelMs: 9_400,
  toolMs: 420,
  waitingMs: 0,
  usd: 0,
};

interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly effect?: Effect;
  readonly ms?: number;
  readonly ok?: boolean;
  readonly text?: string;
  readonly failure?: 'denied' | 'not-found' | 'stale' | 'no-match';
  readonly summary?: ResultSummary;
  readonly change?: {
    readonly path: string;
    readonly added: number;
    readonly removed: number;
    readonly created: boolean;
  };
}

export interface Story {
  readonly entries: Entry[];
  readonly session: SessionId;
  readonly run: RunId;
  says(text: string, queued?: 'steer' | 'after'): void;
  starts(model?: string): void;
  turn(): void;
  answers(...parts: readonly (string | ToolCall | { readonly reasoning: string })[]): void;
  calls(...calls: readonly ToolCall[]): void;
  begins(call: ToolCall): void;
  asks(call: ToolCall, request?: Partial<ApprovalRequest>): void;
  budget(share: number): void;
  add(event: StoredEvent, by?: ParticipantId): void;
  ends(outcome?: Partial<Outcome>, discarded?: boolean): void;
  head(): SessionHead;
}

export function createStory(id: string, title: string, begunAt: number): Story {
  const session = asId<SessionId>(id);
  const run = asId<RunId>(`${id}-run`);
  const entries: Entry[] = [];
  let at = begunAt;
  let turns = 0;
  let model = 'rehearsal/rehearsal';
  let tokens = 0;
  let used: BudgetFigures = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };

  const add = (event: StoredEvent, by = AGENT): void => {
    const seq = entries.length + 1;
    at += 700;
    entries.push({ session, seq, parent: seq - 1, v: 1, at, by, event, ...(by === USER ? {} : { run }) });
  };
  const callId = (call: ToolCall): CallId => asId<CallId>(`${id}-${call.id}`);

  const story: Story = {
    entries,
    session,
    run,
    add,
    says: (text, queued) =>
      add(
        {
          type: 'message',
          id: asId(`${id}-m${entries.length}`),
          parts: [{ type: 'text', text }],
          ...(queued === undefined ? {} : { queued }),
        },
        USER,
      ),
    starts: (name = model) => {
      model = name;
      const cause = entries.findLast(({ event }) => event.type === 'message')?.event;
      add({
        type: 'run-start',
        run,
        agent: AGENT,
        model,
        cause: { type: 'message', message: cause?.type === 'message' ? cause.id : asId('none') },
        budget: { tokens: 200_000, toolCalls: 40, wallMs: 120_000, usd: 0.05 },
        system: '',
        tools: [],
      });
    },
    turn: () => {
      turns++;
      const context = {
        systemTokens: 4_100,
        toolTokens: 6_000,
        historyTokens: 9_000 + turns * 1_900,
        window: 91_000,
        windowKnown: true,
        pressure: 0.3,
      };
      add({
        type: 'turn-start',
        turn: asId(`${id}-t${turns}`),
        model,
        context,
        used,
        reserved: { tokens: 0, usd: 0 },
      });
    },
    answers: (...parts) => {
      const said = parts.map((part): AssistantPart => {
        if (typeof part === 'string') return { type: 'text', text: part };
        if ('reasoning' in part) return { type: 'reasoning', text: part.reasoning };
        return {
          type: 'tool-call',
          callId: callId(part),
          tool: part.tool,
          argumentsText: JSON.stringify(part.input),
        };
      });
      const usage = { ...NO_USAGE, inputTokens: 3_000 + turns * 900, outputTokens: 240 };
      tokens += usage.inputTokens + usage.outputTokens;
      add({
        type: 'message-end',
        turn: asId(`${id}-t${turns}`),
        message: {
          id: asId(`${id}-a${turns}`),
          parts: said,
          stamp: { provider: '', model, endpoint: '' },
          stop: 'stop',
        },
        usage,
        usd: 0,
        ms: 2_100 + turns * 300,
        used,
      });
    },
    begins: (call) =>
      add({
        type: 'tool-start',
        callId: callId(call),
        tool: call.tool,
        effect: call.effect ?? 'read',
        input: call.input,
      }),
    calls: (...calls) => {
      for (const call of calls) {
        story.begins(call);
        if (call.change !== undefined)
          add({ type: 'write', callId: callId(call), hash: 'h', size: 1_204, ...call.change });
        add({
          type: 'tool-end',
          callId: callId(call),
          ms: call.ms ?? 14,
          result: {
            callId: callId(call),
            tool: call.tool,
            ok: call.ok ?? true,
            text: call.text ?? '',
            provenance: 'workspace',
            ...(call.failure === undefined ? {} : { failure: call.failure }),
            ...(call.summary === undefined ? {} : { summary: call.summary }),
          },
        });
      }
    },
    asks: (call, request = {}) =>
      add({
        type: 'approval-request',
        approvalId: asId(`${id}-ask-${call.id}`),
        callId: callId(call),
        tool: call.tool,
        effect: call.effect ?? 'write',
        input: call.input,
        targets: [
          {
            kind: 'path',
            value: typeof call.input['path'] === 'string' ? call.input['path'] : '',
            access: 'write',
          },
        ],
        hash: 'hash',
        reason: 'mode-ask',
        scopes: ['once', 'run', 'always'],
        rule: { tool: call.tool },
        ...request,
      }),
    budget: (share) => {
      used = {
        tokens: Math.round(200_000 * share),
        toolCalls: Math.round(40 * share * 0.8),
        wallMs: Math.round(120_000 * share * 0.6),
        usd: 0.05 * share * 0.9,
      };
    },
    ends: (outcome = {}, discarded = false) =>
      add({ type: 'run-end', run, outcome: { ...OUTCOME, ...outcome }, ...(discarded ? { discarded } : {}) }),
    head: () => {
      const last = entries.findLast(
        ({ event }) => event.type === 'run-end' || event.type === 'run-start' || event.type === 'run-resume',
      )?.event;
      const open =
        last !== undefined &&
        (last.type !== 'run-end' || (last.outcome.status === 'interrupted' && last.discarded !== true));
      const answered = new Set(
        entries.flatMap(({ event }) =>
          event.type === 'approval-response' || event.type === 'unknown-resolved'
            ? [event.callId]
            : event.type === 'tool-end'
              ? [event.result.callId]
              : [],
        ),
      );
      return {
        session,
        version: 1,
        title,
        named: false,
        createdAt: begunAt,
        updatedAt: at,
        setup: { model, mode: 'ask', workspace: 'sample' },
        count: entries.length,
        tip: entries.length,
        lastAt: at,
        openRuns: open
          ? [
              {
                run,
                agent: AGENT,
                model,
                startedSeq: 2,
                startedAt: begunAt,
                lastAt: at,
                status: last.type === 'run-end' ? 'interrupted' : 'running',
                started: [],
              },
            ]
          : [],
        approvals: entries.flatMap(({ event }) => {
          if (event.type !== 'approval-request' || answered.has(event.callId)) return [];
          const { type: _, ...request } = event;
          return [request];
        }),
        tokens,
        toolCalls: entries.filter(({ event }) => event.type === 'tool-end').length,
        usd: 0,
        workMs: 9_800,
      };
    },
  };
  return story;
}
