// Front of the feature: what a file of another product holds, and what became of it. Says true counts; one chat that
// can't be read keeps no other from coming in; the same chat twice comes in once.

import { type Failure, failure } from '../../engine/failures.ts';
import type { BlobHash, ParticipantId, SessionId } from '../../engine/ids.ts';
import type { Clock, EventLog, Ids } from '../../engine/ports.ts';
import { type Chat, entriesOfChat } from './chat.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { isClaude, readClaude } from './claude.ts';
import { isPi, readPi } from './pi.ts';
import { createTally, type Skipped, type Tally } from './reading.ts';

export type { Skipped, SkipReason } from './reading.ts';

export interface ImportReport {
  readonly product: string;
  /** Those that are new, in the order of the file. */
  readonly sessions: readonly SessionId[];
  /** Chats that were imported before and are there. */
  readonly known: number;
  /** How many of the new ones are here already with other content: they came in beside those. */
  readonly copies?: number;
  /** Of the new ones: what people and models said, results of tools included. */
  readonly messages: number;
  readonly attachments: number;
  readonly skipped: readonly Skipped[];
}

export interface ImportPorts {
  readonly log: Pick<EventLog, 'heads' | 'insert'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly agent: ParticipantId;
  put(bytes: Uint8Array): Promise<BlobHash>;
}

interface Found {
  readonly product: string;
  readonly chats: readonly Chat[];
}

/** `texts`: the JSON files of an archive, or the one file. `bad-archive` where none is of a product that we know. */
export async function importChats(
  texts: readonly string[],
  ports: ImportPorts,
): Promise<ImportReport | Failure> {
  const tally = createTally();
  const found = texts.flatMap((text) => read(text, tally) ?? []);
  const [first] = found;
  if (first === undefined)
    return failure('bad-archive', 'no export of a product that is known here', {
      facts: { why: 'foreign' },
    });
  const { log, ids, clock, agent, put } = ports;
  const known = new Set(
    (await log.heads()).flatMap(({ origin, removedAt }) =>
      origin?.product === undefined || removedAt !== undefined
        ? []
        : [`${origin.product} ${origin.id ?? ''}`],
    ),
  );
  const sessions: SessionId[] = [];
  let messages = 0;
  let before = 0;
  for (const { product, chats } of found) {
    for (const chat of chats) {
      const key = `${product} ${chat.id}`;
      if (known.has(key)) {
        before += 1;
        continue;
      }
      known.add(key);
      const session = ids.next<SessionId>();
      await log.insert(
        session,
        await entriesOfChat(chat, { product, session, agent, now: clock.now(), put }),
      );
      sessions.push(session);
      messages += chat.nodes.length;
    }
  }
  const { attachments, skipped } = tally;
  return { product: first.product, sessions, known: before, messages, attachments, skipped };
}

function read(text: string, tally: Tally): Found | undefined {
  const whole = parse(text);
  if (isChatGpt(whole)) return { product: 'chatgpt', chats: readChatGpt(whole, tally) };
  if (isClaude(whole)) return { product: 'claude', chats: readClaude(whole, tally) };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (!isPi(parse(lines[0] ?? ''))) return undefined;
  const chat = readPi(lines.map(parse), tally);
  return { product: 'pi', chats: chat === undefined ? [] : [chat] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
