// The seed of the streaming benchmark: writes a long session into the app's own database, through the app's own code.

import { createSystemClock } from '../../src/adapters/clock.ts';
import { openDb } from '../../src/adapters/db.ts';
import { createIdbEventLog } from '../../src/adapters/event-log.ts';
import type { Draft, StoredEvent } from '../../src/engine/events.ts';
import { asId, type RunId, type SessionId, USER } from '../../src/engine/ids.ts';
import { NO_USAGE } from '../../src/engine/messages.ts';
import { foldHead } from '../../src/features/sessions/sessions.ts';

const AGENT = asId<typeof USER>('agent');
const WORDS = 'The harbour was quiet, and every rope hung as it had been left the night before. ';
const ANSWER = `${WORDS.repeat(3)}\n\n- first **berth**\n- second \`berth\`\n\n\`\`\`ts\nconst tide = 4; // metres\n\`\`\`\n\n${WORDS}`;

/** A question and its answer: two messages. */
function exchange(number: number, model: string): readonly Draft[] {
  const run = asId<RunId>(`seed-run-${number}`);
  const message = asId<Extract<StoredEvent, { type: 'message' }>['id']>(`seed-${number}`);
  const [provider = '', name = ''] = model.split('/');
  const used = { tokens: 0, toolCalls: 0, wallMs: 0, usd: 0 };
  const events: readonly StoredEvent[] = [
    {
      type: 'run-start',
      run,
      agent: AGENT,
      model,
      cause: { type: 'message', message },
      budget: {},
      system: WORDS,
      tools: [],
    },
    {
      type: 'message-end',
      turn: asId(`seed-turn-${number}`),
      message: {
        id: asId(`seed-reply-${number}`),
        parts: [{ type: 'text', text: `Answer ${number}. ${ANSWER}` }],
        stamp: { provider, model: name, endpoint: 'seed' },
        stop: 'stop',
      },
      usage: NO_USAGE,
      usd: 0,
      ms: 900,
      used,
    },
    {
      type: 'run-end',
      run,
      outcome: {
        status: 'done',
        text: WORDS,
        usage: NO_USAGE,
        turns: 1,
        toolCalls: 0,
        toolFailures: 0,
        retries: 0,
        compactions: 0,
        modelMs: 900,
        toolMs: 0,
        waitingMs: 0,
        usd: 0,
      },
    },
  ];
  return [
    {
      by: USER,
      event: {
        type: 'message',
        id: message,
        parts: [{ type: 'text', text: `Question ${number}. ${WORDS}` }],
      },
    },
    ...events.map((event) => ({ by: AGENT, run, event })),
  ];
}

async function seed(session: string, messages: number, model: string): Promise<void> {
  const db = await openDb();
  const log = createIdbEventLog(db, { fold: foldHead, clock: createSystemClock() });
  for (let written = 0; written < messages / 2; written += 100) {
    const drafts = Array.from({ length: Math.min(100, messages / 2 - written) }, (_, at) =>
      exchange(written + at, model),
    ).flat();
    await log.append(asId<SessionId>(session), drafts, { durable: false });
  }
  db.close();
}

Object.assign(globalThis, { seed });
