// One task, from message to run-end, over the host API that the page uses too. It prints nothing itself and knows no
// process; it hands on each event as a line and says how the run ended.

import type { ApprovalAnswer, Entry, Outcome, SessionSetup } from '../engine/events.ts';
import { asFailure, failure, type Failure } from '../engine/failures.ts';
import type { MessageId, SessionId } from '../engine/ids.ts';
import type { Ids } from '../engine/ports.ts';
import type { HostApi } from '../protocol/host.ts';
import { entryLine, liveLine } from './event-lines.ts';

export interface HeadlessTask {
  readonly task: string;
  readonly setup: SessionSetup;
}

export interface Listener {
  /** Resolves when more can be taken. */
  line(text: string): Promise<void> | void;
  /** A call was denied because nobody can be asked. */
  denied(tool: string): void;
}

export type Ended = { readonly outcome: Outcome } | { readonly failure: Failure };

/** Aborting `stop` is the person's Stop: the run ends as `stopped`, and its run-end is handed on like any other. */
export async function runTask(
  host: HostApi,
  ids: Ids,
  { task, setup }: HeadlessTask,
  listener: Listener,
  stop: AbortSignal,
): Promise<Ended> {
  const session = ids.next<SessionId>();
  const asked = new Map<string, string>();
  const take = async ({ event, ...entry }: Entry): Promise<Outcome | undefined> => {
    await listener.line(entryLine({ ...entry, event }));
    if (event.type === 'approval-request') asked.set(event.approvalId, event.tool);
    if (event.type === 'approval-response' && isUnasked(event.answer))
      listener.denied(asked.get(event.approvalId) ?? '');
    return event.type === 'run-end' ? event.outcome : undefined;
  };
  const listen = async (): Promise<Ended> => {
    for await (const update of await host.watchSession(session, 0)) {
      if (update.type === 'live') await listener.line(liveLine(update.run, update.event));
      if (update.type !== 'entries') continue;
      for (const entry of update.entries) {
        const outcome = await take(entry);
        if (outcome !== undefined) return { outcome };
      }
    }
    return { failure: asFailure(new Error('the session ended without its run')) };
  };
  const failed = (thrown: unknown): Ended => ({ failure: asFailure(thrown) });
  const stopRun = (): void => void host.stop(session).catch(() => undefined);

  const begin = async (): Promise<Ended> => {
    await host.openSession(session, 1);
    const listening = listen().catch(failed);
    if (stop.aborted) return { failure: failure('interrupted', 'stopped before it began') };
    stop.addEventListener('abort', stopRun, { once: true });
    await host.send(session, { id: ids.next<MessageId>(), parts: [{ type: 'text', text: task }], setup });
    // Whoever stopped it while it was being sent found nothing to stop.
    if (stop.aborted) stopRun();
    return listening;
  };
  return begin().catch(failed);
}

const isUnasked = (answer: ApprovalAnswer): boolean => answer.type === 'deny' && answer.by === 'no-channel';
