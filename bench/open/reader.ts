// The worker of the opening benchmark: reads what the harness reads for a first screen, through the same code. It also
// writes the sessions that are opened.

import { createSystemClock } from '../../src/adapters/clock.ts';
import { openDb } from '../../src/adapters/db.ts';
import { createIdbEventLog } from '../../src/adapters/event-log.ts';
import type { Draft, StoredEvent } from '../../src/engine/events.ts';
import { asId, type RunId, type SessionId, USER } from '../../src/engine/ids.ts';
import { NO_USAGE } from '../../src/engine/messages.ts';
import { foldHead, readBranch } from '../../src/features/sessions/sessions.ts';
import type { Answer, Order } from './page.ts';

const WINDOW = 100;
const AGENT = asId<typeof USER>('agent');
const FIGURES = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };
const PROSE = 'The harbour was quiet, and every rope hung as it had been left the night before. ';

const timestamp = (): number => performance.timeOrigin + performance.now();

async function openLog() {
  const db = await openDb({ name: 'bench-open' });
  return createIdbEventLog(db, { fold: foldHead, clock: createSystemClock() });
}

async function read(session: SessionId): Promise<Answer> {
  const startedAt = timestamp();
  const log = await openLog();
  const openedAt = timestamp();
  const [head, { entries, complete }, partials] = await Promise.all([
    log.head(session),
    readBranch(log, session, { limit: WINDOW }),
    log.partials(session),
  ]);
  return { startedAt, openedAt, readAt: timestamp(), head, entries, complete, partials };
}

/** A run of one tool call, as six entries. */
function task(number: number): readonly Draft[] {
  const run = asId<RunId>(`run-${number}`);
  const callId = asId<Extract<StoredEvent, { type: 'tool-start' }>['callId']>(`call-${number}`);
  const message = asId<Extract<StoredEvent, { type: 'message' }>['id']>(`message-${number}`);
  const stamp = { provider: 'bench', model: 'bench', endpoint: 'bench' };
  const events: readonly StoredEvent[] = [
    {
      type: 'run-start',
      run,
      agent: AGENT,
      model: 'bench/bench',
      cause: { type: 'message', message },
      budget: {},
      system: PROSE.repeat(4),
      tools: ['read_file'],
    },
    {
      type: 'message-end',
      turn: asId(`turn-${number}`),
      message: {
        id: asId(`reply-${number}`),
        parts: [
          { type: 'text', text: PROSE.repeat(7) },
          { type: 'tool-call', callId, tool: 'read_file', argumentsText: '{"path":"notes.md"}' },
        ],
        stamp,
        stop: 'tool-calls',
      },
      usage: NO_USAGE,
      usd: 0,
      ms: 900,
      used: FIGURES,
    },
    { type: 'tool-start', callId, tool: 'read_file', effect: 'read', input: { path: 'notes.md' } },
    {
      type: 'tool-end',
      callId,
      result: { callId, tool: 'read_file', ok: true, text: PROSE.repeat(10), provenance: 'workspace' },
      ms: 4,
    },
    {
      type: 'run-end',
      run,
      outcome: {
        status: 'done',
        text: PROSE,
        usage: NO_USAGE,
        turns: 1,
        toolCalls: 1,
        toolFailures: 0,
        retries: 0,
        compactions: 0,
        modelMs: 900,
        toolMs: 4,
        waitingMs: 0,
        usd: 0,
      },
    },
  ];
  return [
    { by: USER, event: { type: 'message', id: message, parts: [{ type: 'text', text: PROSE.repeat(2) }] } },
    ...events.map((event) => ({ by: AGENT, run, event })),
  ];
}

async function write(session: SessionId, count: number): Promise<void> {
  const log = await openLog();
  for (let written = 0; written < count; ) {
    const drafts = Array.from({ length: 100 }, (_, at) => task(written + at))
      .flat()
      .slice(0, count - written);
    await log.append(session, drafts, { durable: false });
    written += drafts.length;
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const done = data.type === 'write' ? write(data.session, data.count) : read(data.session);
  void done.then((answer) => postMessage(answer));
});
