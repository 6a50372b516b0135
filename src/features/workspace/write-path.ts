// The one way bytes get into a workspace (T3, T4, E18): base checked, snapshot on record, written whole, read back,
// write on record. The platform has no compare-and-swap: between the last check and the commit a program outside
// can still slip in; the read-back and the next base check find it.

import { type Failure, failure, FailureError } from '../../engine/failures.ts';
import type { BlobHash } from '../../engine/ids.ts';
import { asId } from '../../engine/ids.ts';
import type { StoredEvent, StoredEventOf } from '../../engine/events.ts';
import type { BlobStore, FileSpace, Hasher } from '../../engine/ports.ts';
import type { Preview, ToolContext, ToolOutput, Verification } from '../../engine/tool.ts';
import { attempt, failing, stopIfAborted } from './attempt.ts';
import type { Bases } from './bases.ts';
import { countLines, type LineCounts } from './diff.ts';
import type { Snapshot } from './fold.ts';
import type { PathQueue } from './path-queue.ts';
import { decodeText } from './text-file.ts';

/** Bytes a snapshot keeps at most. A larger file is not changed at all: what can't be undone needs a person (G6). */
export const SNAPSHOT_CAP = 5_000_000;

/** The new bytes, from those that stand there now (null: no such file). Pure: it is asked for a preview too. */
export type Compute = (before: Uint8Array | null) => Uint8Array | Failure;

export interface WritePorts {
  readonly space: FileSpace;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly bases: Bases;
  readonly queue: PathQueue;
}

export interface WritePath {
  preview(context: ToolContext, path: string, compute: Compute): Promise<Preview | Failure>;
  write(context: ToolContext, path: string, verb: Verb, compute: Compute): Promise<ToolOutput>;
  /** By the snapshot that the call left before a crash: are its bytes there? Records the write it finds. */
  verify(
    context: ToolContext,
    path: string,
    verb: Verb,
    evidence: readonly StoredEvent[],
  ): Promise<Verification>;
}

/** What a result calls it, where the file is not new. */
export type Verb = 'Wrote' | 'Edited';

interface Plan {
  readonly before: Uint8Array | null;
  readonly beforeHash: string | undefined;
  readonly after: Uint8Array;
}

export function createWritePath({ space, blobs, hasher, bases, queue }: WritePorts): WritePath {
  async function plan(context: ToolContext, path: string, compute: Compute): Promise<Plan | Failure> {
    if (!space.writable) return failure('read-only', `The workspace ${space.name} is open for reading only.`);
    const before = await bytesAt(space, path);
    if (before === null && (await space.stat(path))?.kind === 'directory')
      return failure('tool-failed', `${path} is a folder.`, { facts: { path } });
    const beforeHash = before === null ? undefined : await hasher.hash(before);
    const base = bases.get(context, path);
    // An empty file holds nothing that could be lost; a crash between creating and filling one leaves it so.
    if (beforeHash !== undefined && base === undefined && before?.length !== 0)
      return failure(
        'not-read',
        `Read ${path} first: it exists and you have not seen it. Nothing was written.`,
        {
          facts: { path },
        },
      );
    if (beforeHash !== undefined && base !== undefined && base !== beforeHash) return stale(path, base);
    if (before !== null && before.length > SNAPSHOT_CAP) return tooLarge(path, before.length);
    const after = compute(before);
    return 'code' in after ? after : { before, beforeHash, after };
  }

  async function stale(path: string, base: string): Promise<Failure> {
    const stat = await space.stat(path);
    const now = await bytesAt(space, path);
    if (stat === undefined || now === null)
      return failure('stale', `${path} was removed since you read it. Nothing was written.`, {
        facts: { path },
      });
    const hash = await hasher.hash(now);
    const changed = new Date(stat.modifiedAt).toISOString();
    return failure(
      'stale',
      `${path} changed since you read it: you saw SHA-256 ${base.slice(0, 12)}, now it is ${hash.slice(0, 12)}, ${now.length} bytes, changed ${changed}. Nothing was written. Read it again and redo your change.`,
      { facts: { path, size: now.length, modifiedAt: stat.modifiedAt, hash, base } },
    );
  }

  const keep = async (bytes: Uint8Array, hash: string): Promise<Snapshot['after']> => {
    const kept = bytes.length <= SNAPSHOT_CAP;
    return { hash: kept ? await blobs.put(bytes) : asId<BlobHash>(hash), size: bytes.length, kept };
  };

  const confirm = async (
    context: ToolContext,
    snapshot: Snapshot,
    counts: LineCounts,
  ): Promise<StoredEventOf<'write'>> => {
    const { callId, path, before, after } = snapshot;
    const event = {
      type: 'write',
      callId,
      path,
      hash: after.hash,
      size: after.size,
      created: before === null,
      ...counts,
    } as const;
    await context.record(event);
    bases.set(context, path, after.hash);
    return event;
  };

  async function commit(
    context: ToolContext,
    path: string,
    verb: Verb,
    compute: Compute,
  ): Promise<ToolOutput> {
    stopIfAborted(context.signal);
    const planned = await plan(context, path, compute);
    if ('code' in planned) return { ok: false, failure: planned };
    const { before, beforeHash, after } = planned;
    const afterHash = await hasher.hash(after);
    if (afterHash === beforeHash) return unchanged(path, after.length);

    const snapshot: Snapshot = {
      type: 'snapshot',
      callId: context.callId,
      path,
      before: before === null || beforeHash === undefined ? null : await keep(before, beforeHash),
      after: await keep(after, afterHash),
    };
    stopIfAborted(context.signal);
    await context.record(snapshot);
    stopIfAborted(context.signal);
    try {
      await space.write(path, after, async (current) => {
        const same = current === null ? before === null : (await hasher.hash(current)) === beforeHash;
        return same && !context.signal.aborted;
      });
    } catch (thrown) {
      stopIfAborted(context.signal);
      if (thrown instanceof FailureError && thrown.failure.code === 'stale')
        throw new FailureError(await stale(path, beforeHash ?? 'none'));
      throw thrown;
    }
    const there = await bytesAt(space, path);
    if (there === null || (await hasher.hash(there)) !== afterHash)
      return {
        ok: false,
        failure: failure(
          'io-failed',
          `${path} reads back differently from what was written. Read it again.`,
          { facts: { path } },
        ),
      };
    return written(verb, await confirm(context, snapshot, counted(before, after)));
  }

  return {
    preview: (context, path, compute) =>
      failing(async () => {
        const planned = await plan(context, path, compute);
        if ('code' in planned) return planned;
        const before = planned.before === null ? null : shown(planned.before);
        return { type: 'file', path, before, after: shown(planned.after) };
      }),
    write: (context, path, verb, compute) =>
      queue.run(path, () => attempt(() => commit(context, path, verb, compute))),
    verify: async (context, path, verb, evidence) => {
      const snapshot = evidence.findLast((event) => event.type === 'snapshot' && event.path === path);
      // The snapshot comes first: without it nothing was written.
      if (snapshot?.type !== 'snapshot') return { type: 'not-done' };
      const now = await bytesAt(space, path);
      const hash = now === null ? null : await hasher.hash(now);
      if (hash === snapshot.after.hash) {
        const recorded = evidence.findLast((event) => event.type === 'write' && event.path === path);
        if (recorded?.type === 'write') return { type: 'done', output: written(verb, recorded) };
        const before = snapshot.before === null ? null : await blobs.get(snapshot.before.hash);
        const counts = before === undefined || now === null ? { added: 0, removed: 0 } : counted(before, now);
        return { type: 'done', output: written(verb, await confirm(context, snapshot, counts)) };
      }
      const untouched =
        snapshot.before === null ? now === null || now.length === 0 : hash === snapshot.before.hash;
      return { type: untouched ? 'not-done' : 'unknown' };
    },
  };
}

/** Null where there is no such file. */
export async function bytesAt(space: FileSpace, path: string): Promise<Uint8Array | null> {
  try {
    return await space.read(path);
  } catch (thrown) {
    if (thrown instanceof FailureError && thrown.failure.code === 'not-found') return null;
    throw thrown;
  }
}

const shown = (bytes: Uint8Array): string => decodeText(bytes)?.text ?? '';

const counted = (before: Uint8Array | null, after: Uint8Array): LineCounts =>
  countLines(before === null ? null : shown(before), shown(after));

function written(verb: Verb, event: StoredEventOf<'write'>): ToolOutput {
  const { path, size, created, added, removed } = event;
  const text = created
    ? `Created ${path} (${added} line${added === 1 ? '' : 's'}).`
    : `${verb} ${path} (+${added} -${removed} lines).`;
  return { ok: true, text, provenance: 'own', summary: { path, bytes: size, added, removed, created } };
}

function unchanged(path: string, bytes: number): ToolOutput {
  const text = `${path} already holds exactly this text. Nothing was written.`;
  return {
    ok: true,
    text,
    provenance: 'own',
    summary: { path, bytes, added: 0, removed: 0, created: false },
  };
}

function tooLarge(path: string, size: number): Failure {
  const message = `${path} has ${size} bytes; above ${SNAPSHOT_CAP} a change could not be undone, so the file tools leave it alone.`;
  return failure('too-large', message, { facts: { path, size, limit: SNAPSHOT_CAP } });
}
