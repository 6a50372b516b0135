// The EventLog in Node: a file of JSON lines per session in one folder, its head folded in memory. Text in progress
// lies in small files beside it. One process at a time writes to a session.

import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../engine/events.ts';
import { asId, type SessionId } from '../engine/ids.ts';
import {
  alreadyThere,
  byActivity,
  type FoldHead,
  headOfInserted,
  inRange,
  placeDrafts,
} from '../engine/placing.ts';
import type { Clock, EventLog, PartialMessage } from '../engine/ports.ts';
import type { SessionHead } from '../engine/session-head.ts';
import { fileNameOf, idOfFileName, onDisk, readIfThere, syncFolder, writeWhole } from './disk.ts';
import { formatLines, parseFile } from './jsonl-file.ts';

interface Loaded {
  readonly entries: Entry[];
  head: SessionHead | undefined;
  /** As in `LogFile`. */
  end: number;
  unended: boolean;
  readonly damaged: number;
  /** Of the file as we know it; another one means that it was changed under us. */
  size: number;
}

export interface JsonlLogOptions {
  /** Made where it is missing. */
  readonly dir: string;
  readonly fold: FoldHead;
  readonly clock: Clock;
}

export function createJsonlLog({ dir, fold, clock }: JsonlLogOptions): EventLog {
  const sessions = new Map<SessionId, Loaded>();
  const queues = new Map<SessionId, Promise<unknown>>();
  const pathOf = (session: SessionId): string => join(dir, `${fileNameOf(session)}.jsonl`);

  /** One piece of work on a session after the other. */
  const inTurn = <Result>(session: SessionId, work: () => Promise<Result>): Promise<Result> => {
    const turn = (queues.get(session) ?? Promise.resolve()).then(() => onDisk(work));
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (queues.get(session) === settled) queues.delete(session);
      });
    queues.set(session, settled);
    return turn;
  };

  const load = async (session: SessionId): Promise<Loaded> => {
    const known = sessions.get(session);
    const size = await sizeOf(pathOf(session));
    if (known !== undefined && known.size === size) return known;
    const bytes = (await readIfThere(pathOf(session))) ?? new Uint8Array();
    const { entries, ...rest } = parseFile(bytes, session);
    let head: SessionHead | undefined;
    for (const entry of entries) head = fold(head, entry);
    const loaded: Loaded = { ...rest, entries: [...entries], head, size: bytes.length };
    sessions.set(session, loaded);
    return loaded;
  };

  const write = async (
    session: SessionId,
    loaded: Loaded,
    lines: string,
    durable: boolean,
  ): Promise<void> => {
    if (loaded.size === 0) await mkdir(dir, { recursive: true });
    const file = await open(pathOf(session), 'a');
    try {
      if (loaded.size > loaded.end) await file.truncate(loaded.end);
      const bytes = Buffer.from(loaded.unended ? `\n${lines}` : lines);
      try {
        await file.appendFile(bytes);
        if (durable) await file.datasync();
      } catch (thrown) {
        sessions.delete(session);
        // Where even that fails, a torn end stays, and the next append clears it.
        await file.truncate(loaded.end).catch(() => {});
        throw thrown;
      }
      loaded.end += bytes.length;
    } finally {
      await file.close();
    }
    if (durable && loaded.size === 0) await syncFolder(dir);
    loaded.size = loaded.end;
    loaded.unended = false;
  };

  const head = (session: SessionId): Promise<SessionHead | undefined> =>
    inTurn(session, async () => (await load(session)).head);

  const partialsOf = async (session: SessionId): Promise<readonly string[]> => {
    const names = (await sizeOf(dir)) === 0 ? [] : await readdir(dir);
    return names.filter((name) => name.startsWith(`${fileNameOf(session)}.`) && name.endsWith('.partial'));
  };
  const partialPath = (session: SessionId, run: string): string =>
    join(dir, `${fileNameOf(session)}.${fileNameOf(run)}.partial`);

  return {
    append: (session, drafts, { durable, clearPartial, epoch }) =>
      inTurn(session, async () => {
        const loaded = await load(session);
        const placed = placeDrafts(session, drafts, {
          head: loaded.head,
          last: loaded.head?.count ?? 0,
          now: clock.now(),
          fold,
          epoch,
        });
        if (placed.entries.length > 0) {
          await write(session, loaded, formatLines(placed.entries), durable);
          loaded.entries.push(...placed.entries);
          loaded.head = placed.head;
        }
        if (clearPartial !== undefined) await rm(partialPath(session, clearPartial), { force: true });
        return placed.entries;
      }),

    insert: (session, entries) =>
      inTurn(session, async () => {
        const loaded = await load(session);
        if (loaded.entries.length > 0) throw alreadyThere(session);
        const inserted = headOfInserted(session, entries, fold);
        if (inserted === undefined) return;
        await write(session, loaded, formatLines(entries), true);
        loaded.entries.push(...entries);
        loaded.head = inserted;
      }),

    read: (session, range) => inTurn(session, async () => inRange((await load(session)).entries, range)),

    head,

    async heads() {
      const names = await onDisk(async () => ((await sizeOf(dir)) === 0 ? [] : readdir(dir)));
      const heads: SessionHead[] = [];
      for (const name of names) {
        const session = name.endsWith('.jsonl') ? idOfFileName(name.slice(0, -'.jsonl'.length)) : undefined;
        if (session === undefined || session === '') continue;
        const found = await head(asId(session));
        if (found !== undefined) heads.push(found);
      }
      return heads.sort(byActivity);
    },

    savePartial: (session, partial) =>
      inTurn(session, async () => {
        await mkdir(dir, { recursive: true });
        await writeWhole(partialPath(session, partial.run), JSON.stringify(partial), { durable: false });
      }),

    partials: (session) =>
      inTurn(session, async () => {
        const { entries } = await load(session);
        const found: PartialMessage[] = [];
        for (const name of await partialsOf(session)) {
          const partial = parsePartial(await readIfThere(join(dir, name)));
          if (partial !== undefined && !isFinished(entries, partial)) found.push(partial);
        }
        return found;
      }),

    remove: (session) =>
      inTurn(session, async () => {
        sessions.delete(session);
        await rm(pathOf(session), { force: true });
        for (const name of await partialsOf(session)) await rm(join(dir, name), { force: true });
      }),

    refold: (session) =>
      inTurn(session, async () => {
        sessions.delete(session);
        return (await load(session)).head;
      }),

    damaged: (session) => sessions.get(session)?.damaged ?? 0,
  };
}

/** Two files can't be changed at once: a partial that outlived its `message-end` doesn't count. */
function isFinished(entries: readonly Entry[], partial: PartialMessage): boolean {
  return entries.some(({ event }) => event.type === 'message-end' && event.message.id === partial.id);
}

function parsePartial(bytes: Buffer | undefined): PartialMessage | undefined {
  try {
    const partial: unknown = JSON.parse(bytes?.toString('utf8') ?? '');
    const whole = typeof partial === 'object' && partial !== null && 'run' in partial && 'parts' in partial;
    return whole && Array.isArray(partial.parts) ? (partial as PartialMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** 0 where there is none. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
}
