// The last model calls as they were on the wire, compressed, in IndexedDB: so many a session, so many bytes in all, the
// oldest go first. Beside the log: no export and no backup takes them along; deleting a session deletes them.

import type { CallPlace } from '../engine/ports.ts';
import type { KeptCall } from '../protocol/host.ts';
import { type Db, read, transact } from './db.ts';

/** A call in IndexedDB: session, when, how many bytes. The size is in the key, so that making room reads no bytes. */
export type CallKey = readonly [session: string, at: number, bytes: number];

export interface Limits {
  readonly callsOfSession: number;
  readonly bytesOfSession: number;
  readonly bytes: number;
}

export const LIMITS: Limits = { callsOfSession: 60, bytesOfSession: 12 * 2 ** 20, bytes: 64 * 2 ** 20 };

export interface CallStore {
  keep(place: CallPlace, call: KeptCall): Promise<void>;
  /** Oldest first; what can't be read any more is left out. */
  read(place: CallPlace): Promise<readonly KeptCall[]>;
}

export function createCallStore(db: Db, limits: Limits = LIMITS): CallStore {
  return {
    async keep({ session, call }, kept) {
      const packed = await through(new CompressionStream('gzip'), JSON.stringify(kept));
      const { byteLength } = packed;
      await transact(db, ['calls'], 'relaxed', async (tx) => {
        const calls = tx.objectStore('calls');
        await calls.put({ session, call, packed }, [session, kept.at, byteLength]);
        for (const key of tooMany(await calls.getAllKeys(), session, limits)) await calls.delete([...key]);
      });
    },
    async read({ session, call }) {
      const stored = await read(db, ['calls'], (tx) => tx.objectStore('calls').index('call').getAll(call));
      const mine = stored.filter((row) => row.session === session);
      const calls = await Promise.all(mine.map(({ packed }) => unpack(packed)));
      return calls.flatMap((kept) => kept ?? []).sort((a, b) => a.at - b.at);
    },
  };
}

/** Which go, oldest first. The newest of the session always stays. */
export function tooMany(
  keys: readonly CallKey[],
  session: string,
  { callsOfSession, bytesOfSession, bytes }: Limits,
): readonly CallKey[] {
  const newestFirst = [...keys].sort((a, b) => b[1] - a[1]);
  const own = beyond(
    newestFirst.filter((key) => key[0] === session),
    callsOfSession,
    bytesOfSession,
  );
  const left = newestFirst.filter((key) => !own.includes(key));
  return [...own, ...beyond(left, Number.POSITIVE_INFINITY, bytes)];
}

function beyond(newestFirst: readonly CallKey[], count: number, bytes: number): readonly CallKey[] {
  let sum = 0;
  return newestFirst.filter(([, , size], place) => {
    sum += size;
    return place > 0 && (place >= count || sum > bytes);
  });
}

async function through(
  stream: CompressionStream | DecompressionStream,
  data: string | Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = new Response(data);
  if (body === null) return new Uint8Array();
  return new Uint8Array(await new Response(body.pipeThrough(stream)).arrayBuffer());
}

/** Written by this file; damaged bytes don't unpack. */
async function unpack(packed: Uint8Array<ArrayBuffer>): Promise<KeptCall | undefined> {
  try {
    const text = new TextDecoder().decode(await through(new DecompressionStream('gzip'), packed));
    return JSON.parse(text) as KeptCall;
  } catch {
    return undefined;
  }
}
