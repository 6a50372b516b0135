// What people answer to a run that waits: approvals, questions, calls whose outcome nobody knows, a lost folder. Each
// answer is on record before its waiter hears of it, and brings the run back where the app went away meanwhile.

import type { ApprovalAnswer, Draft } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import {
  type ApprovalId,
  type CallId,
  type MessageId,
  type RunId,
  type SessionId,
  USER,
} from '../../engine/ids.ts';
import type { Answer } from '../../engine/questions.ts';
import type { OpenRun, SessionHead } from '../../engine/session-head.ts';
import type { ToolContext } from '../../engine/tool.ts';
import { regainedDrafts, responseTo, resumeDraft } from './drafts.ts';
import { verifyStarted } from './repair.ts';
import type { RoomFrame } from './room-frame.ts';

export interface Waits {
  answer(session: SessionId, approval: ApprovalId, hash: string, answer: ApprovalAnswer): Promise<void>;
  /** To the question of this call, once. Rejects with `stale` where it is open no more, or where the answer doesn't fit it. */
  answerQuestion(session: SessionId, call: CallId, answer: Answer): Promise<void>;
  resolveUnknown(
    session: SessionId,
    call: CallId,
    answer: 'ran' | 'not-run' | 'check',
  ): Promise<'ran' | 'not-run' | 'unknown'>;
  /** The folder that the run's calls wait for is granted again: the same calls go on. */
  reconnect(session: SessionId, run: RunId): Promise<void>;
}

/** A message of the person is the answer to all that is asked at that moment. */
export function answersBy(head: SessionHead | undefined, message: MessageId): readonly Draft[] {
  return (head?.questions ?? []).map(
    ({ callId, run }): Draft => ({
      by: USER,
      run,
      event: { type: 'question-answer', callId, answer: { type: 'message', message } },
    }),
  );
}

export function createWaits({ ports, append, inTurn, start }: RoomFrame): Waits {
  const { log } = ports;
  return {
    answer: (session, approval, hash, answer) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const open = head?.approvals.find((candidate) => candidate.approvalId === approval);
        const refused = ports.refuse(open, hash, answer);
        if (refused !== undefined || head === undefined || open === undefined)
          throw new FailureError(refused ?? failure('stale', 'not open'));
        const run = open.run;
        await append(session, [
          { by: USER, ...(run === undefined ? {} : { run }), event: responseTo(open, answer) },
        ]);
        const waiter = room.live?.answers.get(approval);
        room.live?.answers.delete(approval);
        try {
          // Before the run goes on: its next call is to find the rule.
          await ports.remember(session, open, answer);
        } finally {
          waiter?.(answer);
        }
        const waiting = head.openRuns.find((candidate) => candidate.run === run);
        if (waiting !== undefined && room.live === undefined) {
          await start(session, room, { type: 'resume', open: waiting }, [resumeDraft(waiting, 'approval')]);
        }
      }),
    answerQuestion: (session, call, answer) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const open = head?.questions?.find(({ callId }) => callId === call);
        const misfit = open === undefined ? 'it is not open any more' : ports.misfit(open.question, answer);
        if (open === undefined || misfit !== undefined)
          throw new FailureError(failure('stale', `this question can't be answered so: ${misfit}`));
        const { run } = open;
        const said: Draft = { by: USER, run, event: { type: 'question-answer', callId: call, answer } };
        const waiting = head?.openRuns.find((candidate) => candidate.run === run);
        // The tool hears of it by the entry.
        if (room.live !== undefined || waiting === undefined) await append(session, [said]);
        else
          await start(session, room, { type: 'resume', open: waiting }, [
            said,
            resumeDraft(waiting, 'answer'),
          ]);
      }),
    resolveUnknown: (session, callId, answer) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const open = head?.openRuns.find((candidate) => candidate.started.includes(callId));
        if (head === undefined || open === undefined)
          throw new FailureError(failure('not-found', 'this call is not open any more'));
        const resolve = (ran: boolean): void => {
          room.live?.unknown.get(callId)?.(ran);
          room.live?.unknown.delete(callId);
        };
        if (answer === 'check') {
          const entries = await ports.history(session);
          const kit = await ports.kit(
            session,
            open.run,
            { ...ports.defaults().setup, ...head.setup },
            entries,
          );
          const found =
            'code' in kit ? [] : await verifyStarted(open, entries, kit.tools, checkContext(session, open));
          const mine = found.filter(({ event }) => 'callId' in event && event.callId === callId);
          const [first] = mine;
          if (first?.event.type !== 'unknown-resolved') return 'unknown';
          await append(session, mine);
          resolve(first.event.ran);
          return first.event.ran ? 'ran' : 'not-run';
        }
        const ran = answer === 'ran';
        await append(session, [
          { by: USER, run: open.run, event: { type: 'unknown-resolved', callId, by: 'person', ran } },
        ]);
        resolve(ran);
        return answer;
      }),
    reconnect: (session, run) =>
      inTurn(session, async (room) => {
        const head = await log.head(session);
        const open = head?.openRuns.find((candidate) => candidate.run === run);
        const regained = regainedDrafts(head, run);
        if (regained.length === 0 || open === undefined)
          throw new FailureError(failure('stale', 'this run does not wait for a folder any more'));
        if (room.live === undefined) {
          const before = [...regained, resumeDraft(open, 'reconnected')];
          await start(session, room, { type: 'resume', open }, before);
          return;
        }
        await append(session, regained);
        const waiting = [...room.live.blocked.values()];
        room.live.blocked.clear();
        for (const resolve of waiting) resolve();
      }),
  };
}

/** For checks outside a run: nothing may be charged there. */
export function checkContext(
  session: SessionId,
  open: OpenRun,
): (callId: string, record: ToolContext['record']) => ToolContext {
  return (callId, record) => ({
    session,
    run: open.run,
    callId: callId as CallId,
    participant: open.agent,
    signal: new AbortController().signal,
    progress: () => undefined,
    waiting: () => Promise.resolve(undefined),
    record,
    complete: () => Promise.resolve(failure('bug', 'a check asks no model')),
  });
}
