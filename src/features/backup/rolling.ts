// Backups by themselves, into a folder that the person picked: one file a day, the latest few kept. Without keys:
// nobody is there to type a passphrase.

import { asFailure, type Failure } from '../../engine/failures.ts';
import type { Clock } from '../../engine/ports.ts';

/** Rejections are `FailureError`s; `permission-lost` where the person has to allow it anew. */
export interface BackupFolder {
  readonly name: string;
  /** Whole or not at all. */
  write(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  files(): Promise<readonly string[]>;
  remove(file: string): Promise<void>;
}

export interface RollingPorts {
  readonly clock: Clock;
  folder(): Promise<BackupFolder | undefined>;
  lastAt(): Promise<number | undefined>;
  done(at: number): Promise<void>;
  write(): AsyncIterable<Uint8Array>;
}

export interface Rolling {
  /** Where the last one is older than a day. Undefined: nothing was due, or there is no folder. */
  whenDue(): Promise<{ readonly at: number } | Failure | undefined>;
  now(): Promise<{ readonly at: number } | Failure | undefined>;
}

const EVERY_MS = 24 * 3600 * 1000;
const KEPT = 7;
const NAME = /^bowline-\d{4}-\d{2}-\d{2}\.zip$/;

export function createRolling(ports: RollingPorts): Rolling {
  let under: Promise<{ readonly at: number } | Failure | undefined> | undefined;

  const run = async (): Promise<{ readonly at: number } | Failure | undefined> => {
    try {
      const folder = await ports.folder();
      if (folder === undefined) return undefined;
      const at = ports.clock.now();
      await folder.write(`bowline-${new Date(at).toISOString().slice(0, 10)}.zip`, ports.write());
      await ports.done(at);
      // Only files of ours, and only once the new one is there.
      const old = (await folder.files())
        .filter((file) => NAME.test(file))
        .toSorted()
        .slice(0, -KEPT);
      for (const file of old) await folder.remove(file);
      return { at };
    } catch (thrown) {
      return asFailure(thrown, 'io-failed');
    }
  };
  const now = (): ReturnType<Rolling['now']> => {
    under ??= run().finally(() => {
      under = undefined;
    });
    return under;
  };
  return {
    now,
    whenDue: async () => {
      const lastAt = (await ports.lastAt()) ?? Number.NEGATIVE_INFINITY;
      return ports.clock.now() - lastAt < EVERY_MS ? undefined : now();
    },
  };
}
