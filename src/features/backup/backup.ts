// Front of the feature: everything of a profile in one archive, and back (S6). Written in chunks, one session in memory
// at a time; read whole, checked whole, and only then written.

import { asFailure, type Failure, failure, FailureError } from '../../engine/failures.ts';
import type { BlobHash, SessionId } from '../../engine/ids.ts';
import type { Entry } from '../../engine/events.ts';
import type { BlobStore, Clock, EventLog, FileSpace, Hasher } from '../../engine/ports.ts';
import { createZipWriter } from '../zip.ts';
import {
  ACCOUNTS,
  BACKUP_LIMITS,
  type BackupCounts,
  BLOBS,
  encode,
  ENTRIES,
  FILE_LIST,
  FILES,
  KEYS,
  linesOf,
  type ListedFile,
  MANIFEST,
  type Manifest,
  RULES,
  SETTINGS,
  type ListedWorkspace,
  type WorkspaceFile,
  WORKSPACES,
} from './format.ts';
import { checkBackup, type Checked } from './check.ts';
import { pathsIn, putFiles } from './workspace-files.ts';

export { createRolling, type BackupFolder, type Rolling } from './rolling.ts';
export type { BackupCounts } from './format.ts';

/** A key of an account, in the clear: only ever on its way into or out of a seal. */
export interface StoredKey {
  readonly name: string;
  readonly origin: string;
  readonly secret: string;
}

/** Encryption by a passphrase. `open` rejects with `wrong-passphrase`. */
export interface Sealer {
  seal(text: string, passphrase: string): Promise<string>;
  open(sealed: string, passphrase: string): Promise<string>;
}

export interface KeptWorkspace {
  readonly space: FileSpace;
  readonly rules: boolean;
}

export interface BackupPorts {
  readonly log: EventLog;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly sealer: Sealer;
  /** A stored record as an entry of today. */
  readEntry(record: unknown): Entry | undefined;
  settings(): Promise<unknown>;
  /** Called only where the profile had no session yet. */
  restoreSettings(value: unknown): Promise<void>;
  accounts(): Promise<readonly unknown[]>;
  /** Those that are there stay as they are; how many are new. */
  restoreAccounts(values: readonly unknown[]): Promise<number>;
  rules(): Promise<readonly unknown[]>;
  restoreRules(values: readonly unknown[]): Promise<number>;
  keys(): Promise<readonly StoredKey[]>;
  restoreKeys(keys: readonly StoredKey[]): Promise<void>;
  /** Workspaces that are kept in the browser, opened; a folder of the disk is none of them. */
  workspaces(): Promise<readonly KeptWorkspace[]>;
  /** Makes one under the id that it had. */
  makeWorkspace(as: ListedWorkspace): Promise<FileSpace>;
}

export interface BackupContents {
  readonly at: number;
  readonly counts: BackupCounts;
  /** It is the file of the recovery page; so many of its records can't be read and are left out. */
  readonly raw?: { readonly left: number };
}

export interface RestoreReport {
  readonly sessions: number;
  /** Sessions that are there already: left as they are. */
  readonly known: number;
  readonly blobs: number;
  readonly accounts: number;
  readonly rules: number;
  readonly keys: number;
  /** Workspace files that were written. */
  readonly files: number;
}

export interface Backup {
  /** Chunks of the archive, in order. Keys only where a passphrase is given. */
  write(options: { readonly passphrase?: string }): AsyncIterable<Uint8Array>;
  /** What an archive holds, after all of it has been checked. */
  inspect(archive: Uint8Array): Promise<BackupContents | Failure>;
  /** All of it was checked before the first write. Begun again after a crash, it goes on. */
  restore(archive: Uint8Array, options: { readonly passphrase?: string }): Promise<RestoreReport | Failure>;
}

const BLOB = /"([0-9a-f]{64})"/g;

export function createBackup(ports: BackupPorts): Backup {
  const { log, blobs, hasher, clock } = ports;

  async function* write({ passphrase }: { readonly passphrase?: string }): AsyncGenerator<Uint8Array> {
    const at = clock.now();
    const zip = createZipWriter(at);
    const files: ListedFile[] = [];
    let total = 0;
    const file = async (
      path: string,
      bytes: Uint8Array,
      how: 'deflate' | 'store' = 'deflate',
    ): Promise<Uint8Array[]> => {
      files.push({ path, bytes: bytes.length, sha256: await hasher.hash(bytes) });
      total += bytes.length;
      // What could not be read back must not be written.
      if (files.length >= BACKUP_LIMITS.files || total > BACKUP_LIMITS.bytes)
        throw new FailureError(
          failure('too-large', 'more than one archive can hold', { facts: { limit: BACKUP_LIMITS.bytes } }),
        );
      return zip.add(path, [bytes], how);
    };
    const mentioned = new Set<string>();
    const sessions = (await log.heads()).map(({ session }) => session).toSorted();
    let entries = 0;
    for (const [index, session] of sessions.entries()) {
      const read = await log.read(session);
      const lines = linesOf(read);
      entries += read.length;
      for (const [, hash] of lines.matchAll(BLOB)) if (hash !== undefined) mentioned.add(hash);
      yield* await file(`${ENTRIES}${String(index + 1).padStart(6, '0')}.jsonl`, encode(lines));
    }
    let keptBlobs = 0;
    for (const hash of [...mentioned].toSorted()) {
      const bytes = await blobs.get(hash as BlobHash);
      if (bytes === undefined) continue;
      keptBlobs += 1;
      // Images are packed already.
      yield* await file(`${BLOBS}${hash}`, bytes, 'store');
    }
    const accounts = await ports.accounts();
    const rules = await ports.rules();
    yield* await file(SETTINGS, encode(JSON.stringify(await ports.settings())));
    yield* await file(ACCOUNTS, encode(linesOf(accounts)));
    yield* await file(RULES, encode(linesOf(rules)));
    const listed: WorkspaceFile[] = [];
    const workspaces = (await ports.workspaces()).toSorted((a, b) => (a.space.id < b.space.id ? -1 : 1));
    for (const { space } of workspaces) {
      for (const path of await pathsIn(space)) {
        const place = `${FILES}${String(listed.length + 1).padStart(6, '0')}`;
        listed.push({ workspace: space.id, path, at: place });
        yield* await file(place, await space.read(path));
      }
    }
    yield* await file(FILE_LIST, encode(linesOf(listed)));
    const kept = workspaces.map(({ space: { id, name }, rules }): ListedWorkspace => ({ id, name, rules }));
    yield* await file(WORKSPACES, encode(linesOf(kept)));
    const keys = passphrase === undefined ? [] : await ports.keys();
    if (passphrase !== undefined)
      yield* await file(KEYS, encode(await ports.sealer.seal(JSON.stringify(keys), passphrase)));
    const counts: BackupCounts = {
      sessions: sessions.length,
      entries,
      blobs: keptBlobs,
      accounts: accounts.length,
      rules: rules.length,
      keys: keys.length,
      files: listed.length,
    };
    const manifest: Manifest = { format: 'bowline-backup', version: 1, at, counts, files };
    yield* zip.add(MANIFEST, [encode(JSON.stringify(manifest, null, 1))], 'deflate');
    yield* zip.end();
  }

  const restoreSessions = async (sessions: Checked['sessions']): Promise<{ made: number; known: number }> => {
    const there = new Set<SessionId>((await log.heads()).map(({ session }) => session));
    let made = 0;
    for (const [session, entries] of sessions) {
      if (there.has(session)) continue;
      await log.insert(session, entries);
      made += 1;
    }
    return { made, known: sessions.size - made };
  };

  return {
    write,
    inspect: async (archive) => {
      const checked = await checkBackup(archive, ports);
      if ('code' in checked) return checked;
      const { at, counts, raw } = checked;
      return { at, counts, ...(raw === undefined ? {} : { raw }) };
    },
    restore: async (archive, { passphrase }) => {
      const checked = await checkBackup(archive, ports);
      if ('code' in checked) return checked;
      const opened = await openKeys(checked.keys, passphrase, ports.sealer);
      if ('code' in opened) return opened;
      const isEmpty = (await log.heads()).length === 0;
      // What entries speak of is there before they are.
      for (const bytes of checked.blobs) await blobs.put(bytes);
      // Before the sessions, as long as the profile counts as empty: begun again, it is done again.
      const spaces = await openAll(checked.workspaces, ports);
      const files = await putFiles(checked.files, spaces, { exactly: isEmpty });
      const { made, known } = await restoreSessions(checked.sessions);
      const rules = await ports.restoreRules(checked.rules);
      // A key before its account: an account that says it has one must find it.
      await ports.restoreKeys(opened.keys);
      const accounts = await ports.restoreAccounts(checked.accounts);
      if (isEmpty && checked.settings !== undefined) await ports.restoreSettings(checked.settings);
      return {
        sessions: made,
        known,
        blobs: checked.blobs.length,
        accounts,
        rules,
        keys: opened.keys.length,
        files,
      };
    },
  };
}

/** Those that are here, and those that were there and are not here, made anew. */
async function openAll(
  wanted: readonly ListedWorkspace[],
  { workspaces, makeWorkspace }: BackupPorts,
): Promise<readonly FileSpace[]> {
  const spaces = (await workspaces()).map(({ space }) => space);
  for (const workspace of wanted)
    if (!spaces.some(({ id }) => id === workspace.id)) spaces.push(await makeWorkspace(workspace));
  return spaces;
}

async function openKeys(
  sealed: string | undefined,
  passphrase: string | undefined,
  sealer: Sealer,
): Promise<{ readonly keys: readonly StoredKey[] } | Failure> {
  if (sealed === undefined || passphrase === undefined) return { keys: [] };
  try {
    const keys: unknown = JSON.parse(await sealer.open(sealed, passphrase));
    return { keys: Array.isArray(keys) ? keys.filter(isKey) : [] };
  } catch (thrown) {
    return asFailure(thrown, 'wrong-passphrase');
  }
}

function isKey(value: unknown): value is StoredKey {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['name', 'origin', 'secret'].every((name) => typeof Reflect.get(value, name) === 'string')
  );
}
