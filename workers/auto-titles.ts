// Names sessions: after a run that said something, one small request without tools to the model that the settings
// give the role of titles; without one nothing is asked. Never to Rehearsal, never over a person's name; where it fails, the first line stays.

import type { Entry } from '../src/engine/events.ts';
import { costOf } from '../src/engine/cost.ts';
import type { SessionId } from '../src/engine/ids.ts';
import type { Clock, EventLog } from '../src/engine/ports.ts';
import { type Providers, REHEARSAL } from '../src/features/providers/providers.ts';
import type { Rooms } from '../src/features/rooms/rooms.ts';
import { loadDocuments, readBranch } from '../src/features/sessions/sessions.ts';

const TIME_LIMIT_MS = 60_000;

export interface AutoTitlePorts {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly providers: Pick<Providers, 'resolve'>;
  readonly rooms: Pick<Rooms, 'append'>;
}

export interface AutoTitles {
  /** After each append; does nothing that anybody waits for. */
  stored(session: SessionId, entries: readonly Entry[]): void;
}

export function createAutoTitles({ log, clock, providers, rooms }: AutoTitlePorts): AutoTitles {
  /** Asked once in the life of this tab, whatever came of it. */
  const asked = new Set<SessionId>();

  const name = async (session: SessionId): Promise<void> => {
    const { readTitle, titleRequest, wantsTitle } = await loadDocuments();
    const head = await log.head(session);
    const { entries } = await readBranch(log, session);
    if (head === undefined || !wantsTitle(head, entries)) return;
    const start = entries.findLast(({ event }) => event.type === 'run-start')?.event;
    if (start?.type !== 'run-start') return;
    const resolved = await providers.resolve(start.model, 'title');
    if ('code' in resolved || resolved.provider.id === REHEARSAL) return;
    const request = titleRequest(entries, resolved.model);
    if (request === undefined) return;
    const late = new AbortController();
    const timer = clock.after(TIME_LIMIT_MS, () => late.abort());
    try {
      const answer = await resolved.provider.complete(request, late.signal);
      if ('code' in answer) return;
      const title = readTitle(answer.text);
      // A person may have named it meanwhile; the fold keeps that name.
      if (title === undefined) return;
      const { usage } = answer;
      const cost =
        usage === undefined
          ? {}
          : {
              tokens: usage.inputTokens + usage.outputTokens,
              usd: costOf(usage, resolved.capabilities.price),
            };
      await rooms.append(session, [
        { by: start.agent, event: { type: 'title', title, by: 'auto', ...cost } },
      ]);
    } finally {
      timer();
    }
  };

  return {
    stored: (session, entries) => {
      const ended = entries.some(
        ({ event }) =>
          event.type === 'run-end' && event.outcome.status === 'done' && event.outcome.turnLimit !== true,
      );
      if (!ended || asked.has(session)) return;
      void (async () => {
        asked.add(session);
        await name(session);
      })().catch(() => undefined);
    },
  };
}
